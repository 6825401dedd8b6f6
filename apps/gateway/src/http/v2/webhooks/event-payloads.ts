import {
  CheckoutRecord,
  EventCustomer,
  EventPixKeyPayerRecord,
  EventPixKeyRecord,
  EventTopUpRecord,
  EventTransparentRecord,
  FailedPaymentRecord,
  NamedObject,
  Nullable,
  OneOf,
  PayerInformation,
  PayerRefusal,
  PaymentRecord,
  PayoutRecord,
  PlanChangeRecord,
  ProviderCode,
  RefundFailure,
  RefundRecord,
  RefundRequestRecord,
  SubscriptionCheckoutRecord,
  SubscriptionEventRecord,
  SubscriptionPaymentRecord,
  subscriptionChanges,
  Timestamp,
  v2EventExamples,
  type V2EventName,
} from '@pitanga/records';
import { Type, type TObject, type TProperties, type TSchema } from 'typebox';
import type { PublishedEvents } from '../../documents/webhook-section';
import { PixSent } from '../payouts/payouts-schemas';

/** Null to stores of the first compatibility that have none. */
const customer = Nullable(EventCustomer);
const payerInformation = Nullable(PayerInformation);
const payment = Nullable(PaymentRecord);

/** A checkout of any kind, or a payment link, which has no customer of its own. */
const CheckoutOrLink = NamedObject('EventCheckout', {
  ...CheckoutRecord.properties,
  customerId: Type.Optional(CheckoutRecord.properties.customerId),
  upSellProductId: Type.Optional(CheckoutRecord.properties.upSellProductId),
  retryPolicy: Type.Optional(SubscriptionCheckoutRecord.properties.retryPolicy),
  pixAuthorization: Type.Optional(SubscriptionCheckoutRecord.properties.pixAuthorization),
  isUpSell: Type.Boolean({
    description: 'The event is of the payment for what the checkout offered after the first one.',
  }),
});

const ofCheckout = { checkout: CheckoutOrLink, customer, payerInformation, payment };

const ofTransparent = { transparent: EventTransparentRecord, customer, payerInformation };
const ofPaidSubscription = {
  subscription: SubscriptionEventRecord,
  customer,
  payment: Nullable(SubscriptionPaymentRecord),
  payerInformation,
  checkout: Nullable(SubscriptionCheckoutRecord),
};

const reversed = (properties: TProperties): TObject => Type.Object({ ...properties, reason: Nullable(Type.String()) });

/** Sent for each COMPLETE refund, of all or of a part. */
const refunded = (properties: TProperties): TObject =>
  Type.Object({
    ...reversed(properties).properties,
    // Absent only in older events, which refunded the whole payment.
    refund: Type.Optional(RefundRecord),
  });

const ofWaitingRefund = { refund: RefundRecord, customer };

const ofFailedRefund = {
  ...ofWaitingRefund,
  reason: RefundFailure,
  providerCode: Nullable(ProviderCode),
};

/**
 * `data` of every event of a v2 webhook (docs/behaviour/webhooks.md#events), built from the records of the operations.
 */
const data: Readonly<Record<V2EventName, TSchema>> = {
  'checkout.completed': Type.Object(ofCheckout),
  'checkout.refunded': refunded(ofCheckout),
  'checkout.disputed': reversed(ofCheckout),
  'checkout.lost': reversed(ofCheckout),
  'transparent.completed': Type.Object(ofTransparent),
  'transparent.refunded': refunded(ofTransparent),
  'transparent.disputed': reversed(ofTransparent),
  'transparent.lost': reversed(ofTransparent),
  'transparent.expired': Type.Object(ofTransparent),
  'transparent.payer_refused': Type.Object({
    transparent: EventTransparentRecord,
    customer,
    refund: RefundRecord,
    reason: PayerRefusal,
  }),
  'subscription.completed': Type.Object(ofPaidSubscription),
  'subscription.trial_started': Type.Object({
    subscription: SubscriptionEventRecord,
    customer,
    checkout: SubscriptionCheckoutRecord,
  }),
  'subscription.renewed': Type.Object(ofPaidSubscription),
  'subscription.cancelled': Type.Object(ofPaidSubscription),
  'subscription.plan_changed': Type.Object({ subscription: SubscriptionEventRecord, change: PlanChangeRecord }),
  'subscription.updated': Type.Object({
    subscription: SubscriptionEventRecord,
    changes: Type.Array(OneOf('SubscriptionChange', subscriptionChanges), {
      description: 'What changed; the subscription is as it is afterwards.',
    }),
  }),
  'subscription.payment_failed': Type.Object({
    subscription: SubscriptionEventRecord,
    payment: FailedPaymentRecord,
    installmentId: Type.String({ description: 'The same for every attempt to collect this payment.' }),
    installmentNumber: Type.Integer({
      description: 'Counts the payments from 1. The start of a subscription without a trial is the first.',
    }),
    retryNumber: Type.Integer({ description: '0 for the first attempt of the cycle.' }),
    nextAttemptAt: Nullable(Timestamp),
  }),
  'payout.completed': Type.Object({ withdraw: PayoutRecord }),
  'payout.failed': Type.Object({ withdraw: PayoutRecord }),
  'payout.returned': Type.Object({ withdraw: PayoutRecord }),
  'transfer.completed': Type.Object({ transfer: PixSent }),
  'transfer.failed': Type.Object({ transfer: PixSent }),
  'transfer.returned': Type.Object({ transfer: PixSent }),
  'refund.failed': Type.Union([
    NamedObject('CheckoutRefundFailed', { ...ofFailedRefund, checkout: CheckoutOrLink }),
    NamedObject('ChargeRefundFailed', { ...ofFailedRefund, transparent: EventTransparentRecord }),
  ]),
  'refund.needs_key': Type.Union([
    NamedObject('CheckoutRefundNeedsKey', { ...ofWaitingRefund, checkout: CheckoutOrLink }),
    NamedObject('ChargeRefundNeedsKey', { ...ofWaitingRefund, transparent: EventTransparentRecord }),
  ]),
  'refund.requested': Type.Object({ refundRequest: RefundRequestRecord }),
  'pix_key.received': Type.Object({ pixKey: EventPixKeyRecord, payer: EventPixKeyPayerRecord }),
  'pix_key.refunded': Type.Object({
    pixKey: EventPixKeyRecord,
    payer: EventPixKeyPayerRecord,
    reason: Nullable(Type.String()),
  }),
  'top_up.completed': Type.Object({ topUp: EventTopUpRecord }),
};

export const v2Events: PublishedEvents = { data, examples: v2EventExamples, root: { apiVersion: Type.Literal(2) } };
