import { billingCycles, methodNames, v2EventExamples, type V2EventName } from '@pitanga/records';
import { Type, type TObject, type TProperties, type TSchema } from 'typebox';
import { PaymentFailureReason, ProviderCode, RefundFailure } from '../../fields/failure-reasons';
import { OneOf } from '../../fields/fields';
import { Named, NamedObject, UnionBy } from '../../fields/schema-names';
import { Nullable, Timestamp } from '../../fields/schemas';
import type { PublishedEvents } from '../../documents/webhook-section';
import { Checkout, Payment } from '../checkouts/checkouts-schemas';
import { Payout, PixSent } from '../payouts/payouts-schemas';
import { Refund } from '../refunds/refunds-schemas';
import { SubscriptionCheckout } from '../subscriptions/subscription-checkouts-schemas';
import { PlanChange, Subscription } from '../subscriptions/subscriptions-schemas';
import { boletoFields, cardFields, pixFields, pixNarrower, Transparent } from '../transparents/transparents-schemas';

const customer = Nullable(
  NamedObject('MaskedCustomer', {
    id: Type.String(),
    name: Type.String({ description: '`""` when absent or erased.' }),
    email: Type.String({ description: '`""` when absent or erased.' }),
    taxId: Type.String({ description: 'Masked; `""` when absent or erased.' }),
  }),
);

const Payer = NamedObject('Payer', {
  name: Nullable(Type.String()),
  taxId: Nullable(Type.String({ description: 'Masked.' })),
  isSameAsCustomer: Type.Boolean(),
});

const CardPayer = NamedObject('CardPayer', {
  number: Nullable(Type.String({ description: 'The last four digits.' })),
  brand: Nullable(Type.String()),
});

/** Null until somebody paid. */
const payerInformation = Nullable(
  Named(
    'PayerInformation',
    Type.Union([
      NamedObject('PixPayerInformation', { method: Type.Literal('PIX'), PIX: Payer }),
      NamedObject('BoletoPayerInformation', { method: Type.Literal('BOLETO'), BOLETO: Payer }),
      NamedObject('CardPayerInformation', { method: Type.Literal('CARD'), CARD: CardPayer }),
    ]),
  ),
);

const payment = Nullable(Payment);

/** A checkout, also one of a subscription or of its cycle, or a payment link, which has no customer of its own. */
const CheckoutOrLink = NamedObject('EventCheckout', {
  ...Checkout.properties,
  customerId: Type.Optional(Checkout.properties.customerId),
  retryPolicy: Type.Optional(SubscriptionCheckout.properties.retryPolicy),
});

const EventSubscription = NamedObject('EventSubscription', {
  ...Subscription.properties,
  frequency: OneOf(billingCycles),
});

const ofCheckout = { checkout: CheckoutOrLink, customer, payerInformation, payment };
/** Facts are kept for weeks: they carry nothing that charges a card, and no picture, which would be most of their bytes. */
const eventTransparent = Type.Object({
  ...Transparent.properties,
  brCodeBase64: Type.Optional(
    Nullable(Type.String({ description: 'Always null in events, which are kept small: draw it from `brCode`.' })),
  ),
  cardToken: Type.Optional(
    Nullable(
      Type.String({ description: 'Always null in events, which are kept: it charges the card. Get the charge.' }),
    ),
  ),
});

const EventTransparent = UnionBy('EventCharge', 'method', eventTransparent, {
  PIX: { name: 'EventPixCharge', has: pixFields, narrower: pixNarrower },
  BOLETO: { name: 'EventBoletoCharge', has: boletoFields },
  CARD: { name: 'EventCardCharge', has: cardFields },
});

const SubscriptionPayment = NamedObject('SubscriptionPayment', {
  ...EventTransparent.properties,
  methods: Type.Array(OneOf(methodNames), { description: 'The `method` alone.' }),
  paidAt: Nullable(Timestamp),
});

const FailedPayment = NamedObject('FailedPayment', {
  ...SubscriptionPayment.properties,
  id: Nullable(Type.String({ description: 'Null when no charge was made: the card is not asked again.' })),
  status: Type.Literal('FAILED'),
  reason: PaymentFailureReason,
  providerCode: Nullable(ProviderCode),
  paidAt: Type.Null(),
  createdAt: Nullable(Timestamp),
  updatedAt: Nullable(Timestamp),
});

const ofTransparent = { transparent: EventTransparent, customer, payerInformation };
const ofPaidSubscription = {
  subscription: EventSubscription,
  customer,
  payment: Nullable(SubscriptionPayment),
  payerInformation,
  checkout: Nullable(SubscriptionCheckout),
};

const reversed = (properties: TProperties): TObject => Type.Object({ ...properties, reason: Nullable(Type.String()) });

/** Told for each COMPLETE refund, of all or of a part. */
const refunded = (properties: TProperties): TObject =>
  Type.Object({
    ...reversed(properties).properties,
    // Absent only in events of the version before, which refunded all that was paid.
    refund: Type.Optional(Refund),
  });

const ofFailedRefund = {
  refund: Refund,
  customer,
  reason: RefundFailure,
  providerCode: Nullable(ProviderCode),
};

/**
 * `data` of every event of a v2 webhook (docs/behaviour/webhooks.md#events), of the records that the operations answer.
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
  'subscription.completed': Type.Object(ofPaidSubscription),
  'subscription.trial_started': Type.Object({
    subscription: EventSubscription,
    customer,
    checkout: SubscriptionCheckout,
  }),
  'subscription.renewed': Type.Object(ofPaidSubscription),
  'subscription.cancelled': Type.Object(ofPaidSubscription),
  'subscription.plan_changed': Type.Object({ subscription: EventSubscription, change: PlanChange }),
  'subscription.payment_failed': Type.Object({
    subscription: EventSubscription,
    payment: FailedPayment,
    installmentId: Type.String({ description: 'The same for every attempt to collect this payment.' }),
    installmentNumber: Type.Integer({
      description: 'Counts the payments from 1. The start of a subscription without a trial is the first.',
    }),
    retryNumber: Type.Integer({ description: '0 for the first attempt of the cycle.' }),
    nextAttemptAt: Nullable(Timestamp),
  }),
  'payout.completed': Type.Object({ withdraw: Payout }),
  'payout.failed': Type.Object({ withdraw: Payout }),
  'transfer.completed': Type.Object({ transfer: PixSent }),
  'transfer.failed': Type.Object({ transfer: PixSent }),
  'refund.failed': Type.Union([
    Type.Object({ ...ofFailedRefund, checkout: CheckoutOrLink }),
    Type.Object({ ...ofFailedRefund, transparent: EventTransparent }),
  ]),
};

export const v2Events: PublishedEvents = { data, examples: v2EventExamples, root: { apiVersion: Type.Literal(2) } };
