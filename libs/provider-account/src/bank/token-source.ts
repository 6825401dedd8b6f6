import type { Clock } from '@pitanga/core';

export interface FetchedToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

export interface TokenSource {
  /** The token of the account; fetched when there is none or most of its lifetime has passed. */
  current(): Promise<string>;
  /** A token other than `refused`, which the bank rejected. */
  after(refused: string): Promise<string>;
}

/** The share of its lifetime after which a token is refreshed, so that none expires in flight. */
const refreshAt = 0.8;

/** Caches one access token; concurrent calls share one fetch. */
export function createTokenSource(clock: Clock, fetch: () => Promise<FetchedToken>): TokenSource {
  let held: { readonly token: string; readonly refreshMs: number; readonly endMs: number } | undefined;
  let underWay: Promise<string> | undefined;

  async function renew(): Promise<string> {
    const askedMs = clock.real().getTime();
    const { token, expiresInSeconds } = await fetch();
    const lifeMs = expiresInSeconds * 1_000;
    held = { token, refreshMs: askedMs + lifeMs * refreshAt, endMs: askedMs + lifeMs };
    return token;
  }

  function single(): Promise<string> {
    underWay ??= renew().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  return {
    current: async () => {
      const nowMs = clock.real().getTime();
      const known = held;
      if (known === undefined || nowMs >= known.endMs) return single();
      if (nowMs < known.refreshMs) return known.token;
      // The token is still valid, so an unavailable token endpoint stops no payment.
      return single().catch(() => known.token);
    },
    after: (refused) => {
      if (held?.token === refused) held = undefined;
      return held === undefined ? single() : Promise.resolve(held.token);
    },
  };
}
