import {
  NamedObject,
  Nullable,
  PlanChangeRecord,
  SubscriptionRecord,
  SubscriptionStatus,
  UsageAction,
  ResumeFrom,
} from '@pitanga/records';
import { Type } from 'typebox';
import { ExternalId, Id, TextFilter } from '../../fields/fields';
import { idBody } from '../../fields/id';
import { listQuery } from '../lists';

export const SubscriptionGet = Type.Object({
  id: Type.Optional(Id),
  externalId: Type.Optional(ExternalId),
  customerId: Type.Optional(Id),
});

export const SubscriptionList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  checkoutId: Type.Optional(TextFilter),
  customerId: Type.Optional(TextFilter),
  email: Type.Optional(TextFilter),
  taxId: Type.Optional(TextFilter),
  status: Type.Optional(SubscriptionStatus),
  externalId: Type.Optional(TextFilter),
  pastDue: Type.Optional(
    Type.Boolean({ description: 'True: those with a cycle that could not be charged and is not paid yet.' }),
  ),
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
  // Above this, even the cheapest product exceeds the largest charge.
  units: Type.Integer({ minimum: 1, maximum: 9_999_999_999, examples: [12] }),
  action: UsageAction,
});

export const CardUpdate = NamedObject('UpdateCard', {
  id: Id,
  cardToken: Type.String({ minLength: 1, maxLength: 255, description: 'A `ctok_…`, or the `card_tok_…` of a charge.' }),
});

/** The retry rules of Pix Automático. */
export const retryRules =
  'When a cycle that could not be charged is tried again. PIX has at most 3 retries, within 7 days after the due ' +
  'date, whatever is asked for: `effectiveRetryPolicy` of the subscription is what happens.';

export const SubscriptionCancel = NamedObject('CancelSubscription', {
  ...idBody.properties,
  atPeriodEnd: Type.Optional(Type.Boolean({ description: 'At the next due instant. Left out or false: at once.' })),
});

/** From what the cycles after a pause are counted. */
const ChosenResumeFrom = {
  ...ResumeFrom,
  description:
    'ANCHOR: the due dates stay, and the next one is charged. NOW: where a due date fell in the pause, the next cycle is ' +
    'charged when the pause ends, and the dates count from there. Left out: NOW for cycles longer than a month.',
};

export const SubscriptionResume = NamedObject('ResumeSubscription', {
  ...idBody.properties,
  resumeFrom: Type.Optional(ChosenResumeFrom),
});

export const SubscriptionPause = NamedObject('PauseSubscription', {
  ...idBody.properties,
  resumeFrom: Type.Optional(ChosenResumeFrom),
  resumesAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'To come, and at most 730 days away. Left out, it is paused until it is resumed.',
    }),
  ),
});

export const SubscriptionWithLink = NamedObject('SubscriptionWithLink', {
  ...SubscriptionRecord.properties,
  updateCardUrl: Nullable(
    Type.String({
      description:
        'Page on which the customer replaces the card, for 30 days. Null when no card is to be charged, and for keys without CHECKOUT:CREATE.',
    }),
  ),
  manageUrl: Nullable(
    Type.String({
      description:
        'Page on which the customer sees the charges and cancels, for 30 days. Null for keys without CHECKOUT:DELETE.',
    }),
  ),
  card: Nullable(
    NamedObject(
      'CardOnFile',
      {
        brand: Type.String(),
        lastFour: Type.String(),
        expMonth: Nullable(Type.Integer({ minimum: 1, maximum: 12 })),
        expYear: Nullable(Type.Integer({ description: 'Null, like the month, where the provider does not tell it.' })),
      },
      { description: 'The card that is charged next.' },
    ),
  ),
  pendingPlanChange: Nullable(PlanChangeRecord),
});
