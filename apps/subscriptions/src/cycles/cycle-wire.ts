import { toWire, type SubscriptionCycle } from '@pitanga/contracts';
import { toInstallmentNumber } from '@pitanga/core';
import type { Subscription } from '../subscriptions/subscription';
import { isEarly } from './cycle';
import { cycleId, type RecordedCycle } from './cycle-repository';

const attemptStatuses = { STARTED: 'PENDING', PAID: 'PAID', FAILED: 'FAILED', VOID: 'CANCELLED' } as const;

export function cycleToWire(
  subscription: Subscription,
  { attempts, status, ...cycle }: RecordedCycle,
): SubscriptionCycle {
  return {
    ...cycle,
    id: cycleId(cycle),
    installmentNumber: toInstallmentNumber(subscription.trialEndsAt, cycle.number),
    method: toWire('PAYMENT_METHOD', subscription.method),
    status: toWire('SUBSCRIPTION_CYCLE_STATUS', status),
    attempts: attempts.map(({ state, scheduledAt, ...attempt }) => ({
      ...attempt,
      isBesideSchedule: isEarly(subscription, { scheduledAt, startedAt: attempt.startedAt }),
      status: toWire('CYCLE_ATTEMPT_STATUS', attemptStatuses[state]),
    })),
  };
}
