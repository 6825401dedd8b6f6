import { fromWire, required, type PlanChange, type Subscription, type UsageRecord } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { methodName, Method } from './charge';
import { RetryPolicyRecord } from './checkout';
import { billingCycles, BillingCycle, SubscriptionFrequency } from './product';
import { Metadata, NamedObject, Nullable, OneOf, Timestamp, Only } from './schema';
import { enumName, instant, instantOrNull, orNull, parseMetadata } from './wire';

export const subscriptionStatuses = ['ACTIVE', 'CANCELLED'] as const;

export const SubscriptionStatus = OneOf('SubscriptionStatus', subscriptionStatuses);
export const planChangeStatuses = ['PENDING', 'APPLIED', 'CANCELLED'] as const;
export const usageActions = ['add', 'subtract'] as const;
export type UsageActionName = (typeof usageActions)[number];

export const UsageAction = OneOf('UsageAction', usageActions);

/** docs/behaviour/subscriptions.md#record */
export const SubscriptionRecord = NamedObject('Subscription', {
  id: Type.String(),
  checkoutId: Type.String(),
  customerId: Type.String(),
  externalId: Nullable(Type.String()),
  productId: Type.String(),
  quantity: Type.Integer(),
  amount: Type.Integer({ description: 'Centavos: price × quantity.' }),
  currency: Only('BRL'),
  method: Method,
  status: SubscriptionStatus,
  frequency: SubscriptionFrequency,
  coupons: Type.Array(Type.String()),
  retryPolicy: RetryPolicyRecord,
  effectiveRetryPolicy: Type.Unsafe<RetryPolicyRecord>({
    ...RetryPolicyRecord,
    description:
      'What is done with `retryPolicy`. CARD: the same. PIX: `retryEvery` is 7 at most, and `maxRetry` 3 at most and ' +
      'no more than fit into the 7 days after the due date.',
  }),
  pastDue: Type.Boolean({ description: 'A cycle could not be charged and is not paid yet.' }),
  nextRetryAt: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When the unpaid cycle is tried again. Null when nothing waits to be retried.',
    }),
  ),
  trialDays: Nullable(Type.Integer()),
  trialEndsAt: Nullable(Timestamp),
  nextChargeAt: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'Of the open cycle its next retry. Null once cancelled, while a pause has no end, and when it ends before.',
    }),
  ),
  pausedAt: Nullable(Type.String({ format: 'date-time', description: 'Null unless it is paused.' })),
  resumesAt: Nullable(Type.String({ format: 'date-time', description: 'When the pause ends by itself.' })),
  cancelAt: Nullable(
    Type.String({ format: 'date-time', description: 'When it ends by itself, cancelled at the end of the period.' }),
  ),
  canceledAt: Nullable(Timestamp),
  cancelPolicy: Nullable(
    Type.String({
      description: 'NOW, or AT_PERIOD_END, which an active subscription has that ends with its period.',
    }),
  ),
  cancelledDueTo: Nullable(
    Type.String({
      description:
        'Why it ended, if nobody asked: max_payment_retries_exceeded, or, where automatic Pix was taken away at the bank, ' +
        'pix_automatic_authorization_refused (authorization_revoked with `compatibility` 2026-11-28).',
    }),
  ),
  metadata: Metadata,
  devMode: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type SubscriptionRecord = Static<typeof SubscriptionRecord>;

/** A subscription in events: `frequency` is the cycle's name. */
export const SubscriptionEventRecord = NamedObject('EventSubscription', {
  ...SubscriptionRecord.properties,
  frequency: BillingCycle,
});
export type SubscriptionEventRecord = Static<typeof SubscriptionEventRecord>;

