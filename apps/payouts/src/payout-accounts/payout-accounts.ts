import type { AccountOwner, Clock } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createStoreAdapters, type StoreAdapters } from '@pitanga/provider-account';
import type { Log, Sealer } from '@pitanga/runtime';
import { createHttpPayoutProvider, type HttpPayoutProvider } from '../http-payouts/http-payout-provider';
import type { HttpPayoutsConfig } from '../http-payouts/http-payouts-config';
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
}

/** The adapters of the stores' payout accounts, each with its connections. */
export type PayoutAccounts = StoreAdapters<HttpPayoutProvider>;

export function createPayoutAccounts(deps: PayoutAccountsDeps): PayoutAccounts {
  return createStoreAdapters({
    clock: deps.clock,
    find: (tenant) => findPayoutAccount(deps.db, tenant, deps.sealer),
    // One without an owner spends no money that only a merchant attests.
    create: (storeId, { settings, owner = 'OPERATOR' }) => createPayoutAdapter(deps, storeId, settings, owner),
  });
}

/** An adapter with connections of its own; the caller closes it. */
export function createPayoutAdapter(
  { clock, log, metrics, providerRanges }: Omit<PayoutAccountsDeps, 'db' | 'sealer'>,
  storeId: string,
  config: HttpPayoutsConfig,
  /** Of a stored account. */
  owner?: AccountOwner,
): HttpPayoutProvider {
  return createHttpPayoutProvider({
    config,
    owner,
    clock,
    log: log.child({ storeId }),
    metrics,
    providerRanges,
  });
}
