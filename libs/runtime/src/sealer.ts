import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

export interface Sealer {
  /** Encrypts and authenticates; the same text gives other bytes each time. */
  seal(text: string): Buffer;
  /** @throws when the bytes were changed or sealed with another key */
  open(sealed: Buffer): string;
  /** Keyed hash that is equal for equal texts: look-ups and unique indexes over sealed columns. */
  fingerprint(text: string): Buffer;
}

/** First byte of every sealed value, so that a later format or key can be told apart. */
const version = 1;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 1 + ivBytes + tagBytes;

/**
 * AES-256-GCM for secrets at rest and HMAC-SHA256 for look-ups. Each use has its own key, derived with
 * HKDF, so that fingerprints say nothing about the encryption key.
 *
 * @param keyBase64 32 bytes in base64
 */
export function createSealer(keyBase64: string): Sealer {
  const key = Buffer.from(keyBase64, 'base64');
  if (key.length !== 32) throw new Error(`The data key must be 32 bytes in base64, not ${String(key.length)} bytes`);
  // Key objects: Node takes several times as long to use a key that it gets as bytes.
  const sealKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'pitanga seal v1', 32)));
  const fingerprintKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'pitanga fingerprint v1', 32)));

  return {
    seal(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv);
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), encrypted]);
    },
    open(sealed) {
      if (sealed.length < headBytes || sealed[0] !== version) throw new Error('Not a sealed value of a known version');
      const iv = sealed.subarray(1, 1 + ivBytes);
      const decipher = createDecipheriv('aes-256-gcm', sealKey, iv, { authTagLength: tagBytes });
      decipher.setAuthTag(sealed.subarray(1 + ivBytes, headBytes));
      return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()]).toString('utf8');
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text, 'utf8').digest(),
  };
}