/** A change of product or quantity from the next cycle on. */
export const PlanChangeRecord = NamedObject('PlanChange', {
  id: Type.String(),
  subscriptionId: Type.String(),
  status: OneOf('PlanChangeStatus', planChangeStatuses),
  productId: Type.String(),
  quantity: Type.Integer(),
  newAmount: Type.Integer({ description: 'Centavos a cycle, from the next one on.' }),
  requestedAt: Timestamp,
  devMode: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type PlanChangeRecord = Static<typeof PlanChangeRecord>;

/** Units of a pay-as-you-go product, for the next cycle's charge. */
export const UsageEntryRecord = NamedObject('Usage', {
  id: Type.String(),
  subscriptionId: Type.String(),
  productId: Type.String(),
  units: Type.Integer(),
  unitPrice: Type.Integer({
    description: 'Centavos. Of units taken back: the price at which the last of them were added.',
  }),
  amount: Type.Integer({ description: 'What it adds to the charge, or takes from it, in centavos.' }),
  action: UsageAction,
  installmentNumber: Type.Integer({ description: 'The payment that it is added to, counted from 1.' }),
  recordedAt: Timestamp,
  devMode: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type UsageEntryRecord = Static<typeof UsageEntryRecord>;

export function subscriptionRecord(subscription: Subscription): SubscriptionRecord {
  const policy = required(subscription.retryPolicy, 'retryPolicy');
  // Absent in events of an earlier version.
  const effective = subscription.effectiveRetryPolicy ?? policy;
  return {
    id: subscription.id,
    checkoutId: subscription.checkoutId,
    customerId: subscription.customerId,
    externalId: orNull(subscription.externalId),
    productId: subscription.productId,
    quantity: subscription.quantity,
    amount: subscription.amountCents,
    currency: 'BRL',
    method: methodName(subscription.method),
    status: enumName('SUBSCRIPTION_STATUS', subscription.status),
    frequency: { cycle: fromWire('BILLING_CYCLE', billingCycles, `BILLING_CYCLE_${subscription.cycle}`) },
    coupons: subscription.coupons,
    retryPolicy: { maxRetry: policy.maxRetry, retryEvery: policy.retryEveryDays },
    effectiveRetryPolicy: { maxRetry: effective.maxRetry, retryEvery: effective.retryEveryDays },
    pastDue: subscription.pastDue,
    nextRetryAt: instantOrNull(subscription.nextRetryAt),
    trialDays: orNull(subscription.trialDays),
    trialEndsAt: instantOrNull(subscription.trialEndsAt),
    nextChargeAt: instantOrNull(subscription.nextChargeAt),
    pausedAt: instantOrNull(subscription.pausedAt),
    resumesAt: instantOrNull(subscription.resumesAt),
    cancelAt: instantOrNull(subscription.cancelAt),
    canceledAt: instantOrNull(subscription.canceledAt),
    cancelPolicy: orNull(subscription.cancelPolicy),
    cancelledDueTo: orNull(subscription.cancelledDueTo),
    metadata: parseMetadata(subscription.metadataJson),
    devMode: subscription.devMode,
    createdAt: instant(subscription.createdAt, 'createdAt'),
    updatedAt: instant(subscription.updatedAt, 'updatedAt'),
  };
}

export function subscriptionEventRecord(subscription: Subscription): SubscriptionEventRecord {
  const record = subscriptionRecord(subscription);
  return { ...record, frequency: record.frequency.cycle };
}

export function planChangeRecord(change: PlanChange): PlanChangeRecord {
  const requestedAt = instant(change.requestedAt, 'requestedAt');
  return {
    id: change.id,
    subscriptionId: change.subscriptionId,
    status: enumName('PLAN_CHANGE_STATUS', change.status),
    productId: change.productId,
    quantity: change.quantity,
    newAmount: change.newAmountCents,
    requestedAt,
    devMode: change.devMode,
    createdAt: requestedAt,
    updatedAt: instant(change.updatedAt, 'updatedAt'),
  };
}

/** A usage never changes: taking units back is another one. */
export function usageRecord(usage: UsageRecord): UsageEntryRecord {
  const recordedAt = instant(usage.recordedAt, 'recordedAt');
  return {
    id: usage.id,
    subscriptionId: usage.subscriptionId,
    productId: usage.productId,
    units: usage.units,
    unitPrice: usage.unitPriceCents,
    amount: usage.amountCents ?? usage.units * usage.unitPriceCents,
    action: actionNames[enumName('USAGE_ACTION', usage.action)],
    installmentNumber: usage.installmentNumber,
    recordedAt,
    devMode: usage.devMode,
    createdAt: recordedAt,
    updatedAt: recordedAt,
  };
}

const actionNames = { ADD: 'add', SUBTRACT: 'subtract' } as const;
