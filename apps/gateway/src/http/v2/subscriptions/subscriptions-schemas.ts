import { billingCycles, methodNames, planChangeStatuses, subscriptionStatuses, usageActions } from '@pitanga/records';
import { Type } from 'typebox';
import { ExternalId, Id, Metadata, OneOf, TextFilter } from '../../fields/fields';
import { Nullable, Timestamp } from '../../fields/schemas';
import { listQuery } from '../lists';
import { NamedObject } from '../../fields/schema-names';
import { idBody } from '../../fields/id';

export const SubscriptionGet = Type.Object({
  id: Type.Optional(Id),
  externalId: Type.Optional(ExternalId),
  customerId: Type.Optional(Id),
});

export const SubscriptionList = Type.Object({
  ...listQuery,
  checkoutId: Type.Optional(TextFilter),
  customerId: Type.Optional(TextFilter),
  status: Type.Optional(OneOf(subscriptionStatuses)),
  externalId: Type.Optional(TextFilter),
});

const ProductId = Type.String({ minLength: 1, maxLength: 255, description: "A product's id or externalId." });

export const PlanChangeCreate = NamedObject('ChangePlan', {
  id: Id,
  productId: ProductId,
  quantity: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'As it is when left out.', examples: [1] }),
  ),
});

export const CouponChange = NamedObject('ChangeSubscriptionCoupon', {
  id: Id,
  coupon: Type.String({
    minLength: 1,
    maxLength: 50,
    description: "The coupon's code, in any case.",
    examples: ['NATAL'],
  }),
});

export const UsageCreate = NamedObject('RecordUsage', {
  id: Id,
  productId: ProductId,
  // More of the cheapest product than any charge may collect.
  units: Type.Integer({ minimum: 1, maximum: 9_999_999_999, examples: [12] }),
  action: OneOf(usageActions),
});

export const CardUpdate = NamedObject('UpdateCard', {
  id: Id,
  cardToken: Type.String({ minLength: 1, maxLength: 255, description: 'A `ctok_…`, or the `card_tok_…` of a charge.' }),
});

/** The rules of Pix Automático. */
export const retryRules =
  'When a cycle that could not be charged is tried again. PIX has at most 3 retries, within 7 days after the due ' +
  'date, whatever is asked for: `effectiveRetryPolicy` of the subscription is what happens.';

export const SubscriptionCancel = NamedObject('CancelSubscription', {
  ...idBody.properties,
  atPeriodEnd: Type.Optional(Type.Boolean({ description: 'At the next due instant. Left out or false: at once.' })),
});

export const SubscriptionPause = NamedObject('PauseSubscription', {
  ...idBody.properties,
  resumesAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'To come, and at most 730 days away. Left out, it is paused until it is resumed.',
    }),
  ),
});

export const RetryPolicy = NamedObject('RetryPolicy', {
  maxRetry: Type.Integer({ description: 'Retries after the first attempt of a cycle.' }),
  retryEvery: Type.Integer({ description: 'Days.' }),
});

export const Subscription = NamedObject('Subscription', {
  id: Type.String(),
  checkoutId: Type.String(),
  customerId: Type.String(),
  externalId: Nullable(Type.String()),
  productId: Type.String(),
  quantity: Type.Integer(),
  amount: Type.Integer({ description: 'Centavos: price × quantity.' }),
  currency: OneOf(['BRL']),
  method: OneOf(methodNames),
  status: OneOf(subscriptionStatuses),
  frequency: Type.Object({ cycle: OneOf(billingCycles) }),
  coupons: Type.Array(Type.String()),
  retryPolicy: RetryPolicy,
  effectiveRetryPolicy: Type.Object(RetryPolicy.properties, {
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
  cancelledDueTo: Nullable(Type.String()),
  metadata: Metadata,
  devMode: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const PlanChange = NamedObject('PlanChange', {
  id: Type.String(),
  subscriptionId: Type.String(),
  status: OneOf(planChangeStatuses),
  productId: Type.String(),
  quantity: Type.Integer(),
  newAmount: Type.Integer({ description: 'Centavos a cycle, from the next one on.' }),
  requestedAt: Timestamp,
  devMode: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const SubscriptionWithLink = NamedObject('SubscriptionWithLink', {
  ...Subscription.properties,
  updateCardUrl: Nullable(
    Type.String({
      description: 'Page on which the customer replaces the card, for 30 days. Null when no card is to be charged.',
    }),
  ),
  pendingPlanChange: Nullable(PlanChange),
});

export const Usage = NamedObject('Usage', {
  id: Type.String(),
  subscriptionId: Type.String(),
  productId: Type.String(),
  units: Type.Integer(),
  unitPrice: Type.Integer({ description: 'Centavos.' }),
  action: OneOf(usageActions),
  installmentNumber: Type.Integer({ description: 'The payment that it is added to, counted from 1.' }),
  recordedAt: Timestamp,
  devMode: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
