import { AppError, type Clock } from '@pitanga/core';
import type { Redis } from './redis';

/** What is left of a key's requests in the current second. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

export interface RateLimiter {
  /** Counts one request of a key. Never rejects and never takes longer than about 50 ms. */
  count(keyId: string, limit: number): Promise<Allowance>;
}

const windowSeconds = 1;

/**
 * Fixed windows of one second, counted in Redis for all gateways together, in one round trip. Windows
 * follow each gateway's clock: a skew of a few milliseconds moves a border, nothing else.
 * Without Redis every request passes: refusing all payments would be worse than not counting them.
 */
export function createRateLimiter({ redis, clock }: { readonly redis: Redis; readonly clock: Clock }): RateLimiter {
  return {
    async count(keyId, limit) {
      const window = Math.floor(clock.real().getTime() / (windowSeconds * 1000));
      const key = `rate:${keyId}:${String(window)}`;
      const seen = await redis.ask((client) => client.incr(key));
      if (seen === undefined) return { limit, remaining: limit, resetSeconds: windowSeconds, isExceeded: false };
      // Only the first request of a window pays for its expiry, and nobody waits for it.
      if (seen === 1) redis.tell((client) => client.expire(key, windowSeconds * 2));
      return { limit, remaining: Math.max(0, limit - seen), resetSeconds: windowSeconds, isExceeded: seen > limit };
    },
  };
}

export function rateLimitExceeded(allowance: Allowance): AppError {
  return new AppError({
    kind: 'RESOURCE_EXHAUSTED',
    reason: 'RATE_LIMIT_EXCEEDED',
    message: `Rate limit of ${String(allowance.limit)} requests per second exceeded`,
  });
}
