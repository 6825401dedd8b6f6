import type { Clock } from '@pitanga/core';

export interface FetchedToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

export interface TokenSource {
  /** The token of this account, fetched when there is none or most of its life is over. */
  current(): Promise<string>;
  /** Another one than `refused`, which the bank does not take any more. */
  after(refused: string): Promise<string>;
}

/** The part of its life after which a token is fetched anew, so that none ends on its way. */
const refreshAt = 0.8;

/** Keeps one access token. However many calls want one at once, one fetch is under way. */
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
      // Still good for a while: a token endpoint that is down for a moment stops no payment.
      return single().catch(() => known.token);
    },
    after: (refused) => {
      if (held?.token === refused) held = undefined;
      return held === undefined ? single() : Promise.resolve(held.token);
    },
  };
}
