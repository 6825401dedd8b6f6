import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs texts that come back from elsewhere. What is signed for one purpose is not signed for another. */
export interface Signer {
  /** The first `signatureLength` characters of the signature, in base64url. */
  readonly sign: (purpose: string, text: string) => string;
  /** In constant time; false also for a signature of another length. */
  readonly isSigned: (purpose: string, text: string, signature: string) => boolean;
  /** The whole signature: 32 bytes. */
  readonly digest: (purpose: string, text: string) => Buffer;
}

/** 128 bits in base64url. */
const shortLength = 22;

/** @param key 32 bytes in base64 */
export function createSigner(key: string, signatureLength: number = shortLength): Signer {
  const secret = Buffer.from(key, 'base64');
  const digest = (purpose: string, text: string): Buffer =>
    createHmac('sha256', secret).update(`${purpose} v1\n${text}`).digest();
  const sign = (purpose: string, text: string): string =>
    digest(purpose, text).toString('base64url').slice(0, signatureLength);
  return {
    digest,
    sign,
    isSigned: (purpose, text, signature) => {
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(purpose, text))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
