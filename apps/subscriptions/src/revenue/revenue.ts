import type { Cycle } from '../calendar/schedule';
import { recurringCents, type Subscription } from '../subscriptions/subscription';

/** How often a year a cycle comes; a twelfth of that is what it brings a month. */
const perYear: Readonly<Record<Cycle, number>> = {
  WEEKLY: 52,
  MONTHLY: 12,
  QUARTERLY: 4,
  SEMIANNUALLY: 2,
  ANNUALLY: 1,
};

/** A subscription's part of its store's running figures, or a change of them. */
export interface RevenueShare {
  /** Monthly recurring revenue in twelfths of a centavo: exact for every cycle. */
  readonly mrrTwelfths: number;
  readonly activeSubscriptions: number;
}

/** Price × quantity less coupons, of what is active, past its trial and not paused; usage is not recurring. */
export function shareOf(subscription: Subscription | undefined): RevenueShare {
  if (subscription?.status !== 'ACTIVE') return { mrrTwelfths: 0, activeSubscriptions: 0 };
  const { isRecurring, pausedAt, cycle } = subscription;
  const mrrTwelfths = isRecurring && !pausedAt ? recurringCents(subscription) * perYear[cycle] : 0;
  return { mrrTwelfths, activeSubscriptions: 1 };
}

/** What a change of a subscription changes in the running figures. */
export function revenueChange(before: Subscription | undefined, after: Subscription): RevenueShare {
  const [old, fresh] = [shareOf(before), shareOf(after)];
  return {
    mrrTwelfths: fresh.mrrTwelfths - old.mrrTwelfths,
    activeSubscriptions: fresh.activeSubscriptions - old.activeSubscriptions,
  };
}
