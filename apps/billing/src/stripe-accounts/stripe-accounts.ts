import type { Clock } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createStoreAdapters, type StoreAdapters } from '@pitanga/provider-account';
import type { Log, Sealer } from '@pitanga/runtime';
import { createStripeAdapter, type StripeAdapter } from '../stripe/stripe-adapter';
import type { StripeLimits } from '../stripe/stripe-limits';
import type { StripeMetrics } from '../stripe/stripe-metrics';
import type { Placed } from '../provider/positions';
import { findStripeAccount } from './stripe-account-repository';

export interface StripeAccountsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly stripeMetrics: StripeMetrics;
  /** The private networks in which the API may be. */
  readonly providerRanges: readonly string[];
  readonly limits?: StripeLimits;
}

/** The Stripe adapters of the stores, each with its connections. */
export type StripeAccounts = StoreAdapters<StripeAdapter & Placed>;

export function createStripeAccounts({
  clock,
  db,
  sealer,
  log,
  stripeMetrics,
  providerRanges,
  limits,
}: StripeAccountsDeps): StripeAccounts {
  return createStoreAdapters({
    clock,
    find: (tenant) => findStripeAccount(db, tenant, sealer),
    create: (storeId, { settings: config, accountId: account, owner }) => ({
      positions: config.positions,
      ...createStripeAdapter({
        storeId,
        config,
        account,
        owner,
        log: log.child({ storeId }),
        metrics: stripeMetrics,
        providerRanges,
        ...(limits && { limits }),
      }),
    }),
  });
}
