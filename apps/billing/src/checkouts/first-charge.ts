import { addDays, daysBetween, endOfSaoPauloDay, invalidArgument, isCalendarDay, saoPauloDay } from '@pitanga/core';
import type { Checkout } from './checkout';

/** The day of a first charge is the due date of a subscription checkout, which has no boleto. */
type FirstCharge = Pick<Checkout, 'frequency' | 'dueDate' | 'trialDays'>;

/** The longest trial of a product, which a checkout may have. */
const trialDaysMax = 90;

/** A year's cycle that was charged today falls due in so many days. */
const daysAheadMax = 366;

/** INVALID_ARGUMENT for a day on which no first charge can be (docs/behaviour/subscriptions.md#first-charge-date). */
export function checkFirstCharge(day: string | undefined, now: Date): void {
  if (day === undefined) return;
  if (!isCalendarDay(day)) throw invalidArgument("Property 'firstChargeDate' should be a date written YYYY-MM-DD");
  const today = saoPauloDay(now);
  if (day <= today) throw invalidArgument("Property 'firstChargeDate' should be after today");
  if (day > addDays(today, daysAheadMax))
    throw invalidArgument(`Property 'firstChargeDate' should be at most ${String(daysAheadMax)} days ahead`);
}

/** When a checkout expires for subscribers: at the end of the day before its first charge. */
export function subscribableUntil(day: string | undefined): Date | undefined {
  return day === undefined ? undefined : endOfSaoPauloDay(addDays(day, -1));
}

/** Whether nothing is charged when a subscription starts. */
export function startsFree({ trialDays, frequency, dueDate }: FirstCharge): boolean {
  return trialDays !== undefined || (frequency === 'SUBSCRIPTION' && dueDate !== undefined);
}

/** The days from a start at `at` to the first charge; undefined where that is the start. */
export function trialDaysAt({ trialDays, frequency, dueDate }: FirstCharge, at: Date): number | undefined {
  if (frequency !== 'SUBSCRIPTION' || dueDate === undefined) return trialDays;
  return Math.max(daysBetween(saoPauloDay(at), dueDate), 1);
}

/** What a new checkout keeps: a release before `firstChargeDate` goes by it alone, and so does not charge at once. */
export function storedTrialDays(checkout: FirstCharge, createdAt: Date): number | undefined {
  const days = trialDaysAt(checkout, createdAt);
  return days && Math.min(days, trialDaysMax);
}
