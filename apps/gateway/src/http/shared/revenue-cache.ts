import type { Tenant } from '@pitanga/core';
import type { RevenueRecord } from '@pitanga/records';
import type { StoreClock } from '@pitanga/store-clock';
import type { Redis } from '../edge/admission/redis';

export interface DayRange {
  readonly startDate: string;
  readonly endDate: string;
}

export interface RevenueCache {
  /** What was answered within the last hour, by any gateway and version; else what `load` answers. */
  through(tenant: Tenant, range: DayRange, load: () => Promise<RevenueRecord>): Promise<RevenueRecord>;
}

const keptSeconds = 3_600;

/**
 * Kept in Redis. The key carries how far the store's test clock is ahead, so that advancing it empties the store's
 * cache; while it is being advanced, what follows from it is still on its way and nothing is kept.
 */
export function createRevenueCache({
  redis,
  clock,
}: {
  readonly redis: Redis;
  readonly clock: StoreClock;
}): RevenueCache {
  return {
    async through(tenant, { startDate, endDate }, load) {
      const environment = tenant.devMode ? 'dev' : 'prod';
      const key = ['revenue', tenant.storeId, environment, clock.offsetMs(tenant), startDate, endDate].join(':');
      const known = await redis.ask((client) => client.get(key));
      if (known !== undefined && known !== null) return JSON.parse(known) as RevenueRecord;
      const isUnderWay = clock.isAdvancing(tenant);
      const fresh = await load();
      if (!isUnderWay)
        redis.tell((client) =>
          client.set(key, JSON.stringify(fresh), { expiration: { type: 'EX', value: keptSeconds } }),
        );
      return fresh;
    },
  };
}
