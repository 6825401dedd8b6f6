import {
  fromWire,
  required,
  type Charge,
  type EventData,
  type Subscription as SubscriptionMessage,
  type SubscriptionPaymentFailed,
} from '@pitanga/contracts';
import { installmentId, paymentFailure, paymentFailureReasons, toInstallmentNumber } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { eventPaymentFields, methodName, transparentRecord, type MethodName, Method } from './charge';
import { payerInformation } from './payer-information';
import { subscriptionCheckoutRecord } from './checkout';
import { maskedCustomer } from './customer';
import { PaymentFailure, ProviderCode } from './failure-reasons';
import { NamedObject, Nullable, Timestamp } from './schema';
import { planChangeRecord, subscriptionEventRecord } from './subscription';
import { instantOrNull, orNull } from './wire';

/** The payment of a subscription's event: its charge as the API answers it. */
export const SubscriptionPaymentRecord = NamedObject('SubscriptionPayment', {
  ...eventPaymentFields,
  methods: Type.Array(Method, { description: 'The `method` alone.' }),
  paidAt: Nullable(Timestamp),
});
export type SubscriptionPaymentRecord = Static<typeof SubscriptionPaymentRecord>;

/** An attempt that failed, with the charge it made, if it made one. */
export const FailedPaymentRecord = NamedObject('FailedPayment', {
  ...SubscriptionPaymentRecord.properties,
  id: Nullable(Type.String({ description: 'Null when no charge was made: the card is not asked again.' })),
  status: Type.Literal('FAILED'),
  reason: PaymentFailure,
  providerCode: Nullable(ProviderCode),
  paidAt: Type.Null(),
  createdAt: Nullable(Timestamp),
  updatedAt: Nullable(Timestamp),
});
export type FailedPaymentRecord = Static<typeof FailedPaymentRecord>;

export function subscriptionPaymentRecord(charge: Charge): SubscriptionPaymentRecord {
  const record = transparentRecord(charge);
  return { ...record, methods: [record.method], paidAt: instantOrNull(charge.paidAt) };
}

/** What the facts of a paid start, a renewal and a cancellation have in common. */
type PaidSubscription = Pick<EventData<'subscription.cancelled'>, 'subscription' | 'customer' | 'checkout' | 'charge'>;

/** Of a paid start, a renewal or a cancellation. Without a charge nothing was collected. */
export function paidSubscriptionData(data: PaidSubscription) {
  const { charge, checkout } = data;
  return {
    subscription: toSubscriptionRecord(data),
    customer: maskedCustomer(data.customer),
    payment: charge ? subscriptionPaymentRecord(charge) : null,
    payerInformation: charge ? payerInformation(charge) : null,
    checkout: checkout ? subscriptionCheckoutRecord(checkout, data.subscription) : null,
  };
}

export function trialStartedData(data: EventData<'subscription.trial_started'>) {
  return {
    subscription: toSubscriptionRecord(data),
    customer: maskedCustomer(data.customer),
    checkout: subscriptionCheckoutRecord(required(data.checkout, 'checkout'), data.subscription),
  };
}

export function planChangedData(data: EventData<'subscription.plan_changed'>) {
  return { subscription: toSubscriptionRecord(data), change: planChangeRecord(required(data.change, 'change')) };
}

/** What `subscription.updated` tells of; several at once where one coupon takes the place of another. */
export const subscriptionChanges = [
  'PAUSED',
  'RESUMED',
  'END_SET',
  'END_TAKEN_BACK',
  'COUPON_ADDED',
  'COUPON_REMOVED',
  'PLAN_CHANGE_CANCELLED',
  'CARD_REPLACED',
] as const;

export function subscriptionUpdatedData(data: EventData<'subscription.updated'>) {
  return {
    subscription: toSubscriptionRecord(data),
    changes: data.changes.map((change) => fromWire('SUBSCRIPTION_CHANGE', subscriptionChanges, change)),
  };
}

export function paymentFailedData(data: SubscriptionPaymentFailed) {
  const subscription = required(data.subscription, 'subscription');
  const installmentNumber = toInstallmentNumber(subscription.trialEndsAt, data.cycleNumber);
  return {
    subscription: subscriptionEventRecord(subscription),
    payment: failedPaymentRecord(subscription, data),
    installmentId: installmentId(subscription.id, installmentNumber),
    installmentNumber,
    retryNumber: data.retryNumber,
    nextAttemptAt: instantOrNull(data.nextAttemptAt),
  };
}

function failedPaymentRecord(subscription: SubscriptionMessage, data: SubscriptionPaymentFailed): FailedPaymentRecord {
  const method = methodName(subscription.method);
  const { reason, providerCode } = toFailure(method, data);
  const shown = data.charge ? subscriptionPaymentRecord(data.charge) : noCharge(subscription, method, data.amountCents);
  return { ...shown, status: 'FAILED', reason, providerCode: orNull(providerCode), paidAt: null };
}

/** An event of the version before has the code alone. */
function toFailure(method: MethodName, { failure, providerCode, reason }: SubscriptionPaymentFailed) {
  const known = paymentFailureReasons.find((name) => failure === `PAYMENT_FAILURE_REASON_${name}`);
  return known === undefined ? paymentFailure(method, reason) : { reason: known, providerCode };
}

function noCharge(subscription: SubscriptionMessage, method: MethodName, amount: number) {
  return {
    id: null,
    externalId: null,
    method,
    methods: [method],
    amount,
    paidAmount: null,
    refundedAmount: 0,
    devMode: subscription.devMode,
    platformFee: 0,
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    description: null,
    receiptUrl: null,
    expiresAt: null,
    metadata: {},
    utms: null,
    createdAt: null,
    updatedAt: null,
  };
}

function toSubscriptionRecord(data: { readonly subscription?: SubscriptionMessage | undefined }) {
  return subscriptionEventRecord(required(data.subscription, 'subscription'));
}
