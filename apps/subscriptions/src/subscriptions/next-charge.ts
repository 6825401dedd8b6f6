import { cycleDueAt, isEnding, isPastDue, type Subscription } from './subscription';

/** When the price is charged next; undefined while no charge is expected. */
export function expectedChargeAt(subscription: Subscription): Date | undefined {
  const { nextChargeAt, pausedAt, resumesAt, endsAt } = subscription;
  if (!nextChargeAt || (pausedAt && !resumesAt)) return undefined;
  // Its last usage is collected.
  if (isEnding(subscription) && !subscription.cycleBegunAt) return undefined;
  const at = resumesAt ? firstDueFrom(subscription, resumesAt) : nextChargeAt;
  return endsAt && endsAt <= at ? undefined : at;
}

/** When the unpaid cycle is tried again. */
export function expectedRetryAt(subscription: Subscription): Date | undefined {
  return isPastDue(subscription) && subscription.step === 'WAIT' ? expectedChargeAt(subscription) : undefined;
}

/** A pause is of two years at most: some hundred steps. */
function firstDueFrom(subscription: Subscription, from: Date): Date {
  for (let number = subscription.cycleNumber; ; number += 1) {
    const dueAt = cycleDueAt(subscription, number);
    if (dueAt >= from) return dueAt;
  }
}
