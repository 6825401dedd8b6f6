import type { Clock, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { periodic, type Lifecycle, type Log } from '@pitanga/runtime';
import { findClock, findClocksChangedSince, type ClockRow } from './clock-repository';

/** A clock that is ahead of real time for stores whose dev environment was moved. Production never is. */
export interface StoreClock extends Clock {
  /** Store time less real time, in milliseconds. */
  offsetMs(tenant: Tenant): number;
  /** True while the store's clock is being advanced: for stretches of real time that nobody wants to wait for. */
  isAdvancing(tenant: Tenant): boolean;
  /** The stores that are being advanced now; nearly always none. */
  advancing(): ReadonlySet<string>;
  /** Calls `listener` with the store's id whenever its clock was moved: what is kept for it may have aged. */
  onMoved(listener: (storeId: string) => void): void;
  /** Reads one store's clock again, which another process may just have moved. */
  reload(tenant: Tenant): Promise<void>;
  /** Reads what changed since the last call. */
  refresh(): Promise<void>;
  /** Takes over what a transaction is about to commit; after a rollback, call `reload`. */
  adopt(row: Omit<ClockRow, 'changedAt' | 'advancingSince'>): void;
}

export interface StoreClockOptions {
  readonly db: Db;
  /** Real time, and the store's time without any offset. */
  readonly base: Clock;
}

/** How late another process may learn that a clock was moved. The one that moved it knows at once. */
const refreshEveryMs = 1_000;

const nobody: ReadonlySet<string> = new Set();

/** A clock over the offsets in this service's database, kept in memory. Knows none before the first `refresh`. */
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
  /** What was read may be older than what is known: clocks only go forward. */
  const merge = (row: ClockRow): void => {
    if (row.offsetMs >= (offsets.get(row.storeId) ?? 0)) set(row);
  };
  const offsetOf = (tenant: Tenant): number => (tenant.devMode ? (offsets.get(tenant.storeId) ?? 0) : 0);
  const advancing = (): ReadonlySet<string> => {
    if (advancingUntil.size === 0) return nobody;
    const now = base.real().getTime();
    for (const [storeId, until] of advancingUntil) if (until <= now) advancingUntil.delete(storeId);
    return new Set(advancingUntil.keys());
  };

  return {
    real: () => base.real(),
    now: (tenant) => {
      const offsetMs = offsetOf(tenant);
      const now = base.now(tenant);
      return offsetMs === 0 ? now : new Date(now.getTime() + offsetMs);
    },
    offsetMs: offsetOf,
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

/** The same, with every offset loaded, kept fresh until the service stops. */
export async function startStoreClock(
  options: StoreClockOptions & { readonly log: Log; readonly lifecycle: Lifecycle },
): Promise<StoreClock> {
  const clock = createStoreClock(options);
  await clock.refresh();
  const refreshing = periodic('refresh store clocks', refreshEveryMs, () => clock.refresh(), options.log);
  options.lifecycle.defer('store clocks', () => refreshing.stop());
  return clock;
}
