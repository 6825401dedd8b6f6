import type { Clock, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { storeNotConfigured, type StoreSettings } from './store-settings';
import { findSettings } from './store-settings-repository';

export interface SettingsCache {
  /** A store's settings; FAILED_PRECONDITION with reason STORE_NOT_CONFIGURED when it has none. */
  of(db: Db, tenant: Tenant): Promise<StoreSettings>;
  /** After a change, so that this process sees it at once. */
  forget(storeId: string): void;
}

/** How stale another process's settings may be. */
const cacheTtlMs = 5_000;
const cachedStoresMax = 10_000;

/** Caches settings in the process, so that creating a charge does not read them every time. */
export function createSettingsCache(clock: Clock): SettingsCache {
  const cache = new Map<string, { readonly settings: StoreSettings; readonly until: number }>();
  return {
    of: async (db, tenant) => {
      const { storeId } = tenant;
      const now = clock.real().getTime();
      const cached = cache.get(storeId);
      if (cached && cached.until > now) return cached.settings;
      const settings = await findSettings(db, tenant);
      if (!settings) throw storeNotConfigured();
      // A Map keeps insertion order, so its first key is the one refreshed longest ago.
      cache.delete(storeId);
      if (cache.size >= cachedStoresMax) cache.delete(cache.keys().next().value ?? '');
      cache.set(storeId, { settings, until: now + cacheTtlMs });
      return settings;
    },
    forget: (storeId) => {
      cache.delete(storeId);
    },
  };
}
