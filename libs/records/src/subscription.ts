import { fromWire, required, type PlanChange, type Subscription, type UsageRecord } from '@pitanga/contracts';
import type { MethodName } from './charge';
import type { RetryPolicyRecord } from './checkout';
import { billingCycles, type BillingCycleName } from './product';
import { instant, instantOrNull, parseMetadata, enumName, orNull, type JsonObject } from './wire';

export const subscriptionStatuses = ['ACTIVE', 'CANCELLED'] as const;
export const planChangeStatuses = ['PENDING', 'APPLIED', 'CANCELLED'] as const;
export const usageActions = ['add', 'subtract'] as const;
export type UsageActionName = (typeof usageActions)[number];

/** docs/behaviour/subscriptions.md#record */
export interface SubscriptionRecord {
  readonly id: string;
  readonly checkoutId: string;
  readonly customerId: string;
  readonly externalId: string | null;
  readonly productId: string;
  readonly quantity: number;
  /** Centavos: price × quantity. */
  readonly amount: number;
  readonly currency: 'BRL';
  readonly method: MethodName;
  readonly status: (typeof subscriptionStatuses)[number];
  readonly frequency: { readonly cycle: BillingCycleName };
  readonly coupons: string[];
  readonly retryPolicy: RetryPolicyRecord;
  /** What is done with it: Pix has fewer retries. */
  readonly effectiveRetryPolicy: RetryPolicyRecord;
  /** A cycle could not be charged and is not paid yet. */
  readonly pastDue: boolean;
  readonly nextRetryAt: string | null;
  readonly trialDays: number | null;
  readonly trialEndsAt: string | null;
  readonly nextChargeAt: string | null;
  readonly pausedAt: string | null;
  readonly resumesAt: string | null;
  /** When it ends by itself. */
  readonly cancelAt: string | null;
  readonly canceledAt: string | null;
  readonly cancelPolicy: string | null;
  readonly cancelledDueTo: string | null;
  readonly metadata: JsonObject;
  readonly devMode: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** As events carry it: the cycle's name in the place of `frequency.cycle`. */
export interface SubscriptionEventRecord extends Omit<SubscriptionRecord, 'frequency'> {
  readonly frequency: BillingCycleName;
}

/** A change of product or quantity from the next cycle on. */
export interface PlanChangeRecord {
  readonly id: string;
  readonly subscriptionId: string;
  readonly status: (typeof planChangeStatuses)[number];
  readonly productId: string;
  readonly quantity: number;
  /** Centavos: price × quantity. */
  readonly newAmount: number;
  readonly requestedAt: string;
  readonly devMode: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Units of a pay-as-you-go product, for the next cycle's charge. */
export interface UsageEntryRecord {
  readonly id: string;
  readonly subscriptionId: string;
  readonly productId: string;
  readonly units: number;
  /** Centavos. */
  readonly unitPrice: number;
  readonly action: UsageActionName;
  /** The payment that it is added to, counted from 1. */
  readonly installmentNumber: number;
  readonly recordedAt: string;
  readonly devMode: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function subscriptionRecord(subscription: Subscription): SubscriptionRecord {
  const policy = required(subscription.retryPolicy, 'retryPolicy');
  // Absent in facts told by an earlier version.
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
    method: enumName('PAYMENT_METHOD', subscription.method),
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
    action: actionNames[enumName('USAGE_ACTION', usage.action)],
    installmentNumber: usage.installmentNumber,
    recordedAt,
    devMode: usage.devMode,
    createdAt: recordedAt,
    updatedAt: recordedAt,
  };
}

const actionNames = { ADD: 'add', SUBTRACT: 'subtract' } as const;
