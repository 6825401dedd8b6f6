import type { AgreementServiceDefinition, ProductServiceDefinition } from '@pitanga/contracts';
import type { Clock, IdSource } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';
import type { RpcClient } from '@pitanga/rpc';
import type { Log } from '@pitanga/runtime';
import type { SubscriptionMetrics } from './metrics';
import { nextActionAt, type Subscription } from './subscriptions/subscription';

/** What the use cases of subscriptions need. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly metrics: SubscriptionMetrics;
  /** Of billing, which stores the means of payment and charges them. */
  readonly agreements: Pick<
    RpcClient<AgreementServiceDefinition>,
    'chargeCycle' | 'chargeCycles' | 'voidCycleAttempt' | 'replaceCard' | 'endAgreement' | 'redeemCoupon'
  >;
  readonly products: Pick<RpcClient<ProductServiceDefinition>, 'getProduct'>;
}

/** Deps of a use case that runs in its caller's transaction. */
export type TxDeps = Deps & { readonly db: Tx };

/** Longer than any call to billing may take, so that two live workers never run the same subscription. */
const leaseMs = 60_000;

/** Real time at which the lease of a worker ends that begins now. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + leaseMs);
}

/**
 * The store's time, `offsetMs` ahead of ours. The offset comes from the row's own transaction, because another process
 * may have moved the store's test clock, and this one not have read it yet.
 */
export function storeNow({ clock }: Pick<Deps, 'clock'>, offsetMs: number): Date {
  return new Date(clock.real().getTime() + offsetMs);
}

/** Real time at which a waiting subscription is due. */
export function nextRunAt({ clock }: Pick<Deps, 'clock'>, offsetMs: number, subscription: Subscription): Date {
  const at = nextActionAt(subscription);
  return at ? new Date(at.getTime() - offsetMs) : clock.real();
}
