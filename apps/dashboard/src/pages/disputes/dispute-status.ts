import type { ApiRecord } from '../../api/records';
import { storeDay, daysBetween } from '../../format/time';
import type { Tone } from '../../parts/status';

export type Dispute = ApiRecord<'Dispute'>;

export const disputeTones: Readonly<Record<Dispute['status'], Tone>> = {
  NEEDS_ANSWER: 'bad',
  UNDER_REVIEW: 'wait',
  WON: 'good',
  LOST: 'quiet',
};

/** Days of the store's calendar until the last one for an answer: 0 on that day, undefined once its instant is over. */
export function daysLeft(dueBy: string, now: Date): number | undefined {
  const due = new Date(dueBy);
  return due.getTime() < now.getTime() ? undefined : daysBetween(storeDay(now), storeDay(due));
}

/** Whether an answer can still be given; one that is on its way is waited for. */
export function canAnswer({ status, dueBy, answer }: Dispute, now: Date): boolean {
  if (status !== 'NEEDS_ANSWER' || (dueBy !== null && daysLeft(dueBy, now) === undefined)) return false;
  if (answer === null || answer.status === 'REFUSED') return true;
  return answer.status === 'SENT' && !answer.submitted;
}

/** Those that need an answer first, by the time that is left; then the others as they come. */
export function byNeed(one: Dispute, other: Dispute): number {
  const rank = ({ status }: Dispute): number => (status === 'NEEDS_ANSWER' ? 0 : 1);
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  return rank(one) === 1 ? 0 : (one.dueBy ?? '9').localeCompare(other.dueBy ?? '9');
}

/** The texts of an answer, in the order in which they are asked for and shown. */
export const answerTexts = [
  'productDescription',
  'customerCommunication',
  'refundPolicy',
  'trackingNumber',
  'carrier',
  'explanation',
] as const;
