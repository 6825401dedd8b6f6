import { AppError, type Clock } from '@pitanga/core';
import type { Log } from '@pitanga/runtime';
import { createClient } from 'redis';

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
  stop(): void;
}

export interface RateLimiterOptions {
  readonly url: string;
  readonly log: Log;
  readonly clock: Clock;
}

const windowSeconds = 1;
const answerTimeoutMs = 50;
/** After a failure Redis is left alone for this long, so that a hanging one delays one request and not all. */
const pauseMs = 1_000;
const complainEveryMs = 60_000;

/**
 * Fixed windows of one second, counted in Redis for all gateways together, in one round trip. Windows
 * follow each gateway's clock: a skew of a few milliseconds moves a border, nothing else.
 * Without Redis every request passes, with one line in the log each minute: refusing all payments would
 * be worse than not counting them.
 */
export function createRateLimiter({ url, log, clock }: RateLimiterOptions): RateLimiter {
  const redis = createClient({
    url,
    // A command that cannot be sent now fails now, instead of waiting for Redis to come back.
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    socket: { connectTimeout: 2_000, reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 6), 2_000) },
  });
  let pausedUntilMs = 0;
  let complainedAtMs = -Infinity;

  function complain(error: unknown): void {
    const nowMs = performance.now();
    if (nowMs - complainedAtMs < complainEveryMs) return;
    complainedAtMs = nowMs;
    log.warn({ err: error }, 'Redis is away: requests are not counted against their limits');
  }

  redis.on('error', complain);
  // Connecting goes on in the background for ever; the first failures arrive as 'error' events.
  redis.connect().catch(complain);

  async function increment(key: string): Promise<number | undefined> {
    const counted = redis.incr(key);
    const seen = await within(answerTimeoutMs, counted);
    // Only the first request of a window pays for its expiry, and nobody waits for it.
    if (seen === 1) redis.expire(key, windowSeconds * 2).catch(complain);
    return seen;
  }

  return {
    async count(keyId, limit) {
      const nowMs = clock.real().getTime();
      const window = Math.floor(nowMs / (windowSeconds * 1000));
      const uncounted = { limit, remaining: limit, resetSeconds: windowSeconds, isExceeded: false };
      if (!redis.isReady || performance.now() < pausedUntilMs) {
        complain(undefined);
        return uncounted;
      }
      try {
        const seen = await increment(`rate:${keyId}:${String(window)}`);
        if (seen === undefined) throw new Error(`no answer within ${String(answerTimeoutMs)} ms`);
        return { limit, remaining: Math.max(0, limit - seen), resetSeconds: windowSeconds, isExceeded: seen > limit };
      } catch (error) {
        pausedUntilMs = performance.now() + pauseMs;
        complain(error);
        return uncounted;
      }
    },
    stop() {
      redis.destroy();
    },
  };
}

/** The value, or undefined when it takes longer. A late failure is nobody's concern any more. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, undefined);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}

export function rateLimitExceeded(allowance: Allowance): AppError {
  return new AppError({
    kind: 'RESOURCE_EXHAUSTED',
    reason: 'RATE_LIMIT_EXCEEDED',
    message: `Rate limit of ${String(allowance.limit)} requests per second exceeded`,
  });
}
