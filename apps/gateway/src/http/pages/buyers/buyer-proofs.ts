import { createSigner } from '../../../signer';

/**
 * Proves to a page that its visitor is the buyer of a record. The id of the record proves nothing: it stands in every
 * record and webhook. A proof is in a cookie of the browser that paid, or in a link that was mailed to the buyer.
 */
export interface BuyerProofs {
  /** @param id of what the proof is about; it holds for a fixed time from `now` */
  of(id: string, now: Date): string;
  holds(id: string, proof: string, now: Date): boolean;
}

const shape = /^([0-9a-z]{1,9})-([0-9A-Za-z_-]{22})$/;

/**
 * For charges, subscriptions, checkouts and card replacements: as long as the signed links of a subscription.
 *
 * @param key 32 bytes in base64
 */
export function createBuyerProofs(key: string): BuyerProofs {
  return createProofs(key, 'buyer', 30 * 86_400_000);
}

/** That a browser paid a charge by card: no link and no code gives one, because it charges the card that is kept. */
export function createPayerProofs(key: string): BuyerProofs {
  return createProofs(key, 'payer card', 30 * 86_400_000);
}

/** Sessions of customer portals, by their id: one hour. */
export function createPortalSessions(key: string): BuyerProofs {
  return createProofs(key, 'customer portal session', portalSessionSeconds * 1000);
}

export const portalSessionSeconds = 3_600;

function createProofs(key: string, purpose: string, lifetimeMs: number): BuyerProofs {
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
