import { paymentFailureReasons, type PaymentFailureReason } from '@pitanga/core';
import { billingCycles, cycleAttemptStatuses, methodNames, subscriptionCycleStatuses } from '@pitanga/records';
import { Type } from 'typebox';
import { Id, OneOf } from '../../fields/fields';
import { ProviderCode } from '../../fields/failure-reasons';
import { Named } from '../../fields/schema-names';
import { Nullable, Timestamp } from '../../fields/schemas';
import { listQuery } from '../lists';

export const CycleList = Type.Object({ ...listQuery, id: Id });

export const UpcomingGet = Type.Object({ id: Id });

const Cents = (description?: string) => Type.Integer(description === undefined ? {} : { description });

const FailureReason = Type.Unsafe<PaymentFailureReason | null>({
  type: ['string', 'null'],
  enum: [...paymentFailureReasons, null],
  description: 'Why it FAILED.',
});

const CycleAttempt = Named(
  'CycleAttempt',
  Type.Object({
    number: Type.Integer({ description: '1 is the first.' }),
    status: OneOf(cycleAttemptStatuses, { description: 'CANCELLED: taken back before it was sent.' }),
    reason: FailureReason,
    providerCode: Nullable(ProviderCode),
    chargeId: Nullable(Type.String({ description: 'Null where nothing was sent.' })),
    startedAt: Timestamp,
    endedAt: Nullable(Timestamp),
  }),
);

const number = Type.Integer({
  description: 'The cycle: 1 is the first charge after the start, or after the trial.',
});
const installmentNumber = Type.Integer({
  description: 'Counts payments from 1: what a start without a trial collects is the first.',
});

export const SubscriptionCycle = Named(
  'SubscriptionCycle',
  Type.Object({
    id: Type.String({ description: 'For `after` and `before`.' }),
    subscriptionId: Type.String(),
    number,
    installmentNumber,
    status: OneOf(subscriptionCycleStatuses, {
      description:
        'OPEN: being charged or retried. UNPAID: given up, because the subscription was cancelled or paused first. ' +
        'SKIPPED: it fell due in a pause and is never charged.',
    }),
    dueAt: Timestamp,
    method: OneOf(methodNames),
    productId: Type.String(),
    quantity: Type.Integer(),
    unitPrice: Cents('Centavos, like the three after it.'),
    discount: Cents('What coupons take off; all of the price in the last cycle, which charges usage alone.'),
    usage: Cents(),
    amount: Cents('Price × quantity less discount, plus usage.'),
    checkoutId: Nullable(Type.String({ description: 'The checkout of this cycle; null until it is paid.' })),
    chargeId: Nullable(Type.String({ description: 'What paid it; null as well where there was nothing to collect.' })),
    attempts: Type.Array(CycleAttempt, { description: 'In their order.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
);

const UpcomingCycle = Named(
  'UpcomingCycle',
  Type.Object({
    number,
    installmentNumber,
    dueAt: Type.String({
      format: 'date-time',
      description: 'In the past while the cycle waits for an earlier one that is unpaid.',
    }),
    productId: Type.String(),
    quantity: Type.Integer(),
    unitPrice: Cents('Centavos, like all amounts here.'),
    base: Cents('Price × quantity.'),
    discount: Cents('What coupons take off; all of the price when the subscription ends with this cycle.'),
    coupons: Type.Array(Type.String()),
    usage: Type.Array(Type.Object({ productId: Type.String(), units: Type.Integer(), amount: Cents() }), {
      description: 'What was used so far, product by product. Empty while it is too little to be charged.',
    }),
    usageAmount: Cents('Their sum.'),
    amount: Cents('What will be collected: base less discount, plus usage.'),
    frequency: Type.Object({ cycle: OneOf(billingCycles) }),
    planChangeId: Nullable(Type.String({ description: 'The change of plan that applies with it, `subu_…`.' })),
  }),
);

export const Upcoming = Named(
  'UpcomingCharge',
  Type.Object({
    subscriptionId: Type.String(),
    next: Nullable(UpcomingCycle),
    open: Nullable(SubscriptionCycle),
    nextRetryAt: Nullable(Timestamp),
  }),
);
