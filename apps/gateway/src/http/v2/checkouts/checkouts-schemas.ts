import { chargeStatuses, checkoutStatuses, frequencies, methodNames } from '@pitanga/records';
import { Type } from 'typebox';
import { CustomerData, SimulatedPayer } from '../../shared/customer-input';
import {
  CouponCodes,
  Day,
  ExternalId,
  Fine,
  Id,
  Installments,
  Interest,
  MetadataInput,
  OneOf,
  Quantity,
  TextFilter,
  Url,
  Metadata,
} from '../../fields/fields';
import { Nullable, Timestamp } from '../../fields/schemas';
import { listQuery } from '../lists';
import { NamedObject } from '../../fields/schema-names';

export const CheckoutCreate = NamedObject('CreateCheckout', {
  items: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1, maxLength: 255, description: "A product's id or externalId." }),
      quantity: Type.Optional(Quantity),
    }),
    { minItems: 1, maxItems: 100 },
  ),
  methods: Type.Optional(
    Type.Array(OneOf(methodNames), {
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
      description: 'Left out: PIX and CARD in dev mode, in production all that the store has a provider for.',
    }),
  ),
  externalId: Type.Optional(ExternalId),
  customerId: Type.Optional(Id),
  customer: Type.Optional(CustomerData),
  returnUrl: Type.Optional(Url),
  completionUrl: Type.Optional(Url),
  dueDate: Type.Optional(Day),
  card: Type.Optional(Type.Object({ maxInstallments: Type.Optional(Installments) })),
  coupons: Type.Optional(CouponCodes),
  interest: Type.Optional(Interest),
  fine: Type.Optional(Fine),
  skip_customer: Type.Optional(Type.Boolean({ default: false })),
  skip_review: Type.Optional(Type.Boolean({ default: false })),
  metadata: Type.Optional(MetadataInput),
});

export const CheckoutGet = Type.Object({
  id: Type.Optional(Id),
  externalId: Type.Optional(ExternalId),
  customerId: Type.Optional(Id),
});

export const CheckoutList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  externalId: Type.Optional(TextFilter),
  status: Type.Optional(OneOf(checkoutStatuses)),
  customerId: Type.Optional(TextFilter),
  email: Type.Optional(TextFilter),
  taxId: Type.Optional(TextFilter),
  method: Type.Optional(OneOf(methodNames)),
});

export const CheckoutSimulate = NamedObject('SimulateCheckoutPayment', {
  id: Type.Optional(Id),
  method: Type.Optional(OneOf(methodNames, { description: 'The first accepted one when left out.' })),
  payer: Type.Optional(SimulatedPayer),
  coupons: Type.Optional(CouponCodes),
  cardNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 30, description: 'A test card.' })),
  installmentCount: Type.Optional(Installments),
  amount: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 9_999_999_999, description: 'Centavos; what is due when left out.' }),
  ),
  late: Type.Optional(Type.Boolean({ default: false, description: 'Pay what takes no payment any more.' })),
});

/** One checkout may start several subscriptions. */
const SubscriptionTime = Nullable(
  Type.String({
    format: 'date-time',
    description:
      'Of the newest subscription that this checkout has started, ACTIVE ones first; null before and on others.',
  }),
);

export const Checkout = NamedObject('Checkout', {
  id: Type.String(),
  externalId: Nullable(Type.String()),
  url: Type.String({ description: 'Address of the payment page.' }),
  amount: Type.Integer({ description: 'Centavos.' }),
  paidAmount: Nullable(Type.Integer()),
  refundedAmount: Type.Integer({ description: 'Centavos that are back with the payer; 0 when none are.' }),
  platformFee: Type.Integer(),
  items: Type.Array(Type.Object({ id: Type.String(), quantity: Type.Integer() })),
  status: OneOf(checkoutStatuses),
  methods: Type.Array(OneOf(methodNames)),
  frequency: OneOf(frequencies),
  coupons: Type.Array(Type.String()),
  couponsUsed: Type.Array(Type.String(), {
    description: 'Of a subscription checkout: of the newest subscription it has started, ACTIVE ones first.',
  }),
  customerId: Nullable(Type.String()),
  returnUrl: Nullable(Type.String()),
  completionUrl: Nullable(Type.String()),
  dueDate: Nullable(Type.String()),
  receiptUrl: Nullable(Type.String()),
  card: Type.Object({ maxInstallments: Type.Integer() }),
  installmentsCount: Nullable(Type.Integer()),
  subscriptionId: Nullable(Type.String({ description: 'Of the checkout of a subscription’s cycle, else null.' })),
  trialDays: Nullable(Type.Integer()),
  trialEndsAt: SubscriptionTime,
  nextChargeAt: SubscriptionTime,
  skip_customer: Type.Boolean(),
  skip_review: Type.Boolean(),
  metadata: Metadata,
  devMode: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const Payment = NamedObject('Payment', {
  id: Type.String(),
  method: OneOf(methodNames),
  amount: Type.Integer(),
  refundedAmount: Type.Integer(),
  status: OneOf(chargeStatuses),
  paidAt: Nullable(Timestamp),
});

export const CheckoutWithPayments = NamedObject('CheckoutWithPayments', {
  ...Checkout.properties,
  payments: Type.Array(Payment, { description: 'Newest first, at most 100.' }),
});
