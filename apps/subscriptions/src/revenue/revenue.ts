import type { Cycle } from '../calendar/schedule';
import { recurringCents, type Subscription } from '../subscriptions/subscription';

/** Cycles a year; a month has a twelfth of them. */
const perYear: Readonly<Record<Cycle, number>> = {
  WEEKLY: 52,
  MONTHLY: 12,
  QUARTERLY: 4,
  SEMIANNUALLY: 2,
  ANNUALLY: 1,
};

/** A subscription's share of its store's running figures, or a change of them. */
export interface RevenueShare {
  /** Monthly recurring revenue in twelfths of a centavo: exact for every cycle. */
  readonly mrrTwelfths: number;
  readonly activeSubscriptions: number;
}

/** Price × quantity less coupons, of what is active, past its trial and not paused; usage is not recurring. */
export function revenueShare(subscription: Subscription | undefined): RevenueShare {
  if (subscription?.status !== 'ACTIVE') return { mrrTwelfths: 0, activeSubscriptions: 0 };
  const { isRecurring, pausedAt, cycle } = subscription;
  const mrrTwelfths = isRecurring && !pausedAt ? recurringCents(subscription) * perYear[cycle] : 0;
  return { mrrTwelfths, activeSubscriptions: 1 };
}

/** The change of the running figures with a change of a subscription. */
export function revenueChange(before: Subscription | undefined, after: Subscription): RevenueShare {
  const [old, fresh] = [revenueShare(before), revenueShare(after)];
  return {
    mrrTwelfths: fresh.mrrTwelfths - old.mrrTwelfths,
    activeSubscriptions: fresh.activeSubscriptions - old.activeSubscriptions,
  };
}
