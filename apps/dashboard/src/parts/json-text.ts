/** Longer strings are folded: a QR code in base64 would hide everything else. */
const shownMax = 120;
const startLength = 80;

/** The start of a long text; never half of a character of two units. */
export function shortened(text: string): string {
  return text.length <= shownMax ? text : text.slice(0, startLength).replace(/[\ud800-\udbff]$/, '');
}

/** The value of a JSON text; undefined for other text. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
