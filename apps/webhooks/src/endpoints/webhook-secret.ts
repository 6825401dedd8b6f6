import { invalidArgument } from '@pitanga/core';

const prefix = 'whsec_';
const generatedBytes = 32;
const lengthMin = 32;
const lengthMax = 256;
/** What the Standard Webhooks specification asks of a key. */
const keyBytesMin = 24;
const keyBytesMax = 64;

/** A new secret: `whsec_` and 32 random bytes in base64. */
export function generateSecret(random: (length: number) => Uint8Array): string {
  return prefix + Buffer.from(random(generatedBytes)).toString('base64');
}

/** @throws AppError INVALID_ARGUMENT for a secret that is too short, too long or not what it says it is. */
export function checkSecret(secret: string): string {
  if (secret.length < lengthMin) {
    throw invalidArgument(`Property 'secret' should have at least ${String(lengthMin)} characters`);
  }
  if (secret.length > lengthMax) {
    throw invalidArgument(`Property 'secret' should have at most ${String(lengthMax)} characters`);
  }
  // It may travel in a header (legacySecretHeader).
  if (!/^[\x21-\x7e]+$/.test(secret)) {
    throw invalidArgument("Property 'secret' should have printable ASCII characters only");
  }
  if (secret.startsWith(prefix) && !isSigningKey(secret.slice(prefix.length))) {
    throw invalidArgument("Property 'secret' should be base64 of 24 to 64 bytes after 'whsec_'");
  }
  return secret;
}

/** The key a secret stands for: the decoded bytes of a `whsec_` secret, else its own (Standard Webhooks). */
export function signingKeyOf(secret: string): Buffer {
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret, 'utf8');
}

function isSigningKey(base64: string): boolean {
  const { length } = Buffer.from(base64, 'base64');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) && length >= keyBytesMin && length <= keyBytesMax;
}
