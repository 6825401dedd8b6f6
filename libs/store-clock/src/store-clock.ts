import type { Clock, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { periodic, type Lifecycle, type Log } from '@pitanga/runtime';
import { findClock, findClocksChangedSince, type ClockRow } from './clock-repository';

/** A clock with an offset for each store's dev environment. Production is always real time. */
export interface StoreClock extends Clock {
  /** Store time less real time, in milliseconds. */
  offsetMs(tenant: Tenant): number;
  /** True while the store's clock is being advanced: work skips waits of real time. */
  isAdvancing(tenant: Tenant): boolean;
  /** Stores whose clock is being advanced; nearly always none. */
  advancing(): ReadonlySet<string>;
  /** Calls `listener` with the store's id when its clock has moved: caches for it may be stale. */
  onMoved(listener: (storeId: string) => void): void;
  /** Reads one store's clock again, which another process may have moved. */
  reload(tenant: Tenant): Promise<void>;
  /** Reads the clocks that changed since the last call. */
  refresh(): Promise<void>;
  /** Applies an offset that a transaction is about to commit; after a rollback, call `reload`. */
  adopt(row: Omit<ClockRow, 'changedAt' | 'advancingSince'>): void;
}

export interface StoreClockOptions {
  readonly db: Db;
  /** Real time, and store time without offsets. */
  readonly base: Clock;
}

/** How long another process may use the old offset. */
const refreshEveryMs = 1_000;

const noStores: ReadonlySet<string> = new Set();

/** Caches the offsets of this service's database; empty before the first `refresh`. */
export function createStoreClock({ db, base }: StoreClockOptions): StoreClock {
  const offsets = new Map<string, number>();
  const advancingUntil = new Map<string, number>();
  const listeners: ((storeId: string) => void)[] = [];
  let changedAt: Date | undefined;

  const set = ({ storeId, offsetMs, advancingUntil: until }: Parameters<StoreClock['adopt']>[0]): void => {
    const before = offsets.get(storeId) ?? 0;
    if (offsetMs === 0) offsets.delete(storeId);
    else offsets.set(storeId, offsetMs);
    if (until === undefined) advancingUntil.delete(storeId);
    else advancingUntil.set(storeId, until.getTime());
    if (offsetMs !== before) for (const listener of listeners) listener(storeId);
  };
  /** A read may be older than the cache; clocks only move forward. */
  const merge = (row: ClockRow): void => {
    if (row.offsetMs >= (offsets.get(row.storeId) ?? 0)) set(row);
  };
  const clockOffset = (tenant: Tenant): number => (tenant.devMode ? (offsets.get(tenant.storeId) ?? 0) : 0);
  const advancing = (): ReadonlySet<string> => {
    if (advancingUntil.size === 0) return noStores;
    const now = base.real().getTime();
    for (const [storeId, until] of advancingUntil) if (until <= now) advancingUntil.delete(storeId);
    return new Set(advancingUntil.keys());
  };

  return {
    real: () => base.real(),
    now: (tenant) => {
      const offsetMs = clockOffset(tenant);
      const now = base.now(tenant);
      return offsetMs === 0 ? now : new Date(now.getTime() + offsetMs);
    },
    offsetMs: clockOffset,
    isAdvancing: (tenant) => tenant.devMode && advancing().has(tenant.storeId),
    advancing,
    onMoved: (listener) => {
      listeners.push(listener);
    },
    reload: async (tenant) => {
      const row = await findClock(db, tenant);
      set(row ?? { storeId: tenant.storeId, offsetMs: 0, advancingUntil: undefined });
    },
    refresh: async () => {
      for (const row of await findClocksChangedSince(db, changedAt)) {
        merge(row);
        if (changedAt === undefined || row.changedAt > changedAt) changedAt = row.changedAt;
      }
    },
    adopt: set,
  };
}

/** A store clock with every offset loaded, refreshed until the service stops. */
export async function startStoreClock(
  options: StoreClockOptions & { readonly log: Log; readonly lifecycle: Lifecycle },
): Promise<StoreClock> {
  const clock = createStoreClock(options);
  await clock.refresh();
  const refreshing = periodic('refresh store clocks', refreshEveryMs, () => clock.refresh(), options.log);
  options.lifecycle.defer('store clocks', () => refreshing.stop());
  return clock;
}
