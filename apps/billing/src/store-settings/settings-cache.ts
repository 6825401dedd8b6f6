import type { Clock, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createReadCache } from '@pitanga/runtime';
import { storeNotConfigured, type StoreSettings } from './store-settings';
import { findSettings } from './store-settings-repository';

export interface SettingsCache {
  /** A store's settings; FAILED_PRECONDITION with reason STORE_NOT_CONFIGURED when it has none. */
  of(db: Db, tenant: Tenant): Promise<StoreSettings>;
  /** After a change, so that this process sees it at once. */
  forget(storeId: string): void;
}

/** How stale another process's settings may be. */
const ttlMs = 5_000;

/** Caches settings in the process, so that creating a charge does not read them every time. */
export function createSettingsCache(clock: Clock): SettingsCache {
  const known = createReadCache<StoreSettings>({ ttlMs, nowMs: () => clock.real().getTime() });
  return {
    of: (db, tenant) =>
      known.get(tenant.storeId, async () => {
        const settings = await findSettings(db, tenant);
        if (!settings) throw storeNotConfigured();
        return settings;
      }),
    forget: (storeId) => {
      known.forget(storeId);
    },
  };
}
