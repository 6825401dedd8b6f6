import type { Clock, Tenant } from '@pitanga/core';
import { createReadCache } from '@pitanga/runtime';

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
const ttlMs = 5_000;

export function createStoreAdapters<Account extends { readonly updatedAt: Date }, Adapter extends { close(): void }>({
  clock,
  find,
  create,
}: StoreAdaptersOptions<Account, Adapter>): StoreAdapters<Adapter> {
  const known = createReadCache<{ readonly updatedAt: Date; readonly adapter: Adapter } | undefined>({
    ttlMs,
    nowMs: () => clock.real().getTime(),
  });

  return {
    of: async (tenant) => {
      if (tenant.devMode) return undefined;
      const { storeId } = tenant;
      const found = await known.get(storeId, async (before) => {
        const account = await find(tenant);
        if (!account) return undefined;
        // While its account is the same the adapter stays, with its connections and tokens. A replaced one ends its calls
        // and then its idle connections by itself.
        if (before?.updatedAt.getTime() === account.updatedAt.getTime()) return before;
        return { updatedAt: account.updatedAt, adapter: create(storeId, account) };
      });
      return found?.adapter;
    },
    forget: (storeId) => {
      known.forget(storeId);
    },
    close: () => {
      for (const found of known.values()) found?.adapter.close();
    },
  };
}
