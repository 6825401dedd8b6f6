import type { Clock, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Log, Sealer } from '@pitanga/runtime';
import { createBacenPixProvider, type BacenPixProvider } from '../bacen-pix/bacen-pix-provider';
import type { BankLimits } from '../bacen-pix/bank-http';
import type { PixMetrics } from '../bacen-pix/pix-metrics';
import { noProviders, type ProvidersOf } from '../provider/providers';
import type { PixAccount } from './pix-account';
import { findPixAccount } from './pix-account-queries';

export interface PixAccountsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly pixMetrics: PixMetrics;
  /** Of calls to banks. */
  readonly limits?: BankLimits;
}

/** The adapters of the stores' bank accounts, each with its connections and its token. */
export interface PixAccounts {
  /** Undefined when the store has no account. */
  of(tenant: Tenant): Promise<BacenPixProvider | undefined>;
  /** After a change, so that this process sees it at once. */
  forget(storeId: string): void;
  /** Ends every connection. */
  close(): void;
}

/** How stale another process's accounts may be: changed credentials reach every process within it. */
const cacheMs = 5_000;
const cachedStoresMax = 10_000;

interface Cached {
  readonly account: PixAccount | undefined;
  readonly provider: BacenPixProvider | undefined;
  readonly until: number;
}

export function createPixAccounts(deps: PixAccountsDeps): PixAccounts {
  const { clock, db, sealer, limits } = deps;
  const cache = new Map<string, Cached>();

  /** The adapter kept so far while its account is the same, so that a token outlives many readings. */
  function providerFor(storeId: string, account: PixAccount | undefined, cached: Cached | undefined) {
    if (!account) return undefined;
    if (cached?.account?.updatedAt.getTime() === account.updatedAt.getTime()) return cached.provider;
    return createBacenPixProvider({
      config: account.settings,
      clock,
      log: deps.log.child({ storeId }),
      metrics: deps.pixMetrics,
      ...(limits && { limits }),
    });
  }

  return {
    of: async (tenant) => {
      if (tenant.devMode) return undefined;
      const { storeId } = tenant;
      const now = clock.real().getTime();
      const known = cache.get(storeId);
      if (known && known.until > now) return known.provider;
      const account = await findPixAccount(db, tenant, sealer);
      // Read again after the query: a parallel call may have made the adapter meanwhile.
      const provider = providerFor(storeId, account, cache.get(storeId));
      // A Map keeps insertion order, so the first key is the one refreshed longest ago. A replaced adapter ends
      // its calls and then its idle connections by itself.
      cache.delete(storeId);
      if (cache.size >= cachedStoresMax) cache.delete(cache.keys().next().value ?? '');
      cache.set(storeId, { account, provider, until: now + cacheMs });
      return provider;
    },
    forget: (storeId) => {
      cache.delete(storeId);
    },
    close: () => {
      for (const { provider } of cache.values()) provider?.close();
      cache.clear();
    },
  };
}

/** The providers of production: Pix where an account is configured, nothing else, never a simulation. */
export function createProductionProviders(accounts: PixAccounts): ProvidersOf {
  return async (tenant) => {
    const pix = await accounts.of(tenant);
    return pix ? { ...noProviders, pix } : noProviders;
  };
}
