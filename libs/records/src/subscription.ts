import { fromWire, required, type Subscription } from '@pitanga/contracts';
import type { MethodName } from './charge';
import { billingCycles, type BillingCycleName } from './product';
import { instant, instantOrNull, metadataOf, nameOf, orNull, type JsonObject } from './wire';

export const subscriptionStatuses = ['ACTIVE', 'CANCELLED'] as const;

/** Fields and order of decisions 10. */
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
  readonly retryPolicy: { readonly maxRetry: number; readonly retryEvery: number };
  readonly trialDays: number | null;
  readonly trialEndsAt: string | null;
  readonly nextChargeAt: string | null;
  readonly canceledAt: string | null;
  readonly cancelPolicy: string | null;
  readonly cancelledDueTo: string | null;
  readonly metadata: JsonObject;
  readonly devMode: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function subscriptionRecord(subscription: Subscription): SubscriptionRecord {
  const policy = required(subscription.retryPolicy, 'retryPolicy');
  return {
    id: subscription.id,
    checkoutId: subscription.checkoutId,
    customerId: subscription.customerId,
    externalId: orNull(subscription.externalId),
    productId: subscription.productId,
    quantity: subscription.quantity,
    amount: subscription.amountCents,
    currency: 'BRL',
    method: nameOf('PAYMENT_METHOD', subscription.method),
    status: nameOf('SUBSCRIPTION_STATUS', subscription.status),
    frequency: { cycle: fromWire('BILLING_CYCLE', billingCycles, `BILLING_CYCLE_${subscription.cycle}`) },
    coupons: subscription.coupons,
    retryPolicy: { maxRetry: policy.maxRetry, retryEvery: policy.retryEveryDays },
    trialDays: orNull(subscription.trialDays),
    trialEndsAt: instantOrNull(subscription.trialEndsAt),
    nextChargeAt: instantOrNull(subscription.nextChargeAt),
    canceledAt: instantOrNull(subscription.canceledAt),
    cancelPolicy: orNull(subscription.cancelPolicy),
    cancelledDueTo: orNull(subscription.cancelledDueTo),
    metadata: metadataOf(subscription.metadataJson),
    devMode: subscription.devMode,
    createdAt: instant(subscription.createdAt, 'createdAt'),
    updatedAt: instant(subscription.updatedAt, 'updatedAt'),
  };
}
