import {
  NamedObject,
  Nullable,
  OneOf,
  RetryPolicyRecord,
  SubscriptionCheckoutRecord,
  PixAuthorization,
} from '@pitanga/records';
import { Type } from 'typebox';
import {
  CheckoutCreate,
  CheckoutGet,
  CheckoutList,
  CheckoutSimulate,
  CheckoutWithPayments,
} from '../checkouts/checkouts-schemas';
import { retryRules } from './subscriptions-schemas';

/** A boleto cannot be charged automatically. */
const methods = ['PIX', 'CARD'] as const;

const RetryPolicyInput = NamedObject(
  'RetryPolicyInput',
  {
    maxRetry: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10, default: 3, description: 'Retries after the first attempt of a cycle.' }),
    ),
    retryEvery: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, default: 1, description: 'Days.' })),
  },
  { description: retryRules },
);

const shared = Type.Omit(CheckoutCreate, [
  'card',
  'interest',
  'fine',
  'skip_customer',
  'skip_review',
  'upSellProductId',
]);

/** A checkout without the fields that a subscription ignores; a dueDate is refused by name. */
export const SubscriptionCheckoutCreate = NamedObject('CreateSubscriptionCheckout', {
  ...shared.properties,
  items: Type.Array(CheckoutCreate.properties.items.items, {
    minItems: 1,
    maxItems: 1,
    description: 'One product with a cycle.',
  }),
  methods: Type.Optional(
    Type.Array(OneOf('SubscriptionMethod', methods), {
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      default: ['CARD'],
    }),
  ),
  retryPolicy: Type.Optional(RetryPolicyInput),
  firstChargeDate: Type.Optional(
    Type.String({
      format: 'date',
      examples: ['2026-12-31'],
      description:
        'The day of the first charge, in America/Sao_Paulo, 1 to 366 days ahead: nothing is charged before, and nobody subscribes from ' +
        'that day on. For subscriptions that were paid elsewhere until then. The answer has it as `dueDate`.',
    }),
  ),
  pixAuthorization: Type.Optional({
    ...PixAuthorization,
    description:
      'Only with PIX; default REQUIRED. OPTIONAL: the payer may pay the first cycle without authorising the next ones, and then pays ' +
      'each by a Pix code of its own. With a trial, and where coupons take the whole first price, it is required.',
  }),
});

export const SubscriptionCheckoutGet = CheckoutGet;

export const SubscriptionCheckoutList = CheckoutList;

export const SubscriptionCheckoutSimulate = CheckoutSimulate;

const retryPolicy = Nullable(RetryPolicyRecord);

export const SubscriptionCheckoutWithPayments = NamedObject('SubscriptionCheckoutWithPayments', {
  ...CheckoutWithPayments.properties,
  methods: SubscriptionCheckoutRecord.properties.methods,
  retryPolicy,
  pixAuthorization: SubscriptionCheckoutRecord.properties.pixAuthorization,
});

/** What webhooks answers. */
export const offerOutcomes = ['QUEUED', 'SENT_BEFORE', 'NO_ADDRESS', 'UNWANTED', 'LIMIT_REACHED', 'OFF'] as const;

export const SentSubscriptionCheckout = NamedObject('SentSubscriptionCheckout', {
  id: Type.String(),
  mail: OneOf('SubscriptionOfferOutcome', [...offerOutcomes, 'NOT_PENDING'], {
    description:
      'QUEUED: it is being sent. SENT_BEFORE: this address had it. NO_ADDRESS: there is no customer with an e-mail. UNWANTED: ' +
      'the customer opted out, or the mailbox does not exist. LIMIT_REACHED: 1000 were sent in 24 hours, or 3 to this address. OFF: this ' +
      'installation sends no mail, or none of this environment. NOT_PENDING: nobody can subscribe by it any more, or ' +
      'somebody has.',
  }),
});
