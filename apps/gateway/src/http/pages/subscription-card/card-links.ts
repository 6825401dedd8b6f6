import { createHmac, timingSafeEqual } from 'node:crypto';
import { tenantOf, type Tenant } from '@pitanga/core';

/** The subscription whose card a link replaces. */
export interface CardLink {
  readonly tenant: Tenant;
  readonly subscriptionId: string;
}

/** Signed links to the page on which a payer replaces the card of a subscription. */
export interface CardLinks {
  /** The address of the page, valid for 30 days from `now`. */
  addressOf(link: CardLink, now: Date): string;
  /** The link of a token; undefined for a token with a wrong signature or past its expiry. */
  open(token: string, now: Date): CardLink | undefined;
}

const lifetimeMs = 30 * 86_400_000;
/** 128 bits: the whole token must fit a path parameter. */
const signatureLength = 22;

/**
 * @param key 32 bytes in base64
 * @param publicUrl base of the address, without a trailing slash
 */
export function createCardLinks(key: string, publicUrl: string): CardLinks {
  // The signed text names its purpose, so other links signed with this key cannot be used here.
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
