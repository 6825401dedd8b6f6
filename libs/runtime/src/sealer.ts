import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/**
 * The place of a sealed value: table, column, store and the record's id. Authenticated with the value, so that a value
 * copied into another row does not open there.
 */
export type SealedPlace = readonly [table: string, column: string, storeId: string, ...record: string[]];

export interface Sealer {
  /** Encrypts and authenticates with a random nonce: the same text gives different bytes each time. */
  seal(text: string, place: SealedPlace): Buffer;
  /** @throws when the bytes were changed, belong to another place, or were sealed with an unknown key */
  open(sealed: Buffer, place: SealedPlace): string;
  /** Keyed hash for look-ups and unique indexes over sealed columns: equal for equal texts. */
  fingerprint(text: string): Buffer;
  /** Whether `seal` would write this value with the same key and in the same format. */
  isCurrent(sealed: Buffer): boolean;
  readonly format: SealedFormat;
}

/**
 * 1: without key id and place, readable by earlier versions. 2: with both. Both formats are always read; the operator
 * switches writing to 2 once no process of an earlier version is left (docs/upgrades.md).
 */
export type SealedFormat = 1 | 2;

export interface SealerOptions {
  /** Keys that only open values: those before a rotation, or the next one until every process has it. */
  readonly oldKeys?: readonly string[];
  /** `deriveFingerprintKey` of the first key; absent: derived from the current key. */
  readonly fingerprintKey?: string | undefined;
  readonly format?: SealedFormat;
}

const keyIdBytes = 4;
const ivBytes = 12;
const tagBytes = 16;

interface Key {
  readonly id: Buffer;
  readonly cipherKey: KeyObject;
}

/**
 * AES-256-GCM for secrets at rest and HMAC-SHA256 for look-ups. Each use has its own key, derived with HKDF, so that
 * fingerprints reveal nothing about the encryption key.
 *
 * Fingerprints do not rotate: they are in unique indexes, merchants' tokens and buyers' links, and a tax id with two
 * fingerprints would pass its unique index twice.
 *
 * @param keyBase64 32 bytes in base64
 */
export function createSealer(keyBase64: string, options: SealerOptions = {}): Sealer {
  const { oldKeys = [], format = 1 } = options;
  const current = importKey(keyBase64);
  const keys = [current, ...oldKeys.map(importKey)];
  const fingerprintKey = createSecretKey(decodeKey(options.fingerprintKey ?? deriveFingerprintKey(keyBase64)));
  const head = Buffer.from(format === 1 ? [1] : [2, ...current.id]);

  return {
    format,
    seal(text, place) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', current.cipherKey, iv);
      if (format === 2) cipher.setAAD(associated(head, place));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([head, iv, cipher.getAuthTag(), encrypted]);
    },
    open(sealed, place) {
      if (sealed[0] === 2) {
        const sealedHead = sealed.subarray(0, 1 + keyIdBytes);
        const key = keys.find(({ id }) => id.equals(sealedHead.subarray(1)));
        if (!key) throw new Error('Sealed with a key that is not known');
        return decrypt(key, sealed.subarray(sealedHead.length), associated(sealedHead, place));
      }
      if (sealed[0] !== 1) throw new Error('Not a sealed value of a known format');
      return firstThatOpens(keys, sealed.subarray(1));
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text, 'utf8').digest(),
    isCurrent: (sealed) => format === 2 && sealed.subarray(0, head.length).equals(head),
  };
}

/** The part of the first key that must outlive it, in base64; it opens no value. */
export function deriveFingerprintKey(keyBase64: string): string {
  return derived(decodeKey(keyBase64), 'pitanga fingerprint v1').toString('base64');
}

/** Format 1 has no key id: tries each key, since a wrong one fails authentication. */
function firstThatOpens(keys: readonly Key[], body: Buffer): string {
  let failure: unknown;
  for (const key of keys) {
    try {
      return decrypt(key, body, undefined);
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure instanceof Error ? failure : new Error('No key');
}

function decrypt({ cipherKey }: Key, body: Buffer, aad: Buffer | undefined): string {
  if (body.length < ivBytes + tagBytes) throw new Error('Too short for a sealed value');
  const decipher = createDecipheriv('aes-256-gcm', cipherKey, body.subarray(0, ivBytes), { authTagLength: tagBytes });
  if (aad) decipher.setAAD(aad);
  decipher.setAuthTag(body.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(body.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}

function associated(head: Buffer, place: SealedPlace): Buffer {
  return Buffer.concat([head, Buffer.from(JSON.stringify(place))]);
}

/** A KeyObject: using a key passed as bytes takes Node several times as long. */
function importKey(keyBase64: string): Key {
  const key = decodeKey(keyBase64);
  return {
    id: derived(key, 'pitanga key id v1').subarray(0, keyIdBytes),
    cipherKey: createSecretKey(derived(key, 'pitanga seal v1')),
  };
}

function decodeKey(keyBase64: string): Buffer {
  const key = Buffer.from(keyBase64, 'base64');
  if (key.length !== 32) throw new Error(`The data key must be 32 bytes in base64, not ${String(key.length)} bytes`);
  return key;
}

function derived(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
}
