import { addDays, endOfSaoPauloDay, invalidArgument, isCalendarDay, saoPauloDay } from '@pitanga/core';
import type { PaymentMethod } from '../charges/fees';

const daysAheadMax = 365;
/** A checkout without a due date can be paid for this long (decisions, 4). */
const openDays = 30;

/** INVALID_ARGUMENT unless the due date is one a boleto may have (interface, 4.5). */
export function checkDueDate(dueDate: string | undefined, methods: readonly PaymentMethod[], now: Date): void {
  if (dueDate === undefined) return;
  if (!methods.includes('BOLETO')) throw invalidArgument("Property 'dueDate' is only valid when BOLETO is accepted");
  if (!isCalendarDay(dueDate)) throw invalidArgument("Property 'dueDate' should be a date written YYYY-MM-DD");
  const today = saoPauloDay(now);
  if (dueDate < today) throw invalidArgument("Property 'dueDate' should not be in the past");
  if (dueDate > addDays(today, daysAheadMax)) {
    throw invalidArgument(`Property 'dueDate' should be at most ${String(daysAheadMax)} days ahead`);
  }
}

/** When a checkout can no longer be paid: the end of its due date, or 30 days from now. */
export function checkoutExpiry(dueDate: string | undefined, now: Date): Date {
  return dueDate === undefined ? new Date(now.getTime() + openDays * 86_400_000) : endOfSaoPauloDay(dueDate);
}
