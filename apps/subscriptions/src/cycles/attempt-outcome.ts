import type { ChargeCycleResponse } from '@pitanga/contracts';
import type { Cents } from '@pitanga/core';
import type { Subscription } from '../subscriptions/subscription';
import { isEarly, nextAttemptAt, type Attempt } from './cycle';
import { daysLater } from '../calendar/schedule';
import { currentDueAt, followingCycle } from '../plan-changes/due-plans';

/** The outcome of an attempt. While it is unknown there is none, and the same attempt is made again. */
export type AttemptOutcome =
  | { readonly kind: 'PAID'; readonly payment: ChargeCycleResponse }
  | {
      readonly kind: 'FAILED';
      readonly reason: string;
      /** The issuer answered never to send this card again. */
      readonly isIrreversible: boolean;
      /** Absent when billing refused the attempt or was not called. */
      readonly payment: ChargeCycleResponse | undefined;
    }
  | { readonly kind: 'VOID' };

/** The payer's bank has the attempt and has not ended it: the same attempt is asked about again. */
export interface PendingAttempt {
  readonly kind: 'PENDING';
  /** Real time. */
  readonly askAgainAt: Date;
}

/** `cancelledDueTo` of a subscription whose retries are used up. */
export const retriesExceeded = 'max_payment_retries_exceeded';

/** What was collected of a cycle. */
export interface Collected {
  /** False where there was nothing to collect. */
  readonly isCharged: boolean;
  /** What it leaves to the next one. */
  readonly carriedOutCents: Cents;
}

/** Days between two charges of cycles that fell due while an earlier one was unpaid. */
const catchUpDays = 1;

/**
 * The subscription after its cycle was paid: it waits for the next one, at its instant from the anchor or, where that is
 * over, for a day, so that a payer is not charged for several on one day unless the subscription ends with it.
 */
export function paidSubscription(
  subscription: Subscription,
  { isCharged, carriedOutCents: carriedCents }: Collected,
  now: Date,
): Subscription {
  const next = followingCycle(subscription);
  const catchUpAt = daysLater(now, catchUpDays);
  const { endsAt } = subscription;
  // Its end was set while the payer's bank took the cycle back no more: it has paid until the next due instant.
  const isPaidPastEnd = endsAt !== undefined && endsAt <= currentDueAt(subscription);
  // What fell due before an end is not lost to it.
  const waits = isCharged && currentDueAt(next) <= now && (endsAt === undefined || catchUpAt < endsAt);
  return {
    ...next,
    nextChargeAt: waits ? catchUpAt : next.nextChargeAt,
    carriedCents,
    isLapsed: false,
    endsAt: isPaidPastEnd ? currentDueAt(next) : endsAt,
    step: 'WAIT',
    updatedAt: now,
  };
}

/**
 * The attempt failed: the cycle is tried again at `nextAttempt`, which is absent after the last one. After an
 * irreversible decline the schedule stays, but the card is not sent again; by Pix there is no other attempt.
 */
export function failedSubscription(
  subscription: Subscription,
  attempt: Attempt,
  outcome: Extract<AttemptOutcome, { kind: 'FAILED' }>,
  now: Date,
): { readonly subscription: Subscription; readonly nextAttempt: Date | undefined; readonly isExhausted: boolean } {
  // A bank that ended the charge for good takes no retry of it.
  const isEnded = outcome.isIrreversible && subscription.method === 'PIX';
  const nextAttempt = isEnded ? undefined : nextAttemptAt(subscription, attempt, now);
  const isStopped = outcome.isIrreversible && subscription.method === 'CARD';
  const { endsAt } = subscription;
  return {
    // The subscription may end first.
    nextAttempt: nextAttempt && endsAt && endsAt <= nextAttempt ? undefined : nextAttempt,
    isExhausted: nextAttempt === undefined,
    subscription: {
      ...subscription,
      step: 'WAIT',
      uncounted: subscription.uncounted + (isEarly(subscription, attempt) ? 1 : 0),
      stoppedReason: isStopped ? outcome.reason : subscription.stoppedReason,
      nextChargeAt: nextAttempt ?? subscription.nextChargeAt,
      updatedAt: now,
    },
  };
}
