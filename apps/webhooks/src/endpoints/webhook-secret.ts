import { hiddenSecret, invalidArgument } from '@pitanga/core';

const prefix = 'whsec_';
const generatedBytes = 32;
/** As AbacatePay takes them; the gateway warns of one that is shorter than {@link generatedBytes}. */
const lengthMin = 8;
const lengthMax = 255;

/** A new secret: `whsec_` and 32 random bytes in base64. */
export function generateSecret(random: (length: number) => Uint8Array): string {
  return prefix + Buffer.from(random(generatedBytes)).toString('base64');
}

/** @throws AppError INVALID_ARGUMENT for a secret that is too short or long, or has control characters */
export function checkSecret(secret: string): string {
  const { length } = Array.from(secret);
  if (length < lengthMin) {
    throw invalidArgument(`Property 'secret' should have at least ${String(lengthMin)} characters`);
  }
  if (length > lengthMax) {
    throw invalidArgument(`Property 'secret' should have at most ${String(lengthMax)} characters`);
  }
  // A header may carry it (legacySecretHeader).
  if (/\p{Cc}/u.test(secret)) throw invalidArgument("Property 'secret' should not contain control characters");
  return secret;
}

/**
 * The signing key of a secret: the decoded bytes after `whsec_`, as in the libraries of Standard Webhooks; otherwise the
 * text itself.
 */
export function signingKey(secret: string): Buffer {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  return base64 === undefined ? Buffer.from(secret, 'utf8') : Buffer.from(base64, 'base64');
}

/** A secret as the HTTP client expects a header: it sends each character as one byte, so these are its UTF-8 bytes. */
export function secretHeader(secret: string): string {
  return Buffer.from(secret, 'utf8').toString('latin1');
}

const queryName = 'webhookSecret';

/** Whether an endpoint has a secret of its own where {@link withSecretInQuery} would add one. */
export function hasSecretInQuery(endpoint: string): boolean {
  return URL.parse(endpoint)?.searchParams.has(queryName) === true;
}

/** The address to call: the endpoint, to the byte, and the secret at the end of its query. */
export function withSecretInQuery(endpoint: string, secret: string): string {
  const [address = ''] = endpoint.split('#', 1);
  return `${address}${address.includes('?') ? '&' : '?'}${queryName}=${encodeURIComponent(secret.toWellFormed())}`;
}

/** An answer to keep without the secret, which receivers may repeat with the address that they were called at. */
export function withoutSecretInAnswer(head: Buffer, secret: string): Buffer {
  const hidden = head.toString('latin1').replaceAll(anyForm(secret), () => hiddenSecret);
  return Buffer.from(hidden, 'latin1');
}

/** The secret, each character as it is or as an address, JSON or HTML writes it, in upper or lower case. */
function anyForm(secret: string): RegExp {
  return new RegExp(Array.from(secret.toWellFormed(), formsOfCharacter).join(''), 'gi');
}

function formsOfCharacter(character: string): string {
  if (/^[0-9A-Za-z]$/.test(character)) return character;
  const bytes = [...Buffer.from(character, 'utf8')].map((byte) => byte.toString(16).padStart(2, '0'));
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  const point = character.codePointAt(0) ?? 0;
  const forms = [
    `\\\\?${bytes.map((byte) => `\\x${byte}`).join('')}`,
    bytes.map((byte) => `%${byte}`).join(''),
    units.map((unit) => `\\\\u${unit}`).join(''),
    `&#x0*${point.toString(16)};`,
    `&#0*${String(point)};`,
    ...(character === ' ' ? ['\\+'] : []),
  ];
  return `(?:${forms.join('|')})`;
}
