import {
  fromWire,
  required,
  type GetUpcomingResponse,
  type SubscriptionCycle,
  type UpcomingCycle,
} from '@pitanga/contracts';
import { paymentFailure, type PaymentFailureReason } from '@pitanga/core';
import type { MethodName } from './charge';
import { billingCycles, type BillingCycleName } from './product';

import { instant, instantOrNull, enumName, orNull } from './wire';

export const subscriptionCycleStatuses = ['OPEN', 'PAID', 'UNPAID', 'SKIPPED'] as const;
export const cycleAttemptStatuses = ['PENDING', 'PAID', 'FAILED', 'CANCELLED'] as const;

/** One try to collect a cycle. */
export interface CycleAttemptRecord {
  /** 1 is the first. */
  readonly number: number;
  readonly status: (typeof cycleAttemptStatuses)[number];
  /** Of a FAILED one. */
  readonly reason: PaymentFailureReason | null;
  readonly providerCode: string | null;
  readonly chargeId: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

/** One period of a subscription, as it was charged. */
export interface SubscriptionCycleRecord {
  readonly id: string;
  readonly subscriptionId: string;
  /** 1 is the first charge after the start. */
  readonly number: number;
  /** Counts payments from 1: what a start without a trial collects is the first. */
  readonly installmentNumber: number;
  readonly status: (typeof subscriptionCycleStatuses)[number];
  readonly dueAt: string;
  readonly method: MethodName;
  readonly productId: string;
  readonly quantity: number;
  /** Centavos, like the three after it. */
  readonly unitPrice: number;
  readonly discount: number;
  readonly usage: number;
  /** Price × quantity less discount, plus usage. */
  readonly amount: number;
  readonly checkoutId: string | null;
  readonly chargeId: string | null;
  readonly attempts: CycleAttemptRecord[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a cycle that has not begun will cost, as of now. */
export interface UpcomingCycleRecord {
  readonly number: number;
  readonly installmentNumber: number;
  readonly dueAt: string;
  readonly productId: string;
  readonly quantity: number;
  /** Centavos, like all amounts after it. */
  readonly unitPrice: number;
  /** Price × quantity. */
  readonly base: number;
  readonly discount: number;
  readonly coupons: string[];
  readonly usage: { readonly productId: string; readonly units: number; readonly amount: number }[];
  readonly usageAmount: number;
  readonly amount: number;
  readonly frequency: { readonly cycle: BillingCycleName };
  /** The change of plan that applies with it. */
  readonly planChangeId: string | null;
}

export interface UpcomingRecord {
  readonly subscriptionId: string;
  readonly next: UpcomingCycleRecord | null;
  readonly open: SubscriptionCycleRecord | null;
  readonly nextRetryAt: string | null;
}

export function subscriptionCycleRecord(cycle: SubscriptionCycle): SubscriptionCycleRecord {
  const createdAt = instant(cycle.begunAt, 'begunAt');
  const method: MethodName = enumName('PAYMENT_METHOD', cycle.method);
  const attempts = cycle.attempts.map((attempt): CycleAttemptRecord => ({
    number: attempt.number,
    status: enumName('CYCLE_ATTEMPT_STATUS', attempt.status),
    ...failureOf(method, attempt.reason),
    chargeId: orNull(attempt.chargeId),
    startedAt: instant(attempt.startedAt, 'startedAt'),
    endedAt: instantOrNull(attempt.endedAt),
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
    amount: cycle.amountCents,
    checkoutId: orNull(cycle.checkoutId),
    chargeId: orNull(cycle.chargeId),
    attempts,
    createdAt,
    updatedAt: instantOrNull(cycle.endedAt) ?? last?.endedAt ?? last?.startedAt ?? createdAt,
  };
}

function failureOf(method: MethodName, code: string | undefined): Pick<CycleAttemptRecord, 'reason' | 'providerCode'> {
  if (code === undefined) return { reason: null, providerCode: null };
  const { reason, providerCode } = paymentFailure(method, code);
  return { reason, providerCode: orNull(providerCode) };
}

export function upcomingRecord(
  subscriptionId: string,
  { next, open, nextRetryAt }: GetUpcomingResponse,
): UpcomingRecord {
  return {
    subscriptionId,
    next: next ? upcomingCycleRecord(next) : null,
    open: open ? subscriptionCycleRecord(open) : null,
    nextRetryAt: instantOrNull(nextRetryAt),
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
    amount: cycle.amountCents,
    frequency: { cycle: fromWire('BILLING_CYCLE', billingCycles, `BILLING_CYCLE_${cycle.cycle}`) },
    planChangeId: orNull(cycle.planChangeId),
  };
}
