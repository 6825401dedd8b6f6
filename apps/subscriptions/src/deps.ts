import type { AgreementServiceDefinition, ProductServiceDefinition } from '@pitanga/contracts';
import type { Clock, IdSource } from '@pitanga/core';
import type { Inside, Pool } from '@pitanga/database';
import type { RpcClient } from '@pitanga/rpc';
import type { Log } from '@pitanga/runtime';
import type { SubscriptionMetrics } from './metrics';
import { nextActionAt, type Subscription } from './subscriptions/subscription';

/** What use cases need everywhere; nothing of it reads or calls. */
export interface Tools {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly metrics: SubscriptionMetrics;
}

/** What use cases have inside a transaction. */
export type TxDeps = Inside<Tools>;

/** What use cases have outside a transaction: also the pool, and billing. */
export interface Deps extends Tools {
  readonly db: Pool;
  readonly tools: Tools;
  /** Of billing, which stores the means of payment and charges them. */
  readonly agreements: Pick<
    RpcClient<AgreementServiceDefinition>,
    | 'chargeCycle'
    | 'chargeCycles'
    | 'voidCycleAttempt'
    | 'replaceCard'
    | 'endAgreement'
    | 'redeemCoupon'
    | 'getCollectableRange'
    | 'getCollectableRanges'
  >;
  readonly products: Pick<RpcClient<ProductServiceDefinition>, 'getProduct'>;
}

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
export function storeNow({ clock }: Pick<Tools, 'clock'>, offsetMs: number): Date {
  return new Date(clock.real().getTime() + offsetMs);
}

/** Real time at which a waiting subscription is due. */
export function nextRunAt({ clock }: Pick<Tools, 'clock'>, offsetMs: number, subscription: Subscription): Date {
  const at = nextActionAt(subscription);
  return at ? new Date(at.getTime() - offsetMs) : clock.real();
}
