import type { ApiRecord } from '../../api/records';
import type { Subscription } from './subscription-state';

export type SubscriptionCycle = ApiRecord<'SubscriptionCycle'>;
type Attempt = SubscriptionCycle['attempts'][number];

/** Where an unpaid cycle stands among its attempts. */
interface DunningPosition {
  /** Attempts of the schedule so far. */
  readonly tried: number;
  /** The first attempt and its retries. */
  readonly most: number;
  readonly left: number;
  readonly isUnderWay: boolean;
  readonly reason: Attempt['reason'];
  readonly providerCode: string | null;
  /** Nothing was sent to the bank: the card was declined for good, and only a new one can pay. */
  readonly isCardStopped: boolean;
}

type Policy = Pick<Subscription, 'effectiveRetryPolicy' | 'method'>;

/** Undefined before the first attempt. */
export function dunningPosition(cycle: SubscriptionCycle, { effectiveRetryPolicy, method }: Policy) {
  const last = cycle.attempts.at(-1);
  if (!last) return undefined;
  // What was tried by hand or with a new card, and what was taken back, use up none.
  const tried = cycle.attempts.filter(
    ({ isBesideSchedule, status }) => !isBesideSchedule && status !== 'CANCELLED',
  ).length;
  const most = Math.max(effectiveRetryPolicy.maxRetry + 1, tried);
  const failed = cycle.attempts.findLast(({ status }) => status === 'FAILED');
  const position: DunningPosition = {
    tried,
    most,
    left: most - tried,
    isUnderWay: last.status === 'PENDING',
    reason: failed?.reason ?? null,
    providerCode: failed?.providerCode ?? null,
    isCardStopped: method === 'CARD' && last.status === 'FAILED' && last.chargeId === null,
  };
  return position;
}
