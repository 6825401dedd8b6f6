import { timingSafeEqual } from 'node:crypto';
import type { Cents, Tenant } from '@pitanga/core';
import { createSigner } from '../../../signer';

/** What an authentication code stands for. None of it changes once the receipt exists. */
export interface ReceiptFacts {
  readonly kind: 'payment' | 'payout';
  readonly id: string;
  readonly tenant: Tenant;
  readonly amountCents: Cents;
  /** When it was paid; of a payout, when it was asked for. */
  readonly at: Date;
}

/** Authentication codes of receipts, by which anyone who has one can see that it is ours. */
export interface ReceiptCodes {
  /** `1ABC-DEFG-HJKM-NPQR`. */
  of(facts: ReceiptFacts): string;
  /** Accepts small letters, no or other separators, and O, I and L for the digits they look like. */
  holds(facts: ReceiptFacts, code: string): boolean;
}

/** The first character of a code: another way to derive it would get another. */
const version = '1';
/** 75 bits: only our page tells whether a code is right, and it is limited. */
const signedLength = 15;
/** Crockford's Base32: without I, L, O and U, which are read as others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** @param key 32 bytes in base64 */
export function createReceiptCodes(key: string): ReceiptCodes {
  const { digest } = createSigner(key);
  const derive = ({ kind, id, tenant, amountCents, at }: ReceiptFacts): string => {
    const environment = tenant.devMode ? 'd' : 'p';
    const facts = [kind, id, tenant.storeId, environment, amountCents, at.getTime()].join('\n');
    const signed = Array.from(digest('receipt', facts).subarray(0, signedLength), (byte) =>
      alphabet.charAt(byte & 31),
    ).join('');
    return version + signed;
  };
  return {
    of: (facts) => (derive(facts).match(/.{4}/g) ?? []).join('-'),
    holds(facts, code) {
      const given = Buffer.from(normalize(code));
      const expected = Buffer.from(derive(facts));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function normalize(code: string): string {
  return code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}
