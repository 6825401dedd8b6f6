/** What the name of a parameter, or of a segment before another, has in it when its value is a credential. */
const secretPart = /secret|token|senha|passw|pwd|api[-_]?key|auth|signature|credential|jwt|hmac|bearer/i;
/** Whole words of such a name; `monkey` is none. */
const secretWords = new Set(['key', 'chave', 'code', 'hash', 'pass', 'pw', 'sid', 'sig', 'session']);

/** A segment before a credential. */
const secretFolder = /^(?:.*[-_])?(?:secret|token|key|apikey|senha|chave)$/i;

export const hiddenSecret = '***';

/**
 * A URL for answers and pages: replaces the user name, the password, the values of parameters that are named like secrets,
 * and the segments of the path that were drawn at random, with `***`, and keeps all other bytes.
 */
export function withoutSecrets(url: string): string {
  const [, origin = '', path = '', query = '', fragment = ''] =
    /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(.*)$/is.exec(url) ?? [];
  return (
    origin.replace(/\/\/.*@/s, `//${hiddenSecret}@`) +
    withoutSecretSegments(withoutSecretValues(path)) +
    withoutSecretValues(query) +
    fragment
  );
}

function withoutSecretValues(text: string): string {
  return text.replace(/([?&;])([^=&;/]*)=([^&;/]*)/g, (whole, separator: string, name: string) =>
    isSecretName(decoded(name)) ? `${separator}${name}=${hiddenSecret}` : whole,
  );
}

function withoutSecretSegments(path: string): string {
  const segments = path.split('/');
  return segments
    .map((segment, index) => {
      const isNamed = segment !== '' && secretFolder.test(decoded(segments[index - 1] ?? ''));
      return isNamed || isRandom(decoded(segment)) ? hiddenSecret : segment;
    })
    .join('/');
}

function isSecretName(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return secretPart.test(name) || words.split(/[^a-z0-9]+/).some((word) => secretWords.has(word));
}

const randomLengthMin = 16;
const changesMin = 3;

/** Whether a segment has the look of a key: a UUID, or long with letters and digits through each other. */
function isRandom(segment: string): boolean {
  if (/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.test(segment)) return true;
  return segment.split(/[^A-Za-z0-9]+/).some((run) => {
    if (run.length < randomLengthMin || !/\d/.test(run)) return false;
    // A capital before a small letter begins a word.
    const kinds = run
      .replace(/[A-Z](?=[a-z])/g, 'a')
      .replace(/[a-z]+/g, 'a')
      .replace(/[A-Z]+/g, 'A')
      .replace(/\d+/g, '0');
    return kinds.length > changesMin;
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
