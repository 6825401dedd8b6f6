import type { Clock, Tenant } from '@pitanga/core';

/** The adapters of the stores' accounts, each with its connections and what it has learnt (a token). */
export interface StoreAdapters<Adapter> {
  /** Undefined when the store has no account, and in dev mode, which is simulated. */
  of(tenant: Tenant): Promise<Adapter | undefined>;
  /** After a change, so that this process sees it at once. */
  forget(storeId: string): void;
  /** Ends every connection. */
  close(): void;
}

export interface StoreAdaptersOptions<Account, Adapter> {
  readonly clock: Pick<Clock, 'real'>;
  readonly find: (tenant: Tenant) => Promise<Account | undefined>;
  readonly create: (storeId: string, account: Account) => Adapter;
}

/** How stale another process's accounts may be: changed credentials reach every process within it. */
const cacheMs = 5_000;
const cachedStoresMax = 10_000;

interface Cached<Account, Adapter> {
  readonly account: Account | undefined;
  readonly adapter: Adapter | undefined;
  readonly until: number;
}

export function createStoreAdapters<Account extends { readonly updatedAt: Date }, Adapter extends { close(): void }>(
  options: StoreAdaptersOptions<Account, Adapter>,
): StoreAdapters<Adapter> {
  const cache = new Map<string, Cached<Account, Adapter>>();

  /** The one kept so far while its account is the same, so that connections and tokens outlive many readings. */
  const adapterFor = (storeId: string, account: Account | undefined): Adapter | undefined => {
    if (!account) return undefined;
    const cached = cache.get(storeId);
    if (cached?.account?.updatedAt.getTime() === account.updatedAt.getTime()) return cached.adapter;
    return options.create(storeId, account);
  };

  return {
    of: async (tenant) => {
      if (tenant.devMode) return undefined;
      const { storeId } = tenant;
      const now = options.clock.real().getTime();
      const known = cache.get(storeId);
      if (known && known.until > now) return known.adapter;
      const account = await options.find(tenant);
      // The cache is read again after the query: a parallel call may have made the adapter meanwhile.
      const adapter = adapterFor(storeId, account);
      // A Map keeps insertion order, so the first key is the one refreshed longest ago. A replaced adapter ends its
      // calls and then its idle connections by itself.
      cache.delete(storeId);
      if (cache.size >= cachedStoresMax) cache.delete(cache.keys().next().value ?? '');
      cache.set(storeId, { account, adapter, until: now + cacheMs });
      return adapter;
    },
    forget: (storeId) => {
      cache.delete(storeId);
    },
    close: () => {
      for (const { adapter } of cache.values()) adapter?.close();
      cache.clear();
    },
  };
}
