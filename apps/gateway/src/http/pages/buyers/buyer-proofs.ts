import { createSigner } from '../../../signer';

/**
 * Proves to a page that its visitor is the buyer of a record. The id of the record proves nothing: it stands in every
 * record and webhook. A proof is in a cookie of the browser that paid, or in a link that was mailed to the buyer.
 */
export interface BuyerProofs {
  /** @param id of a charge, subscription, checkout or card replacement; the proof holds for 30 days from `now` */
  of(id: string, now: Date): string;
  holds(id: string, proof: string, now: Date): boolean;
}

const purpose = 'buyer';
/** As long as the signed links of a subscription. */
const lifetimeMs = 30 * 86_400_000;
const shape = /^([0-9a-z]{1,9})-([0-9A-Za-z_-]{22})$/;

/** @param key 32 bytes in base64 */
export function createBuyerProofs(key: string): BuyerProofs {
  const { sign, isSigned } = createSigner(key);
  return {
    of(id, now) {
      const end = Math.floor((now.getTime() + lifetimeMs) / 1000).toString(36);
      return `${end}-${sign(purpose, `${id}\n${end}`)}`;
    },
    holds(id, proof, now) {
      const [, end = '', signature = ''] = shape.exec(proof) ?? [];
      return isSigned(purpose, `${id}\n${end}`, signature) && now.getTime() < Number.parseInt(end, 36) * 1000;
    },
  };
}
