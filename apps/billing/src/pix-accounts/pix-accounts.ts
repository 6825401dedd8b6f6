import type { AccountOwner, Clock, IdSource } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createStoreAdapters, type StoreAdapters } from '@pitanga/provider-account';
import type { Log, Sealer } from '@pitanga/runtime';
import type { BankLimits } from '@pitanga/provider-account/bank';
import { createBacenPixProvider, type BacenPixProvider } from '../bacen-pix/bacen-pix-provider';
import type { PixMetrics } from '../bacen-pix/pix-metrics';
import type { PixAccountSettings } from './pix-account';
import { findPixAccount } from './pix-account-repository';

export interface PixAccountsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly pixMetrics: PixMetrics;
  /** The private networks in which banks may be. */
  readonly providerRanges: readonly string[];
  /** Limits of calls to banks. */
  readonly limits?: BankLimits;
}

/** The bank adapters of the stores, each with its connections and its token. */
export type PixAccounts = StoreAdapters<BacenPixProvider>;

export function createPixAccounts(deps: PixAccountsDeps): PixAccounts {
  return createStoreAdapters({
    clock: deps.clock,
    find: (tenant) => findPixAccount(deps.db, tenant, deps.sealer),
    create: (storeId, { settings, owner }) => createPixAdapter(deps, storeId, settings, owner),
  });
}

/** Identifies an account at its bank, whatever its credentials are. Hashed, because a Pix key may be a tax id. */
export function identifyAccount(
  sealer: Sealer,
  { baseUrl, pixKey }: Pick<PixAccountSettings, 'baseUrl' | 'pixKey'>,
): string {
  return sealer.fingerprint(`${new URL(baseUrl).host} ${pixKey}`).toString('hex');
}

/** An adapter with connections and a token of its own; the caller closes it. */
export function createPixAdapter(
  { clock, ids, sealer, log, pixMetrics, providerRanges, limits }: Omit<PixAccountsDeps, 'db'>,
  storeId: string,
  config: PixAccountSettings,
  /** Of a stored account. */
  owner?: AccountOwner,
): BacenPixProvider {
  return createBacenPixProvider({
    config,
    owner,
    account: identifyAccount(sealer, config),
    clock,
    ids,
    log: log.child({ storeId }),
    metrics: pixMetrics,
    providerRanges,
    ...(limits && { limits }),
  });
}
