/** The page's own style sheets under the policy of the dashboard, which takes inline ones by their nonce alone. */
export function withNonce(html: string, nonce: string): string {
  return html.replaceAll('<style>', `<style nonce="${nonce}">`);
}
