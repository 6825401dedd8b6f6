import { hash } from 'node:crypto';
import type { IdSource } from '@pitanga/core';
import { createSigner } from '../signer';

/** Signed random tokens of links to people. */
export interface LinkTokens {
  create(ids: IdSource): string;
  /** What is stored and looked up instead of the token; undefined for a token with a wrong signature. */
  hashToken(token: string): Buffer | undefined;
}

const purpose = 'account link';
/** 256 random bits. */
const randomLength = 43;
const tokenShape = /^[0-9A-Za-z]{43}[0-9A-Za-z_-]{22}$/;

/** @param key 32 bytes in base64 */
export function createLinkTokens(key: string): LinkTokens {
  const { sign, isSigned } = createSigner(key);
  return {
    create(ids) {
      const random = ids.token(randomLength);
      return random + sign(purpose, random);
    },
    hashToken(token) {
      if (!tokenShape.test(token)) return undefined;
      const [random, signature] = [token.slice(0, randomLength), token.slice(randomLength)];
      return isSigned(purpose, random, signature) ? hash('sha256', token, 'buffer') : undefined;
    },
  };
}
