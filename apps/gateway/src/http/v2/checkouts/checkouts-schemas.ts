import { chargeStatuses, checkoutStatuses, frequencies, methodNames } from '@pitanga/records';
import { Type } from 'typebox';
import { CustomerData, SimulatedPayer } from '../../customer-input';
import { Day, ExternalId, Id, MetadataInput, OneOf, Quantity, TextFilter, Url, Metadata } from '../../fields';
import { Nullable, Timestamp } from '../../schemas';
import { listQuery } from '../lists';

export const CheckoutCreate = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1, maxLength: 255, description: "A product's id or externalId." }),
      quantity: Type.Optional(Quantity),
    }),
    { minItems: 1, maxItems: 100 },
  ),
  methods: Type.Optional(
    Type.Array(OneOf(methodNames), { minItems: 1, maxItems: 3, uniqueItems: true, default: ['PIX', 'CARD'] }),
  ),
  externalId: Type.Optional(ExternalId),
  customerId: Type.Optional(Id),
  customer: Type.Optional(CustomerData),
  returnUrl: Type.Optional(Url),
  completionUrl: Type.Optional(Url),
  dueDate: Type.Optional(Day),
  card: Type.Optional(
    Type.Object({ maxInstallments: Type.Optional(Type.Integer({ minimum: 1, maximum: 12, default: 1 })) }),
  ),
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

export const CheckoutSimulate = Type.Object({
  id: Type.Optional(Id),
  method: Type.Optional(OneOf(methodNames)),
  payer: Type.Optional(SimulatedPayer),
});

export const Checkout = Type.Object({
  id: Type.String(),
  externalId: Nullable(Type.String()),
  url: Type.String({ description: 'Address of the payment page.' }),
  amount: Type.Integer({ description: 'Centavos.' }),
  paidAmount: Nullable(Type.Integer()),
  platformFee: Type.Integer(),
  items: Type.Array(Type.Object({ id: Type.String(), quantity: Type.Integer() })),
  status: OneOf(checkoutStatuses),
  methods: Type.Array(OneOf(methodNames)),
  frequency: OneOf(frequencies),
  coupons: Type.Array(Type.String()),
  couponsUsed: Type.Array(Type.String()),
  customerId: Nullable(Type.String()),
  returnUrl: Nullable(Type.String()),
  completionUrl: Nullable(Type.String()),
  dueDate: Nullable(Type.String()),
  receiptUrl: Nullable(Type.String()),
  card: Type.Object({ maxInstallments: Type.Integer() }),
  installmentsCount: Nullable(Type.Integer()),
  trialDays: Nullable(Type.Integer()),
  trialEndsAt: Nullable(Timestamp),
  nextChargeAt: Nullable(Timestamp),
  skip_customer: Type.Boolean(),
  skip_review: Type.Boolean(),
  metadata: Metadata,
  devMode: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const CheckoutWithPayments = Type.Object({
  ...Checkout.properties,
  payments: Type.Array(
    Type.Object({
      id: Type.String(),
      method: OneOf(methodNames),
      amount: Type.Integer(),
      status: OneOf(chargeStatuses),
      paidAt: Nullable(Timestamp),
    }),
    { description: 'Newest first, at most 100.' },
  ),
});
