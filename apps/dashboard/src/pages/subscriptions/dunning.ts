import type { ApiRecord } from '../../api/records';
import type { Subscription } from './subscription-state';

export type SubscriptionCycle = ApiRecord<'SubscriptionCycle'>;
type Attempt = SubscriptionCycle['attempts'][number];

/** Where an unpaid cycle stands among its attempts. */
interface DunningPosition {
  /** The newest attempt, counted from 1. */
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
  // A new card is tried at once, beside the schedule: it never shows more than there are.
  const most = Math.max(effectiveRetryPolicy.maxRetry + 1, last.number);
  const failed = cycle.attempts.findLast(({ status }) => status === 'FAILED');
  const position: DunningPosition = {
    tried: last.number,
    most,
    left: most - last.number,
    isUnderWay: last.status === 'PENDING',
    reason: failed?.reason ?? null,
    providerCode: failed?.providerCode ?? null,
    isCardStopped: method === 'CARD' && last.status === 'FAILED' && last.chargeId === null,
  };
  return position;
}
