import type { LedgerServiceDefinition } from '@pitanga/contracts';
import type { Clock, CrossTenant, IdSource, Tenant } from '@pitanga/core';
import type { Db, Inside, Pool } from '@pitanga/database';
import type { RpcClient } from '@pitanga/rpc';
import type { Log, Sealer } from '@pitanga/runtime';
import type { HealthBook } from './account-health/health-book';
import type { AccountOrderCache } from './account-orders/account-order-cache';
import type { AsaasMetrics } from './asaas/asaas-metrics';
import type { AsaasAccounts } from './asaas-accounts/asaas-accounts';
import type { AttemptConfig } from './attempts/attempt';
import type { AttemptMetrics } from './attempts/attempt-metrics';
import type { PixMetrics } from './bacen-pix/pix-metrics';
import type { FileDeps } from './files/file-deps';
import type { OrphanMetrics } from './orphans/orphan-metrics';
import type { PixAccounts } from './pix-accounts/pix-accounts';
import type { Failover } from './provider/failover';
import type { ProvidersOf } from './provider/providers';
import type { FindTransfer } from './provider/transfer-provider';
import type { StripeMetrics } from './stripe/stripe-metrics';
import type { StripeAccounts } from './stripe-accounts/stripe-accounts';
import type { SettingsCache } from './store-settings/settings-cache';

/** What code needs everywhere: it does no I/O. */
export interface Tools {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** Encrypts tax ids at rest. */
  readonly sealer: Sealer;
  /** Limits on what payers try on pages. */
  readonly attempts: { readonly limits: AttemptConfig; readonly metrics: AttemptMetrics };
  readonly failover: Failover;
  /** Lets the confirmation of a payment look for its transfer at every store that shares its account, and no more. */
  readonly sharedAccounts: CrossTenant;
  /** Base of payment page and receipt addresses, without a final slash. */
  readonly publicUrl: string;
}

/** Inside a transaction; see {@link Inside}. `transact` opens one. */
export type TxDeps = Inside<Tools>;

/** For reads of the database alone, inside a transaction or outside. */
export type ReadDeps = Tools & { readonly db: Db };

/** What finds the settings and providers of a store. */
export type SetupDeps = Pick<Deps, 'settings' | 'findProviders'> & { readonly db: Db };

/**
 * For payments that a provider carries out: outside a transaction or, in dev mode, where providers are simulated, whole
 * inside one.
 */
export type PaymentDeps = ReadDeps & SetupDeps & Pick<Deps, 'tools'>;

/** What use cases have outside a transaction: the database, and everything that a transaction must not wait for. */
export interface Deps extends Tools {
  readonly db: Pool;
  /** What a transaction takes along. */
  readonly tools: Tools;
  readonly settings: SettingsCache;
  /** Pictures and files of products. */
  readonly files: FileDeps;
  readonly findProviders: ProvidersOf;
  readonly findTransfer: FindTransfer;
  /** How the accounts of stores answer, as this process sees it. */
  readonly healths: HealthBook;
  readonly accountOrders: AccountOrderCache;
  /**
   * That a store has all of these sub-accounts.
   * @throws AppError NOT_FOUND, UNAVAILABLE where this installation has no payouts
   */
  readonly checkSubAccounts: (tenant: Tenant, ids: readonly string[]) => Promise<void>;
  /** Production accounts of stores at banks. */
  readonly pixAccounts: PixAccounts;
  readonly pixMetrics: PixMetrics;
  /** Production accounts of stores at Stripe. */
  readonly stripeAccounts: StripeAccounts;
  readonly stripeMetrics: StripeMetrics;
  /** Production accounts of stores at Asaas. */
  readonly asaasAccounts: AsaasAccounts;
  readonly asaasMetrics: AsaasMetrics;
  readonly orphanMetrics: OrphanMetrics;
  /** Whether accounts may use Asaas's sandbox and an API of another address. */
  readonly canUseAsaasSandbox: boolean;
  /** Whether accounts may use Stripe's test mode and an API on this machine. */
  readonly canUseStripeTestMode: boolean;
  /** The private networks in which providers of stores may be. */
  readonly providerRanges: readonly string[];
  /** Holds the money of a refund before it leaves. */
  readonly ledger: Pick<RpcClient<LedgerServiceDefinition>, 'reserveHold' | 'settleHold' | 'releaseHold'>;
  /** Work that continues after its call was answered; a stop waits for it. */
  readonly lateWork: Set<Promise<unknown>>;
}
