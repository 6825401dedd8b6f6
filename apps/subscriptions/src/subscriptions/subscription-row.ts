import { cents, type Tenant } from '@pitanga/core';
import type { Cycle } from '../calendar/schedule';
import {
  liveCoupons,
  type AgreedCoupon,
  type Subscription,
  type SubscriptionMethod,
  type SubscriptionStatus,
  type SubscriptionStep,
} from './subscription';

export interface SubscriptionRow {
  readonly id: string;
  readonly checkout_id: string;
  readonly customer_id: string;
  readonly external_id: string | null;
  readonly product_id: string;
  readonly quantity: number;
  readonly unit_price_cents: number;
  readonly amount_cents: number;
  readonly discount_cents: number;
  readonly agreed_coupons: string;
  readonly method: SubscriptionMethod;
  readonly status: SubscriptionStatus;
  readonly cycle: Cycle;
  readonly max_retry: number;
  readonly retry_every_days: number;
  readonly trial_days: number | null;
  readonly trial_ends_at: Date | null;
  readonly step: SubscriptionStep;
  readonly anchor_at: Date;
  readonly anchor_cycle: number;
  readonly cycle_number: number;
  readonly attempts: number;
  readonly cycle_begun_at: Date | null;
  readonly next_charge_at: Date | null;
  readonly stopped_reason: string | null;
  readonly is_recurring: boolean;
  readonly paused_at: Date | null;
  readonly resumes_at: Date | null;
  readonly ends_at: Date | null;
  readonly canceled_at: Date | null;
  readonly cancel_policy: string | null;
  readonly cancelled_due_to: string | null;
  readonly metadata: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const subscriptionColumns = [
  'id',
  'checkout_id',
  'customer_id',
  'external_id',
  'product_id',
  'quantity',
  'unit_price_cents',
  'amount_cents',
  'discount_cents',
  'agreed_coupons',
  'method',
  'status',
  'cycle',
  'max_retry',
  'retry_every_days',
  'trial_days',
  'trial_ends_at',
  'step',
  'anchor_at',
  'anchor_cycle',
  'cycle_number',
  'attempts',
  'cycle_begun_at',
  'next_charge_at',
  'stopped_reason',
  'is_recurring',
  'paused_at',
  'resumes_at',
  'ends_at',
  'canceled_at',
  'cancel_policy',
  'cancelled_due_to',
  'metadata',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof SubscriptionRow)[];

/** What changes in the life of a subscription. */
export function changingColumns(subscription: Subscription) {
  return {
    product_id: subscription.productId,
    quantity: subscription.quantity,
    unit_price_cents: subscription.unitPriceCents,
    amount_cents: subscription.amountCents,
    discount_cents: subscription.discountCents,
    status: subscription.status,
    cycle: subscription.cycle,
    step: subscription.step,
    anchor_at: subscription.anchorAt,
    anchor_cycle: subscription.anchorCycle,
    cycle_number: subscription.cycleNumber,
    attempts: subscription.attempts,
    cycle_begun_at: subscription.cycleBegunAt ?? null,
    next_charge_at: subscription.nextChargeAt ?? null,
    stopped_reason: subscription.stoppedReason ?? null,
    is_recurring: subscription.isRecurring,
    paused_at: subscription.pausedAt ?? null,
    resumes_at: subscription.resumesAt ?? null,
    ends_at: subscription.endsAt ?? null,
    canceled_at: subscription.canceledAt ?? null,
    cancel_policy: subscription.cancelPolicy ?? null,
    cancelled_due_to: subscription.cancelledDueTo ?? null,
    updated_at: subscription.updatedAt,
  } satisfies Partial<SubscriptionRow>;
}

/** `coupons` has their codes for the release before `agreed_coupons`. */
export function couponColumns({ agreedCoupons }: Subscription) {
  const coupons = liveCoupons(agreedCoupons).map(({ code }) => code);
  return { coupons, agreed_coupons: JSON.stringify(agreedCoupons) };
}

export function subscriptionToRow(tenant: Tenant, subscription: Subscription) {
  const { coupons, agreed_coupons } = couponColumns(subscription);
  const row: SubscriptionRow = {
    ...changingColumns(subscription),
    id: subscription.id,
    checkout_id: subscription.checkoutId,
    customer_id: subscription.customerId,
    external_id: subscription.externalId ?? null,
    agreed_coupons,
    method: subscription.method,
    max_retry: subscription.retryPolicy.maxRetry,
    retry_every_days: subscription.retryPolicy.retryEveryDays,
    trial_days: subscription.trialDays ?? null,
    trial_ends_at: subscription.trialEndsAt ?? null,
    metadata: subscription.metadataJson,
    created_at: subscription.createdAt,
  };
  return { store_id: tenant.storeId, dev_mode: tenant.devMode, coupons, ...row };
}

export function rowToSubscription(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    checkoutId: row.checkout_id,
    customerId: row.customer_id,
    externalId: row.external_id ?? undefined,
    productId: row.product_id,
    quantity: row.quantity,
    unitPriceCents: cents(row.unit_price_cents),
    amountCents: cents(row.amount_cents),
    discountCents: cents(row.discount_cents),
    agreedCoupons: JSON.parse(row.agreed_coupons) as AgreedCoupon[],
    method: row.method,
    status: row.status,
    cycle: row.cycle,
    retryPolicy: { maxRetry: row.max_retry, retryEveryDays: row.retry_every_days },
    trialDays: row.trial_days ?? undefined,
    trialEndsAt: row.trial_ends_at ?? undefined,
    step: row.step,
    anchorAt: row.anchor_at,
    anchorCycle: row.anchor_cycle,
    cycleNumber: row.cycle_number,
    attempts: row.attempts,
    cycleBegunAt: row.cycle_begun_at ?? undefined,
    nextChargeAt: row.next_charge_at ?? undefined,
    stoppedReason: row.stopped_reason ?? undefined,
    isRecurring: row.is_recurring,
    pausedAt: row.paused_at ?? undefined,
    resumesAt: row.resumes_at ?? undefined,
    endsAt: row.ends_at ?? undefined,
    canceledAt: row.canceled_at ?? undefined,
    cancelPolicy: row.cancel_policy ?? undefined,
    cancelledDueTo: row.cancelled_due_to ?? undefined,
    metadataJson: row.metadata,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
