import type { Clock } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createStoreAdapters, type StoreAdapters } from '@pitanga/provider-account';
import type { Log, Sealer } from '@pitanga/runtime';
import { createHttpPayoutProvider, type HttpPayoutProvider } from '../http-payouts/http-payout-provider';
import type { PayoutMetrics } from '../metrics';
import { findPayoutAccount } from './payout-account-repository';

export interface PayoutAccountsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly metrics: PayoutMetrics;
  /** The private networks in which providers may be. */
  readonly providerRanges: readonly string[];
  /** Of one call to a provider. */
  readonly timeoutMs?: number;
}

/** The adapters of the stores' payout accounts, each with its connections. */
export type PayoutAccounts = StoreAdapters<HttpPayoutProvider>;

export function createPayoutAccounts(deps: PayoutAccountsDeps): PayoutAccounts {
  const { clock, db, sealer, log, metrics, providerRanges, timeoutMs } = deps;
  return createStoreAdapters({
    clock,
    find: (tenant) => findPayoutAccount(db, tenant, sealer),
    create: (storeId, { settings: config }) =>
      createHttpPayoutProvider({
        config,
        log: log.child({ storeId }),
        metrics,
        providerRanges,
        ...(timeoutMs && { timeoutMs }),
      }),
  });
}
