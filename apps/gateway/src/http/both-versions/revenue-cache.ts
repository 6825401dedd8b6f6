import type { Tenant } from '@pitanga/core';
import type { RevenueRecord } from '@pitanga/records';
import { createReadCache } from '@pitanga/runtime';
import type { StoreClock } from '@pitanga/store-clock';
import type { Redis } from '../edge/admission/redis';

export interface DayRange {
  readonly startDate: string;
  readonly endDate: string;
}

export interface RevenueCache {
  /** The answer of the last hour from any gateway and version, otherwise that of `load`. */
  through(tenant: Tenant, range: DayRange, load: () => Promise<RevenueRecord>): Promise<RevenueRecord>;
}

const keptSeconds = 3_600;

/**
 * Cached in Redis. The key contains the offset of the store's test clock, so moving the clock invalidates the store's
 * cache; nothing is read from or put into the cache during an advance.
 */
export function createRevenueCache({
  redis,
  clock,
}: {
  readonly redis: Redis;
  readonly clock: StoreClock;
}): RevenueCache {
  // Only shares reads under way: what was read is in Redis, or nowhere while Redis is away.
  const underWay = createReadCache<RevenueRecord>({ ttlMs: Infinity, nowMs: () => 0 });

  return {
    async through(tenant, { startDate, endDate }, load) {
      if (clock.isAdvancing(tenant)) return load();
      const environment = tenant.devMode ? 'dev' : 'prod';
      const key = ['revenue', tenant.storeId, environment, clock.offsetMs(tenant), startDate, endDate].join(':');
      const read = async (): Promise<RevenueRecord> => {
        const known = await redis.run((client) => client.get(key));
        if (known !== undefined && known !== null) return JSON.parse(known) as RevenueRecord;
        const isUnderWay = clock.isAdvancing(tenant);
        const fresh = await load();
        if (!isUnderWay)
          redis.send((client) =>
            client.set(key, JSON.stringify(fresh), { expiration: { type: 'EX', value: keptSeconds } }),
          );
        return fresh;
      };
      try {
        return await underWay.get(key, read);
      } finally {
        underWay.forget(key);
      }
    },
  };
}
