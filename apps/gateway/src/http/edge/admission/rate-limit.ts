import { AppError, type Clock } from '@pitanga/core';
import type { Redis } from './redis';
import { createSlidingWindows, type Counted, type SlidingWindows } from './sliding-windows';

/** The remaining requests of a key in its window. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** Until one more request is allowed, at least 1. */
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

export interface RateLimiter {
  /**
   * Counts one request of a key: in any window of `windowMs` (default: a second) at most `limit` requests pass. Never
   * rejects and never takes longer than about 50 ms.
   */
  count(key: string, limit: number, windowMs?: number): Promise<Allowance>;
}

const defaultWindowMs = 1_000;

/**
 * Keeps a list of the times of the requests that passed in the window, newest first. Returns whether the request is
 * refused, the count, and the oldest time. A key expires one window after its last request.
 */
const script = `
local now, window, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local oldest = tonumber(redis.call('LINDEX', KEYS[1], -1))
while oldest and oldest <= now - window do
  redis.call('RPOP', KEYS[1])
  oldest = tonumber(redis.call('LINDEX', KEYS[1], -1))
end
local used = redis.call('LLEN', KEYS[1])
if used >= limit then return {1, used, oldest} end
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], window)
return {0, used + 1, oldest or now}`;

/**
 * Counts twice: in this process, without delay or failure, and in Redis for all gateways, in one round trip. A request
 * passes if neither refuses it. Without Redis the count of this process decides, so a key has at most its limit at each
 * gateway.
 *
 * Times follow each gateway's clock: a skew of a few milliseconds moves the end of a window.
 */
export function createRateLimiter({
  redis,
  clock,
  windows = createSlidingWindows(),
}: {
  readonly redis: Redis;
  readonly clock: Clock;
  readonly windows?: SlidingWindows;
}): RateLimiter {
  return {
    async count(key, limit, windowMs = defaultWindowMs) {
      const nowMs = clock.real().getTime();
      const allowance = (counted: Counted): Allowance => toAllowance(counted, limit, windowMs, nowMs);
      const here = windows.count(key, limit, windowMs, nowMs);
      if (here?.isExceeded === true) return allowance(here);
      const everywhere = await countInRedis(redis, key, limit, windowMs, nowMs);
      // The local counter is full and Redis is down: the count is unknown.
      if (!everywhere) return allowance(here ?? { used: limit, oldestMs: nowMs, isExceeded: true });
      if (everywhere.isExceeded && here) windows.uncount(key);
      return allowance(everywhere);
    },
  };
}

async function countInRedis(
  redis: Redis,
  key: string,
  limit: number,
  windowMs: number,
  nowMs: number,
): Promise<Counted | undefined> {
  const asked = { keys: [`rate:${key}`], arguments: [nowMs, windowMs, limit].map(String) };
  const answer = await redis.run((client) => client.eval(script, asked));
  if (answer === undefined) return undefined;
  const [exceeded, used, oldestMs] = answer as [number, number, number];
  return { used, oldestMs, isExceeded: exceeded === 1 };
}

function toAllowance({ used, oldestMs, isExceeded }: Counted, limit: number, windowMs: number, nowMs: number) {
  const resetSeconds = Math.max(1, Math.ceil((oldestMs + windowMs - nowMs) / 1_000));
  return { limit, remaining: Math.max(0, limit - used), resetSeconds, isExceeded };
}

export function rateLimitExceeded(allowance: Allowance): AppError {
  return new AppError({
    kind: 'RESOURCE_EXHAUSTED',
    reason: 'RATE_LIMIT_EXCEEDED',
    message: `Rate limit of ${String(allowance.limit)} requests per second exceeded`,
  });
}
