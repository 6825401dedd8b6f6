import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IdSource } from '@pitanga/core';

/**
 * Signed cookies of browsers in which a person has signed in. Guesses from elsewhere lock the account, but not for these
 * browsers, whose own failures are counted apart (docs/behaviour/people.md#lock-out).
 */
export interface DeviceTokens {
  create(ids: IdSource, userId: string): string;
  /** The name of the browser, when its cookie belongs to this user. */
  deviceOf(token: string | undefined, userId: string): string | undefined;
}

const randomLength = 22;
const signatureLength = 43;
const tokenShape = /^[0-9A-Za-z]{22}[0-9A-Za-z_-]{43}$/;

/** @param key 32 bytes in base64 */
export function createDeviceTokens(key: string): DeviceTokens {
  const secret = Buffer.from(key, 'base64');
  const sign = (random: string, userId: string): string =>
    createHmac('sha256', secret).update(`known browser v1\n${userId}\n${random}`).digest('base64url');

  return {
    create(ids, userId) {
      const random = ids.token(randomLength);
      return random + sign(random, userId);
    },
    deviceOf(token, userId) {
      if (token === undefined || !tokenShape.test(token)) return undefined;
      const random = token.slice(0, randomLength);
      const given = Buffer.from(token.slice(randomLength, randomLength + signatureLength));
      return timingSafeEqual(given, Buffer.from(sign(random, userId))) ? hash('sha256', random) : undefined;
    },
  };
}
