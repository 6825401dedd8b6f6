import { billingCycles, methodNames, subscriptionStatuses } from '@pitanga/records';
import { Type } from 'typebox';
import { OneOf, TextFilter, Metadata } from '../../fields';
import { Nullable, Timestamp } from '../../schemas';
import { listQuery } from '../lists';

export const SubscriptionList = Type.Object({
  ...listQuery,
  checkoutId: Type.Optional(TextFilter),
  customerId: Type.Optional(TextFilter),
  status: Type.Optional(OneOf(subscriptionStatuses)),
  externalId: Type.Optional(TextFilter),
});

export const Subscription = Type.Object({
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
  retryPolicy: Type.Object({
    maxRetry: Type.Integer(),
    retryEvery: Type.Integer({ description: 'Days.' }),
  }),
  trialDays: Nullable(Type.Integer()),
  trialEndsAt: Nullable(Timestamp),
  nextChargeAt: Nullable(Timestamp),
  canceledAt: Nullable(Timestamp),
  cancelPolicy: Nullable(Type.String()),
  cancelledDueTo: Nullable(Type.String()),
  metadata: Metadata,
  devMode: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
