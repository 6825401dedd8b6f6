import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IdSource } from '@pitanga/core';

/** Signed random tokens of links to people. */
export interface LinkTokens {
  create(ids: IdSource): string;
  /** What is stored and looked up instead of the token; undefined for a token with a wrong signature. */
  hashOf(token: string): Buffer | undefined;
}

/** 256 random bits. */
const randomLength = 43;
const signatureLength = 22;
const tokenShape = /^[0-9A-Za-z]{43}[0-9A-Za-z_-]{22}$/;

/** @param key 32 bytes in base64 */
export function createLinkTokens(key: string): LinkTokens {
  const secret = Buffer.from(key, 'base64');
  // The signed text names its purpose, so nothing else signed with this key is a token.
  const sign = (random: string): string =>
    createHmac('sha256', secret).update(`account link v1\n${random}`).digest('base64url').slice(0, signatureLength);

  return {
    create(ids) {
      const random = ids.token(randomLength);
      return random + sign(random);
    },
    hashOf(token) {
      if (!tokenShape.test(token)) return undefined;
      const signature = Buffer.from(token.slice(randomLength));
      const expected = Buffer.from(sign(token.slice(0, randomLength)));
      return timingSafeEqual(signature, expected) ? hash('sha256', token, 'buffer') : undefined;
    },
  };
}
