import { hash } from 'node:crypto';
import type { IdSource } from '@pitanga/core';
import { createSigner } from '../signer';

/**
 * Signed cookies of browsers in which a person has signed in. Guesses from elsewhere lock the account, but not for these
 * browsers, whose own failures are counted apart (docs/behaviour/people.md#lock-out).
 */
export interface DeviceTokens {
  create(ids: IdSource, userId: string): string;
  /** The name of the browser, when its cookie belongs to this user. */
  findDevice(token: string | undefined, userId: string): string | undefined;
}

const purpose = 'known browser';
const randomLength = 22;
const signatureLength = 43;
const tokenShape = /^[0-9A-Za-z]{22}[0-9A-Za-z_-]{43}$/;

/** @param key 32 bytes in base64 */
export function createDeviceTokens(key: string): DeviceTokens {
  const { sign, isSigned } = createSigner(key, signatureLength);
  return {
    create(ids, userId) {
      const random = ids.token(randomLength);
      return random + sign(purpose, `${userId}\n${random}`);
    },
    findDevice(token, userId) {
      if (token === undefined || !tokenShape.test(token)) return undefined;
      const random = token.slice(0, randomLength);
      const isOurs = isSigned(purpose, `${userId}\n${random}`, token.slice(randomLength));
      return isOurs ? hash('sha256', random) : undefined;
    },
  };
}
