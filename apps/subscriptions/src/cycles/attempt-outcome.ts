import type { ChargeCycleResponse } from '@pitanga/contracts';
import type { Subscription } from '../subscriptions/subscription';
import { nextAttemptAt, type Attempt } from './cycle';
import { followingCycle } from '../plan-changes/due-plans';

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

/** `cancelledDueTo` of a subscription whose retries are used up. */
export const retriesExceeded = 'max_payment_retries_exceeded';

/** The subscription after its cycle was paid: it waits for the next one, at its instant from the anchor. */
export function paidSubscription(subscription: Subscription, now: Date): Subscription {
  return { ...followingCycle(subscription), step: 'WAIT', updatedAt: now };
}

/**
 * The attempt failed: the cycle is tried again at `nextAttempt`, which is absent after the last one. After an
 * irreversible decline the schedule stays, but the card is not sent again.
 */
export function failedSubscription(
  subscription: Subscription,
  attempt: Attempt,
  outcome: Extract<AttemptOutcome, { kind: 'FAILED' }>,
  now: Date,
): { readonly subscription: Subscription; readonly nextAttempt: Date | undefined; readonly isExhausted: boolean } {
  const nextAttempt = nextAttemptAt(subscription, attempt, now);
  const isStopped = outcome.isIrreversible && subscription.method === 'CARD';
  const { endsAt } = subscription;
  return {
    // The subscription may end first.
    nextAttempt: nextAttempt && endsAt && endsAt <= nextAttempt ? undefined : nextAttempt,
    isExhausted: nextAttempt === undefined,
    subscription: {
      ...subscription,
      step: 'WAIT',
      stoppedReason: isStopped ? outcome.reason : subscription.stoppedReason,
      nextChargeAt: nextAttempt ?? subscription.nextChargeAt,
      updatedAt: now,
    },
  };
}
