import { createSigner } from '../../../signer';

/**
 * Proves that a coupon was entered in a checkout's form, which counts wrong codes. A code in an address without a proof
 * only fills the form, so addresses cannot be used to guess codes.
 */
export interface CouponProofs {
  of(checkoutId: string, code: string): string;
  holds(checkoutId: string, code: string, proof: string | undefined): boolean;
}

const purpose = 'coupon of a page';

/** @param key 32 bytes in base64 */
export function createCouponProofs(key: string): CouponProofs {
  const { sign, isSigned } = createSigner(key);
  return {
    of: (checkoutId, code) => sign(purpose, `${checkoutId}\n${code}`),
    holds: (checkoutId, code, proof) => proof !== undefined && isSigned(purpose, `${checkoutId}\n${code}`, proof),
  };
}
