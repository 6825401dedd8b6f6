import type { Clock, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Log, Sealer } from '@pitanga/runtime';
import { createHttpPayoutProvider, type HttpPayoutProvider } from '../http-payouts/http-payout-provider';
import type { PayoutMetrics } from '../metrics';
import type { PayoutAccount } from './payout-account';
import { findPayoutAccount } from './payout-account-queries';

export interface PayoutAccountsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly metrics: PayoutMetrics;
  /** Of one call to a provider. */
  readonly timeoutMs?: number;
}

/** The adapters of the stores' payout accounts, each with its connections. */
export interface PayoutAccounts {
  /** Undefined when the store has no account. */
  of(tenant: Tenant): Promise<HttpPayoutProvider | undefined>;
  /** After a change, so that this process sees it at once. */
  forget(storeId: string): void;
  /** Ends every connection. */
  close(): void;
}

/** How stale another process's accounts may be: changed credentials reach every process within it. */
const cacheMs = 5_000;
const cachedStoresMax = 10_000;

interface Cached {
  readonly account: PayoutAccount | undefined;
  readonly provider: HttpPayoutProvider | undefined;
  readonly until: number;
}

export function createPayoutAccounts(deps: PayoutAccountsDeps): PayoutAccounts {
  const { clock, db, sealer, metrics, timeoutMs } = deps;
  const cache = new Map<string, Cached>();

  /** The adapter kept so far while its account is the same, so that connections outlive many readings. */
  function providerFor(storeId: string, account: PayoutAccount | undefined, cached: Cached | undefined) {
    if (!account) return undefined;
    if (cached?.account?.updatedAt.getTime() === account.updatedAt.getTime()) return cached.provider;
    const log = deps.log.child({ storeId });
    return createHttpPayoutProvider({ config: account.settings, log, metrics, ...(timeoutMs && { timeoutMs }) });
  }

  return {
    of: async (tenant) => {
      if (tenant.devMode) return undefined;
      const { storeId } = tenant;
      const now = clock.real().getTime();
      const known = cache.get(storeId);
      if (known && known.until > now) return known.provider;
      const account = await findPayoutAccount(db, tenant, sealer);
      // Read again after the query: a parallel call may have made the adapter meanwhile.
      const provider = providerFor(storeId, account, cache.get(storeId));
      // A Map keeps insertion order, so the first key is the one refreshed longest ago. A replaced adapter ends its
      // calls and then its idle connections by itself.
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
