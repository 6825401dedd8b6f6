import { addBusinessDays, addDays, endOfSaoPauloDay, invalidArgument, isCalendarDay, saoPauloDay } from '@pitanga/core';
import type { PaymentMethod } from '../money/fees';
import type { BoletoFine } from '../money/late-fees';

const daysAheadMax = 365;
/** How long a checkout without a due date can be paid. */
const openDays = 30;
/** The default due date of a boleto is this many business days ahead. */
const defaultBusinessDays = 3;

/** INVALID_ARGUMENT for a due date that a boleto cannot have (docs/behaviour/charges.md#due-date). */
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

/** The due date of a boleto issued now, requested or by default, and its last instant in America/Sao_Paulo. */
export function boletoDueDate(
  dueDate: string | undefined,
  now: Date,
): { readonly dueDate: string; readonly expiresAt: Date } {
  const day = dueDate ?? addBusinessDays(saoPauloDay(now), defaultBusinessDays);
  return { dueDate: day, expiresAt: endOfSaoPauloDay(day) };
}

/** The expiry of a checkout: the end of its due date, or 30 days from now. */
export function checkoutExpiry(dueDate: string | undefined, now: Date): Date {
  return dueDate === undefined ? new Date(now.getTime() + openDays * 86_400_000) : endOfSaoPauloDay(dueDate);
}

const basisPointsMax = 10_000;

/** INVALID_ARGUMENT for interest or a fine out of range (docs/behaviour/charges.md#late-fees). */
export function checkLateTerms(terms: {
  readonly interestBasisPoints: number | undefined;
  readonly fine: BoletoFine | undefined;
}): void {
  const { interestBasisPoints: interest, fine } = terms;
  if (interest !== undefined && !isWithin(interest, basisPointsMax)) {
    throw invalidArgument(`Property 'interest.value' should be from 1 to ${String(basisPointsMax)}`);
  }
  const fineMax = fine?.kind === 'FIXED' ? 9_999_999_999 : basisPointsMax;
  if (fine && !isWithin(fine.value, fineMax)) {
    throw invalidArgument(`Property 'fine.value' should be from 1 to ${String(fineMax)}`);
  }
}

function isWithin(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max;
}
