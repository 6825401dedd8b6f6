import type { LedgerServiceDefinition } from '@pitanga/contracts';
import type { Clock, IdSource } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';
import type { RpcClient } from '@pitanga/rpc';
import type { Log, Sealer } from '@pitanga/runtime';
import type { AttemptConfig } from './attempts/attempt';
import type { AttemptMetrics } from './attempts/attempt-metrics';
import type { PixMetrics } from './bacen-pix/pix-metrics';
import type { FileDeps } from './files/file-deps';
import type { PixAccounts } from './pix-accounts/pix-accounts';
import type { ProvidersOf } from './provider/providers';
import type { StripeMetrics } from './stripe/stripe-metrics';
import type { StripeAccounts } from './stripe-accounts/stripe-accounts';
import type { SettingsCache } from './store-settings/settings-cache';

/** What the use cases of billing work with. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** Encrypts tax ids at rest. */
  readonly sealer: Sealer;
  readonly settings: SettingsCache;
  /** Pictures and files of products. */
  readonly files: FileDeps;
  readonly providersOf: ProvidersOf;
  /** Production accounts of stores at banks. */
  readonly pixAccounts: PixAccounts;
  readonly pixMetrics: PixMetrics;
  /** Production accounts of stores at Stripe. */
  readonly stripeAccounts: StripeAccounts;
  readonly stripeMetrics: StripeMetrics;
  /** Whether accounts may use Stripe's test mode and an API on this machine. */
  readonly canUseStripeTestMode: boolean;
  /** The private networks in which providers of stores may be. */
  readonly providerRanges: readonly string[];
  /** Limits on what payers try on pages. */
  readonly attempts: { readonly limits: AttemptConfig; readonly metrics: AttemptMetrics };
  /** Holds the money of a refund before it leaves. */
  readonly ledger: Pick<RpcClient<LedgerServiceDefinition>, 'reserveHold' | 'settleHold' | 'releaseHold'>;
  /** Work that goes on after its call was answered; a stop waits for it. */
  readonly lateWork: Set<Promise<unknown>>;
  /** Base of payment page and receipt addresses, without a final slash. */
  readonly publicUrl: string;
}

/** For use cases that lock rows, or write rows that belong together. */
export type TxDeps = Deps & { readonly db: Tx };
