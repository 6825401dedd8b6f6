import { toWire, type SubscriptionCycle } from '@pitanga/contracts';
import type { Subscription } from '../subscriptions/subscription';
import { cycleId, type RecordedAttempt, type RecordedCycle } from './cycle-queries';

const attemptStatuses = { STARTED: 'PENDING', PAID: 'PAID', FAILED: 'FAILED', VOID: 'CANCELLED' } as const;

/** Counts payments from 1: what a start without a trial collects is the first. */
export function toInstallmentNumber({ trialEndsAt }: Pick<Subscription, 'trialEndsAt'>, cycleNumber: number): number {
  return trialEndsAt ? cycleNumber : cycleNumber + 1;
}

export function cycleToWire(
  subscription: Subscription,
  { attempts, status, ...cycle }: RecordedCycle,
): SubscriptionCycle {
  return {
    ...cycle,
    id: cycleId(cycle),
    installmentNumber: toInstallmentNumber(subscription, cycle.number),
    method: toWire('PAYMENT_METHOD', subscription.method),
    status: toWire('SUBSCRIPTION_CYCLE_STATUS', status),
    attempts: attempts.map(({ state, ...attempt }: RecordedAttempt) => ({
      ...attempt,
      status: toWire('CYCLE_ATTEMPT_STATUS', attemptStatuses[state]),
    })),
  };
}
