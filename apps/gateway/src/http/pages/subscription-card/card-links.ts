import { createHmac, timingSafeEqual } from 'node:crypto';
import { tenantOf, type Tenant } from '@pitanga/core';

/** Whose card a link replaces. */
export interface CardLink {
  readonly tenant: Tenant;
  readonly subscriptionId: string;
}

/** The signed links by which a payer replaces the card of a subscription, without an API key. */
export interface CardLinks {
  /** The address of the page; from `now` on it works for 30 days. */
  addressOf(link: CardLink, now: Date): string;
  /** What a token stands for; undefined for one that we have not signed, or whose time is over. */
  open(token: string, now: Date): CardLink | undefined;
}

const lifetimeMs = 30 * 86_400_000;
/** 128 bits, so that a token stays shorter than a path's parameter may be. */
const signatureLength = 22;

/**
 * @param key 32 bytes in base64
 * @param publicUrl base of the address, without a slash at the end
 */
export function createCardLinks(key: string, publicUrl: string): CardLinks {
  // What is signed says what it is for: no other link that this key may sign one day opens as one of these.
  const sign = (content: string): string =>
    createHmac('sha256', Buffer.from(key, 'base64'))
      .update(`subscription card v1\n${content}`)
      .digest('base64url')
      .slice(0, signatureLength);

  return {
    addressOf({ tenant, subscriptionId }, now) {
      const expiresAtSeconds = Math.floor((now.getTime() + lifetimeMs) / 1000);
      const content = [subscriptionId, tenant.storeId, tenant.devMode ? 'd' : 'p', expiresAtSeconds.toString(36)].join(
        '.',
      );
      return `${publicUrl}/subscriptions/${content}.${sign(content)}/card`;
    },
    open(token, now) {
      const end = token.lastIndexOf('.');
      const content = token.slice(0, end);
      if (!isEqual(token.slice(end + 1), sign(content))) return undefined;
      const [subscriptionId = '', storeId = '', environment, expiresAtSeconds = ''] = content.split('.');
      if (now.getTime() >= Number.parseInt(expiresAtSeconds, 36) * 1000) return undefined;
      return { subscriptionId, tenant: tenantOf(storeId, environment === 'd') };
    },
  };
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
