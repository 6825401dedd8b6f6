import { cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Cycle, Subscription, SubscriptionMethod, SubscriptionStatus } from './subscription';

export interface SubscriptionRow {
  readonly id: string;
  readonly checkout_id: string;
  readonly customer_id: string;
  readonly external_id: string | null;
  readonly product_id: string;
  readonly quantity: number;
  readonly amount_cents: number;
  readonly method: SubscriptionMethod;
  readonly status: SubscriptionStatus;
  readonly cycle: Cycle;
  readonly coupons: readonly string[];
  readonly max_retry: number;
  readonly retry_every_days: number;
  readonly trial_days: number | null;
  readonly trial_ends_at: Date | null;
  readonly anchor_at: Date;
  readonly next_charge_at: Date | null;
  readonly canceled_at: Date | null;
  readonly cancel_policy: string | null;
  readonly cancelled_due_to: string | null;
  readonly metadata: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Writes a new subscription; a second ACTIVE one of the same customer and checkout violates `subscriptions_active_key`. */
export async function insertSubscription(db: Db, tenant: Tenant, subscription: Subscription): Promise<void> {
  const row: SubscriptionRow = {
    id: subscription.id,
    checkout_id: subscription.checkoutId,
    customer_id: subscription.customerId,
    external_id: subscription.externalId ?? null,
    product_id: subscription.productId,
    quantity: subscription.quantity,
    amount_cents: subscription.amountCents,
    method: subscription.method,
    status: subscription.status,
    cycle: subscription.cycle,
    coupons: subscription.coupons,
    max_retry: subscription.retryPolicy.maxRetry,
    retry_every_days: subscription.retryPolicy.retryEveryDays,
    trial_days: subscription.trialDays ?? null,
    trial_ends_at: subscription.trialEndsAt ?? null,
    anchor_at: subscription.anchorAt,
    next_charge_at: subscription.nextChargeAt ?? null,
    canceled_at: subscription.canceledAt ?? null,
    cancel_policy: subscription.cancelPolicy ?? null,
    cancelled_due_to: subscription.cancelledDueTo ?? null,
    metadata: subscription.metadataJson,
    created_at: subscription.createdAt,
    updated_at: subscription.updatedAt,
  };
  await db('subscriptions').insert({ store_id: tenant.storeId, dev_mode: tenant.devMode, ...row });
}

export function rowToSubscription(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    checkoutId: row.checkout_id,
    customerId: row.customer_id,
    externalId: row.external_id ?? undefined,
    productId: row.product_id,
    quantity: row.quantity,
    amountCents: cents(row.amount_cents),
    method: row.method,
    status: row.status,
    cycle: row.cycle,
    coupons: row.coupons,
    retryPolicy: { maxRetry: row.max_retry, retryEveryDays: row.retry_every_days },
    trialDays: row.trial_days ?? undefined,
    trialEndsAt: row.trial_ends_at ?? undefined,
    anchorAt: row.anchor_at,
    nextChargeAt: row.next_charge_at ?? undefined,
    canceledAt: row.canceled_at ?? undefined,
    cancelPolicy: row.cancel_policy ?? undefined,
    cancelledDueTo: row.cancelled_due_to ?? undefined,
    metadataJson: row.metadata,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
