import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Proves that a coupon was entered in a checkout's form, which counts wrong codes. A code in an address without a proof
 * only fills the form, so addresses cannot be used to guess codes.
 */
export interface CouponProofs {
  of(checkoutId: string, code: string): string;
  holds(checkoutId: string, code: string, proof: string | undefined): boolean;
}

/** 128 bits. */
const proofLength = 22;

/** @param key 32 bytes in base64 */
export function createCouponProofs(key: string): CouponProofs {
  const secret = Buffer.from(key, 'base64');
  const of = (checkoutId: string, code: string): string =>
    createHmac('sha256', secret)
      .update(`coupon of a page v1\n${checkoutId}\n${code}`)
      .digest('base64url')
      .slice(0, proofLength);
  return {
    of,
    holds(checkoutId, code, proof) {
      if (proof?.length !== proofLength) return false;
      return timingSafeEqual(Buffer.from(proof), Buffer.from(of(checkoutId, code)));
    },
  };
}
