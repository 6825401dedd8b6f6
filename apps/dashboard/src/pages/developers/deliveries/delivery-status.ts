import type { ApiRecord } from '../../../api/records';
import type { Tone } from '../../../parts/status';

export type Delivery = ApiRecord<'Delivery'>;
export type Attempt = ApiRecord<'DeliveryAttempt'>;

export const deliveryTones: Readonly<Record<Delivery['status'], Tone>> = {
  PENDING: 'wait',
  DELIVERED: 'good',
  FAILED: 'bad',
  DROPPED: 'quiet',
};
export const deliveryStatuses = Object.keys(deliveryTones) as readonly Delivery['status'][];

/** `503`, or why there was no answer; undefined before the first attempt. */
export function answerText(one: Pick<Delivery, 'lastStatusCode' | 'lastErrorClass'>): string | undefined {
  return one.lastStatusCode === null ? (one.lastErrorClass ?? undefined) : String(one.lastStatusCode);
}

export interface Health {
  readonly ended: number;
  readonly failed: number;
  /** The address answered 410 to the newest delivery that was attempted, which switches a webhook off. */
  readonly isGone: boolean;
}

/** How a webhook fares, from its newest deliveries, the newest first. Those on their way count when they failed so far. */
export function webhookHealth(newest: readonly Pick<Delivery, 'status' | 'attemptCount' | 'lastStatusCode'>[]): Health {
  const attempted = newest.filter(({ attemptCount }) => attemptCount > 0);
  return {
    ended: attempted.length,
    failed: attempted.filter(({ status }) => status !== 'DELIVERED').length,
    isGone: attempted[0]?.lastStatusCode === 410,
  };
}
