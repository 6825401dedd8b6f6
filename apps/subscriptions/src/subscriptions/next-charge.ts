import { chosenResumption } from './resume-from';
import { cycleDueAt, isEnding, isPastDue, type Subscription } from './subscription';

/** When the price is charged next; undefined while no charge is expected. */
export function expectedChargeAt(subscription: Subscription): Date | undefined {
  const { nextChargeAt, pausedAt, resumesAt, endsAt } = subscription;
  if (!nextChargeAt || (pausedAt && !resumesAt)) return undefined;
  // Its last usage is collected.
  if (isEnding(subscription) && !subscription.cycleBegunAt) return undefined;
  const at = resumesAt ? firstChargeAfter(subscription, resumesAt) : nextChargeAt;
  return endsAt && endsAt <= at ? undefined : at;
}

/** When the unpaid cycle is tried again. */
export function expectedRetryAt(subscription: Subscription): Date | undefined {
  return isPastDue(subscription) && subscription.step === 'WAIT' ? expectedChargeAt(subscription) : undefined;
}

/** A pause is of two years at most: some hundred steps. */
function firstChargeAfter(subscription: Subscription, resumesAt: Date): Date {
  for (let number = subscription.cycleNumber; ; number += 1) {
    if (cycleDueAt(subscription, number) < resumesAt) continue;
    const isSkipped = number > subscription.cycleNumber;
    const reached = isSkipped
      ? { ...subscription, isLapsed: true, cycleBegunAt: undefined, cycleNumber: number }
      : subscription;
    return cycleDueAt(resumedAt(reached, resumesAt), number);
  }
}

/**
 * The subscription as its pause ends at `at`, with the cycles skipped that fell due in it. From NOW, the cycle at hand
 * falls due then, unless the one before it was paid, it is at the payer's bank, or the subscription is about to end.
 */
export function resumedAt(subscription: Subscription, at: Date): Subscription {
  const from = chosenResumption(subscription);
  const { isLapsed, cycleBegunAt, endsAt, cycleNumber: anchorCycle } = subscription;
  const resumed = { ...subscription, isLapsed: false, resumeFrom: undefined };
  if (from === 'ANCHOR' || !isLapsed || cycleBegunAt || endsAt) return resumed;
  return { ...resumed, anchorAt: at, anchorCycle, nextChargeAt: at };
}
