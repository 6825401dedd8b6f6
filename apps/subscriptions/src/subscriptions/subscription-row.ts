import type { Tenant } from '@pitanga/core';
import { boolean, cents, int, json, optional, table, text, timestamp, type Column, type Row } from '@pitanga/database';
import type { Cycle } from '../calendar/schedule';
import { liveCoupons, type AgreedCoupon } from '../coupons/agreed-coupon';
import type { ResumeFrom } from './resume-from';
import type { Subscription, SubscriptionMethod, SubscriptionStatus, SubscriptionStep } from './subscription';

const agreedCoupons: Column<readonly AgreedCoupon[]> = {
  name: 'agreed_coupons',
  type: 'json',
  toCell: (coupons) => JSON.stringify(coupons),
  fromCell: (cell) => JSON.parse(cell as string) as AgreedCoupon[],
};

/** What changes when a claim begins an attempt. */
const begunColumns = {
  productId: text('product_id'),
  quantity: int('quantity'),
  unitPriceCents: cents('unit_price_cents'),
  amountCents: cents('amount_cents'),
  discountCents: cents('discount_cents'),
  cycle: text<Cycle>('cycle'),
  step: text<SubscriptionStep>('step'),
  anchorAt: timestamp('anchor_at'),
  anchorCycle: int('anchor_cycle'),
  attempts: int('attempts'),
  cycleBegunAt: optional(timestamp('cycle_begun_at')),
  isRecurring: boolean('is_recurring'),
};

/** What changes in the life of a subscription, except its coupons. */
const changingColumns = {
  ...begunColumns,
  status: text<SubscriptionStatus>('status'),
  uncounted: int('recalls'),
  cycleNumber: int('cycle_number'),
  carriedCents: cents('carried_cents'),
  nextChargeAt: optional(timestamp('next_charge_at')),
  stoppedReason: optional(text('stopped_reason')),
  pausedAt: optional(timestamp('paused_at')),
  resumesAt: optional(timestamp('resumes_at')),
  resumeFrom: optional(text<ResumeFrom>('resume_from')),
  isLapsed: boolean('is_lapsed'),
  endsAt: optional(timestamp('ends_at')),
  cardReplacedAt: optional(timestamp('card_replaced_at')),
  canceledAt: optional(timestamp('canceled_at')),
  cancelPolicy: optional(text('cancel_policy')),
  cancelledDueTo: optional(text('cancelled_due_to')),
  updatedAt: timestamp('updated_at'),
};

export const subscriptionTable = table('subscriptions', {
  ...changingColumns,
  id: text('id'),
  checkoutId: text('checkout_id'),
  customerId: text('customer_id'),
  externalId: optional(text('external_id')),
  agreedCoupons,
  method: text<SubscriptionMethod>('method'),
  maxRetry: int('max_retry'),
  retryEveryDays: int('retry_every_days'),
  trialDays: optional(int('trial_days')),
  trialEndsAt: optional(timestamp('trial_ends_at')),
  leadDays: int('lead_days'),
  metadataJson: json('metadata'),
  createdAt: timestamp('created_at'),
});

export const begunSubscriptions = table('subscriptions', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  id: text('id'),
  ...begunColumns,
});

/** What is written of many subscriptions at once. */
export const savedSubscriptions = table('subscriptions', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  id: text('id'),
  stepBefore: text<SubscriptionStep>('step_before'),
  runAt: optional(timestamp('run_at')),
  ...changingColumns,
});

/** `coupons` has their codes for the release before `agreed_coupons`. */
export function couponsToRow({ agreedCoupons: coupons }: Pick<Subscription, 'agreedCoupons'>): Row {
  const codes = liveCoupons(coupons).map(({ code }) => code);
  return { coupons: codes, ...subscriptionTable.toRow({ agreedCoupons: coupons }) };
}

export function subscriptionToRow(tenant: Tenant, subscription: Subscription): Row {
  const { retryPolicy, ...values } = subscription;
  return {
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    ...subscriptionTable.toRow({ ...values, ...retryPolicy }),
    ...couponsToRow(subscription),
  };
}

export function rowToSubscription(row: Row): Subscription {
  const { maxRetry, retryEveryDays, ...subscription } = subscriptionTable.fromRow(row);
  return { ...subscription, retryPolicy: { maxRetry, retryEveryDays } };
}
