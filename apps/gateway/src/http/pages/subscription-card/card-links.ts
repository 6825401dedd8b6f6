import { toTenant, type Tenant } from '@pitanga/core';
import { createSigner } from '../../../signer';

/** The subscription of a link. */
export interface CardLink {
  readonly tenant: Tenant;
  readonly subscriptionId: string;
}

/** A link to the page of a subscription, whose links to other pages end with it. */
export interface ManageLink extends CardLink {
  readonly issuedAt: Date;
}

/**
 * Signed links for the payer of a subscription: to the page that replaces its card, and to the one that shows its charges
 * and cancels it. Neither opens the other.
 */
export interface CardLinks {
  /** The address of the page, valid for 30 days from `now`. */
  cardAddress(link: CardLink, now: Date): string;
  /** The link of a token; undefined for a token with a wrong signature or past its expiry. */
  open(token: string, now: Date): CardLink | undefined;
  /** The address of the page of charges and cancellation, valid from `now` for 30 days, or for `ms`. */
  manageAddress(link: CardLink, now: Date, ms?: number): string;
  /** As {@link open}, of a token of that page. */
  openManage(token: string, now: Date): ManageLink | undefined;
}

const lifetimeMs = 30 * 86_400_000;

/**
 * @param key 32 bytes in base64
 * @param publicUrl base of the address, without a trailing slash
 */
export function createCardLinks(key: string, publicUrl: string): CardLinks {
  // Short, because the whole token must fit a path parameter.
  const { sign, isSigned } = createSigner(key);

  const signToken = (purpose: Purpose, { tenant, subscriptionId }: CardLink, now: Date, ms = lifetimeMs): string => {
    const expiresAtSeconds = Math.floor((now.getTime() + ms) / 1000);
    const parts = [subscriptionId, tenant.storeId, tenant.devMode ? 'd' : 'p', expiresAtSeconds.toString(36)];
    const content = parts.join('.');
    return `${content}.${sign(`subscription ${purpose}`, content)}`;
  };

  const read = (purpose: Purpose, token: string, now: Date) => {
    const end = token.lastIndexOf('.');
    const content = token.slice(0, end);
    if (!isSigned(`subscription ${purpose}`, content, token.slice(end + 1))) return undefined;
    const [subscriptionId = '', storeId = '', environment, expiresAtSeconds = ''] = content.split('.');
    const expiresAtMs = Number.parseInt(expiresAtSeconds, 36) * 1000;
    if (now.getTime() >= expiresAtMs) return undefined;
    return { link: { subscriptionId, tenant: toTenant(storeId, environment === 'd') }, expiresAtMs };
  };

  return {
    cardAddress: (link, now) => `${publicUrl}/subscriptions/${signToken('card', link, now)}/card`,
    open: (token, now) => read('card', token, now)?.link,
    manageAddress: (link, now, ms) => `${publicUrl}/subscriptions/${signToken('manage', link, now, ms)}`,
    openManage(token, now) {
      const found = read('manage', token, now);
      return found && { ...found.link, issuedAt: new Date(found.expiresAtMs - lifetimeMs) };
    },
  };
}

type Purpose = 'card' | 'manage';
