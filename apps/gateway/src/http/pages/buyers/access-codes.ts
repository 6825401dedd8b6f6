import { timingSafeEqual } from 'node:crypto';
import type { IdSource } from '@pitanga/core';
import { createSigner } from '../../../signer';

/** A code that was asked for. */
export interface AskedCode {
  /** What the form sends along: names this code, and does not tell it. */
  readonly ask: string;
  /** Six digits, for the mail. */
  readonly code: string;
  readonly expiresAt: Date;
}

/**
 * Codes that prove that a person reads the mail of a buyer. Nothing is stored: the code is a keyed hash of what the form
 * sends along, which is random, signed for one record, and ends after ten minutes.
 */
export interface AccessCodes {
  start(ids: IdSource, subject: string, now: Date): AskedCode;
  /** In constant time. `ended` also for what was asked for another record. */
  check(
    given: { readonly ask: string; readonly code: string },
    subject: string,
    now: Date,
  ): 'right' | 'wrong' | 'ended';
}

const lifetimeMs = 600_000;
const purpose = 'ask for an access code';
const digits = 6;
const randomLength = 32;
const askShape = /^([0-9A-Za-z]{32}\.[0-9a-z]{1,9})\.([0-9A-Za-z_-]{22})$/;

/** @param key 32 bytes in base64 */
export function createAccessCodes(key: string): AccessCodes {
  const { sign, isSigned, digest } = createSigner(key);
  const toCode = (ask: string): string => {
    const number = digest('access code', ask).readUIntBE(0, 6) % 10 ** digits;
    return String(number).padStart(digits, '0');
  };
  return {
    start(ids, subject, now) {
      const endSeconds = Math.floor((now.getTime() + lifetimeMs) / 1000);
      const content = `${ids.token(randomLength)}.${endSeconds.toString(36)}`;
      const ask = `${content}.${sign(purpose, `${subject}\n${content}`)}`;
      return { ask, code: toCode(ask), expiresAt: new Date(endSeconds * 1000) };
    },
    check({ ask, code }, subject, now) {
      const [, content = '', signature = ''] = askShape.exec(ask) ?? [];
      if (!isSigned(purpose, `${subject}\n${content}`, signature)) return 'ended';
      if (now.getTime() >= Number.parseInt(content.slice(randomLength + 1), 36) * 1000) return 'ended';
      const [given, expected] = [Buffer.from(code), Buffer.from(toCode(ask))];
      return given.length === expected.length && timingSafeEqual(given, expected) ? 'right' : 'wrong';
    },
  };
}
