import { isIP } from 'node:net';
import { AppError } from '@pitanga/core';
import ipaddr from 'ipaddr.js';
import { Type, type Static, type TObject } from 'typebox';
import { createSigner } from '../../../signer';
import type { RateLimiter } from './rate-limit';

const perMinute = (fallback: number, description: string) =>
  Type.Integer({ default: fallback, minimum: 0, description: `${description}, 0 = no limit` });

/** Limits of pages and public keys. Spread into the gateway's configuration. */
export const edgeLimitConfig = {
  PAGE_REQUESTS_PER_ADDRESS: perMinute(1_200, 'requests a minute to hosted pages from one address (IPv6: one /64)'),
  PAGE_FORMS_PER_ADDRESS: perMinute(120, 'forms of hosted pages a minute from one address'),
  PAGE_FORMS_PER_CHECKOUT: perMinute(600, 'forms a minute to one checkout, link or card page'),
  CARD_TOKENS_PER_ADDRESS: perMinute(120, 'card tokens a minute by public keys from one address'),
  CARD_TOKENS_PER_CARD: perMinute(10, 'tokens a minute of one payment method at one production store'),
  WRONG_KEYS_PER_ADDRESS: perMinute(60, 'different wrong API keys, or callback addresses, a minute from one address'),
  SIGN_INS_PER_ADDRESS: perMinute(
    60,
    'requests a minute without a session to the sign-in of the dashboard from one address',
  ),
  OAUTH_REQUESTS_PER_ADDRESS: perMinute(300, 'requests a minute for access to /mcp by OAuth from one address'),
  OAUTH_CLIENTS_PER_ADDRESS: perMinute(20, 'assistants a minute that register themselves from one address'),
};

export type EdgeLimitConfig = Static<TObject<typeof edgeLimitConfig>>;

/** Limits of callers that have no secret key. Each rejects with RESOURCE_EXHAUSTED when its limit is exceeded. */
export interface EdgeLimits {
  /** A keyed hash of the address, which does not reveal it. */
  hashClient(address: string): string;
  page(address: string): Promise<void>;
  form(address: string, pageId: string): Promise<void>;
  cardToken(address: string): Promise<void>;
  /** Requests of people who are not signed in. */
  signIn(address: string): Promise<void>;
  /** Requests of assistants and their browsers for access by OAuth. */
  oauth(address: string): Promise<void>;
  /** Assistants that register themselves. */
  oauthClient(address: string): Promise<void>;
  /** Mail with a code for the buyer of a record: to one buyer, and for one address. */
  accessCodeMail(address: string, subject: string): Promise<void>;
  /** Tries of one code. */
  accessCode(ask: string): Promise<void>;
  /** Production only: test cards are shared. */
  card(storeId: string, number: string): Promise<void>;
}

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** docs/behaviour/checkouts.md#buyer-code */
const codeLimits = { triesPerCode: 5, mailsPerHour: 3, mailsPerDay: 10, mailsPerAddress: 10 };

/** @param key 32 bytes in base64 */
export function createEdgeLimits(config: EdgeLimitConfig, key: string, limiter: RateLimiter): EdgeLimits {
  const { sign } = createSigner(key);
  const hashClient = (address: string): string => sign('client address', clientNetwork(address));

  async function count(key: string, limit: number, windowMs: number = minuteMs): Promise<void> {
    if (limit === 0) return;
    const { isExceeded, resetSeconds } = await limiter.count(key, limit, windowMs);
    if (isExceeded) throw tooManyRequests(resetSeconds);
  }

  return {
    hashClient,
    page: (address) => count(`page:${hashClient(address)}`, config.PAGE_REQUESTS_PER_ADDRESS),
    async form(address, pageId) {
      await count(`form:${hashClient(address)}`, config.PAGE_FORMS_PER_ADDRESS);
      await count(`checkout:${pageId}`, config.PAGE_FORMS_PER_CHECKOUT);
    },
    signIn: (address) => count(`sign-in:${hashClient(address)}`, config.SIGN_INS_PER_ADDRESS),
    oauth: (address) => count(`oauth:${hashClient(address)}`, config.OAUTH_REQUESTS_PER_ADDRESS),
    oauthClient: (address) => count(`oauth-client:${hashClient(address)}`, config.OAUTH_CLIENTS_PER_ADDRESS),
    async accessCodeMail(address, subject) {
      await count(`code-address:${hashClient(address)}`, codeLimits.mailsPerAddress, hourMs);
      await count(`code-day:${subject}`, codeLimits.mailsPerDay, 24 * hourMs);
      await count(`code-hour:${subject}`, codeLimits.mailsPerHour, hourMs);
    },
    accessCode: (ask) => count(`code:${ask}`, codeLimits.triesPerCode, 10 * minuteMs),
    cardToken: (address) => count(`token:${hashClient(address)}`, config.CARD_TOKENS_PER_ADDRESS),
    card: (storeId, number) =>
      count(`card:${storeId}:${sign('card', number.replace(/\D/g, ''))}`, config.CARD_TOKENS_PER_CARD),
  };
}

/** A client's address without the port that some proxies write beside it. */
export function clientAddress(forwarded: string): string {
  const [, bracketed, withPort] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(forwarded) ?? [];
  return bracketed ?? withPort ?? forwarded;
}

/** An IPv4 address, or the /64 of an IPv6 address, which usually is one customer's. */
export function clientNetwork(forwarded: string): string {
  const address = clientAddress(forwarded);
  if (isIP(address) === 0) return '';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

export function tooManyRequests(retryAfterSeconds: number): AppError {
  return new AppError({
    kind: 'RESOURCE_EXHAUSTED',
    reason: 'TOO_MANY_REQUESTS',
    message: 'Too many requests; try again later',
    metadata: { retryAfterSeconds: String(retryAfterSeconds) },
  });
}
