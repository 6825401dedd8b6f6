import type { AgreementServiceDefinition, ProductServiceDefinition } from '@pitanga/contracts';
import type { Clock, IdSource } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { RpcClient } from '@pitanga/rpc';
import type { Log } from '@pitanga/runtime';
import type { SubscriptionMetrics } from './metrics';
import { actsAt, type Subscription } from './subscriptions/subscription';

/** What the use cases of subscriptions need; `db` is the pool or the caller's transaction. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly metrics: SubscriptionMetrics;
  /** Billing's side: it has the means of payment and charges them. */
  readonly agreements: Pick<
    RpcClient<AgreementServiceDefinition>,
    'chargeCycle' | 'voidCycleAttempt' | 'replaceCard' | 'endAgreement' | 'redeemCoupon'
  >;
  readonly products: Pick<RpcClient<ProductServiceDefinition>, 'getProduct'>;
}

/** Longer than any call to billing may take: a live worker is never joined by another. */
const leaseMs = 60_000;

/** Real time until which a worker that begins now has its subscription for itself. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + leaseMs);
}

/**
 * The store's time, `offsetMs` ahead of ours. The offset comes from the row's own transaction, because another process
 * may have moved the store's test clock and this one not have heard of it yet.
 */
export function storeNow({ clock }: Pick<Deps, 'clock'>, offsetMs: number): Date {
  return new Date(clock.real().getTime() + offsetMs);
}

/** Real time at which a waiting subscription is due. */
export function runAtOf({ clock }: Pick<Deps, 'clock'>, offsetMs: number, subscription: Subscription): Date {
  const at = actsAt(subscription);
  return at ? new Date(at.getTime() - offsetMs) : clock.real();
}
