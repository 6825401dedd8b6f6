import {
  fromWire,
  required,
  type GetUpcomingResponse,
  type SubscriptionCycle,
  type UpcomingCycle,
} from '@pitanga/contracts';
import { paymentFailure } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { methodName, type MethodName, Method } from './charge';
import { PaymentFailure, ProviderCode } from './failure-reasons';
import { billingCycles, SubscriptionFrequency } from './product';
import { Named, NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { enumName, instant, instantOrNull, orNull } from './wire';

export const subscriptionCycleStatuses = ['OPEN', 'PAID', 'UNPAID', 'SKIPPED'] as const;
export const cycleAttemptStatuses = ['PENDING', 'PAID', 'FAILED', 'CANCELLED'] as const;

/** From what the cycles after a pause are counted. */
export const resumptions = ['ANCHOR', 'NOW'] as const;

export const ResumeFrom = OneOf('ResumeFrom', resumptions);

const centavos = (description?: string) => Type.Integer(description === undefined ? {} : { description });
const FailureReason = Nullable({ ...PaymentFailure, description: 'Why it FAILED.' });

/** One attempt to collect a cycle. */
const CycleAttemptRecord = Named(
  'CycleAttempt',
  Type.Object({
    number: Type.Integer({ description: '1 is the first.' }),
    status: OneOf('CycleAttemptStatus', cycleAttemptStatuses, {
      description: 'CANCELLED: taken back before it was sent.',
    }),
    reason: FailureReason,
    providerCode: Nullable(ProviderCode),
    chargeId: Nullable(Type.String({ description: 'Null where nothing was sent.' })),
    startedAt: Timestamp,
    endedAt: Nullable(Timestamp),
    isBesideSchedule: Type.Boolean({
      description: 'Made by hand or with a new card before the next one was due: it uses up no retry.',
    }),
  }),
);
type CycleAttemptRecord = Static<typeof CycleAttemptRecord>;

const number = Type.Integer({
  description: 'The cycle: 1 is the first charge after the start, or after the trial.',
});
const installmentNumber = Type.Integer({
  description: 'Counts payments from 1: what a start without a trial collects is the first.',
});

/** One period of a subscription, as it was charged. */
export const SubscriptionCycleRecord = Named(
  'SubscriptionCycle',
  Type.Object({
    id: Type.String({ description: 'For `after` and `before`.' }),
    subscriptionId: Type.String(),
    number,
    installmentNumber,
    status: OneOf('SubscriptionCycleStatus', subscriptionCycleStatuses, {
      description:
        'OPEN: being charged or retried. UNPAID: given up, because the subscription was cancelled or paused first. ' +
        'SKIPPED: it fell due in a pause and is never charged.',
    }),
    dueAt: Timestamp,
    method: Method,
    productId: Type.String(),
    quantity: Type.Integer(),
    unitPrice: centavos('Centavos, like the five after it.'),
    discount: centavos('What coupons take off; all of the price in the last cycle, which charges usage alone.'),
    usage: centavos('Usage of less than can be collected is that of the next cycle.'),
    carriedIn: centavos('What earlier cycles left, because it was too little to be collected.'),
    carriedOut: centavos('What this one leaves to the next: its method could not collect it.'),
    amount: centavos('Price × quantity less discount, plus usage and carriedIn, less carriedOut.'),
    checkoutId: Nullable(Type.String({ description: 'The checkout of this cycle; null until it is paid.' })),
    chargeId: Nullable(Type.String({ description: 'What paid it; null as well where there was nothing to collect.' })),
    attempts: Type.Array(CycleAttemptRecord, { description: 'In their order.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
);
export type SubscriptionCycleRecord = Static<typeof SubscriptionCycleRecord>;

/** What a cycle that has not begun will cost, as of now. */
const UpcomingCycleRecord = Named(
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
    unitPrice: centavos('Centavos, like all amounts here.'),
    base: centavos('Price × quantity.'),
    discount: centavos('What coupons take off; all of the price when the subscription ends with this cycle.'),
    coupons: Type.Array(Type.String()),
    usage: Type.Array(
      NamedObject('UpcomingUsage', { productId: Type.String(), units: Type.Integer(), amount: centavos() }),
      {
        description: 'What was used so far, product by product.',
      },
    ),
    usageAmount: centavos('Their sum.'),
    carriedIn: centavos('What earlier cycles left, because it was too little to be collected.'),
    carriedOut: centavos('What this one will leave to the next, usage included: its method cannot collect it.'),
    amount: centavos('What will be collected: base less discount, plus usageAmount and carriedIn, less carriedOut.'),
    frequency: SubscriptionFrequency,
    planChangeId: Nullable(Type.String({ description: 'The change of plan that applies with it, `subu_…`.' })),
  }),
);
type UpcomingCycleRecord = Static<typeof UpcomingCycleRecord>;

const PlannedResumption = Nullable({
  ...ResumeFrom,
  description: 'How a pause ends, unless the request that ends it says otherwise; null while it is not paused.',
});

export const UpcomingRecord = Named(
  'UpcomingCharge',
  Type.Object({
    subscriptionId: Type.String(),
    next: Nullable(UpcomingCycleRecord),
    open: Nullable(SubscriptionCycleRecord),
    nextRetryAt: Nullable(Timestamp),
    resumeFrom: PlannedResumption,
  }),
);
export type UpcomingRecord = Static<typeof UpcomingRecord>;

export function subscriptionCycleRecord(cycle: SubscriptionCycle): SubscriptionCycleRecord {
  const createdAt = instant(cycle.begunAt, 'begunAt');
  const method = methodName(cycle.method);
  const attempts = cycle.attempts.map((attempt): CycleAttemptRecord => ({
    number: attempt.number,
    status: enumName('CYCLE_ATTEMPT_STATUS', attempt.status),
    ...toFailure(method, attempt.reason),
    chargeId: orNull(attempt.chargeId),
    startedAt: instant(attempt.startedAt, 'startedAt'),
    endedAt: instantOrNull(attempt.endedAt),
    isBesideSchedule: attempt.isBesideSchedule,
  }));
  const last = attempts.at(-1);
  return {
    id: cycle.id,
    subscriptionId: cycle.subscriptionId,
    number: cycle.number,
    installmentNumber: cycle.installmentNumber,
    status: enumName('SUBSCRIPTION_CYCLE_STATUS', cycle.status),
    dueAt: instant(cycle.dueAt, 'dueAt'),
    method,
    productId: cycle.productId,
    quantity: cycle.quantity,
    unitPrice: cycle.unitPriceCents,
    discount: cycle.discountCents,
    usage: cycle.usageCents,
    carriedIn: cycle.carriedInCents,
    carriedOut: cycle.carriedOutCents,
    amount: cycle.amountCents,
    checkoutId: orNull(cycle.checkoutId),
    chargeId: orNull(cycle.chargeId),
    attempts,
    createdAt,
    updatedAt: instantOrNull(cycle.endedAt) ?? last?.endedAt ?? last?.startedAt ?? createdAt,
  };
}

function toFailure(method: MethodName, code: string | undefined): Pick<CycleAttemptRecord, 'reason' | 'providerCode'> {
  if (code === undefined) return { reason: null, providerCode: null };
  const { reason, providerCode } = paymentFailure(method, code);
  return { reason, providerCode: orNull(providerCode) };
}

export function upcomingRecord(
  subscriptionId: string,
  { next, open, nextRetryAt, resumeFrom }: GetUpcomingResponse,
): UpcomingRecord {
  return {
    subscriptionId,
    next: next ? upcomingCycleRecord(next) : null,
    open: open ? subscriptionCycleRecord(open) : null,
    nextRetryAt: instantOrNull(nextRetryAt),
    resumeFrom: resumeFrom ? enumName('RESUME_FROM', resumeFrom) : null,
  };
}

function upcomingCycleRecord(cycle: UpcomingCycle): UpcomingCycleRecord {
  return {
    number: cycle.number,
    installmentNumber: cycle.installmentNumber,
    dueAt: instant(required(cycle.dueAt, 'dueAt'), 'dueAt'),
    productId: cycle.productId,
    quantity: cycle.quantity,
    unitPrice: cycle.unitPriceCents,
    base: cycle.baseCents,
    discount: cycle.discountCents,
    coupons: cycle.coupons,
    usage: cycle.usage.map(({ productId, units, amountCents: amount }) => ({ productId, units, amount })),
    usageAmount: cycle.usageCents,
    carriedIn: cycle.carriedInCents,
    carriedOut: cycle.carriedOutCents,
    amount: cycle.amountCents,
    frequency: { cycle: fromWire('BILLING_CYCLE', billingCycles, `BILLING_CYCLE_${cycle.cycle}`) },
    planChangeId: orNull(cycle.planChangeId),
  };
}
