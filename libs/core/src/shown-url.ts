/** Names of query parameters whose value is a credential. */
const secretName = /secret|token|senha|passw|pwd|api[-_]?key|^key$|auth|signature|^sig$|credential|jwt|hmac/i;

export const hiddenSecret = '***';

/**
 * A URL for answers and pages: replaces the user name, the password and the values of query parameters that are named
 * like secrets with `***`, and keeps all other bytes.
 */
export function withoutSecrets(url: string): string {
  const [, base = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(.*)$/s.exec(url) ?? [];
  const shownBase = base.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, `$1${hiddenSecret}@`);
  const shownQuery = query.replace(/([?&;])([^=&;]*)=([^&;]*)/g, (whole, separator: string, name: string) =>
    secretName.test(decoded(name)) ? `${separator}${name}=${hiddenSecret}` : whole,
  );
  return shownBase + shownQuery + fragment;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
