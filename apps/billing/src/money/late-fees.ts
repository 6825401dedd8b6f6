import {
  addBusinessDays,
  addDays,
  businessDayOnOrAfter,
  cents,
  daysBetween,
  endOfSaoPauloDay,
  mulDiv,
  sumCents,
  zeroCents,
  type Cents,
} from '@pitanga/core';

/** One-off charge of a boleto paid late. */
export interface BoletoFine {
  readonly kind: 'PERCENTAGE' | 'FIXED';
  /** Hundredths of a percent for PERCENTAGE, centavos for FIXED. */
  readonly value: number;
}

export interface LateTerms {
  readonly amountCents: Cents;
  /** YYYY-MM-DD as agreed; not always a business day. */
  readonly dueDate: string;
  readonly interestBasisPointsPerMonth?: number | undefined;
  readonly fine?: BoletoFine | undefined;
}

export interface LateFees {
  readonly fineCents: Cents;
  readonly interestCents: Cents;
}

const basisPoints = 10_000;
/** A month of interest has 30 days, as banks count it for boletos. */
const daysPerMonth = 30;
/** How long a boleto with interest or fine stays payable after its due date. */
const graceDays = 30;

/**
 * What a payment on `payDay` (YYYY-MM-DD) owes beyond the amount: nothing up to the first business day on or
 * after the due date (Lei 7.089); later the fine once, and simple interest for each calendar day since the due
 * date itself. The interest of all days is rounded once.
 */
export function lateFeesOn(terms: LateTerms, payDay: string): LateFees {
  if (payDay <= businessDayOnOrAfter(terms.dueDate)) return { fineCents: zeroCents, interestCents: zeroCents };
  const monthly = terms.interestBasisPointsPerMonth ?? 0;
  const days = daysBetween(terms.dueDate, payDay);
  return {
    fineCents: computeFine(terms.amountCents, terms.fine),
    interestCents: mulDiv(terms.amountCents, monthly * days, basisPoints * daysPerMonth, 'halfUp'),
  };
}

/** The whole debt on `payDay`: amount, fine and interest. */
export function amountDueOn(terms: LateTerms, payDay: string): Cents {
  const { fineCents, interestCents } = lateFeesOn(terms, payDay);
  return sumCents(terms.amountCents, fineCents, interestCents);
}

/** Last day (YYYY-MM-DD) on which banks accept the boleto: 30 days late with interest or fine, else on time only. */
export function lastPayableDay(dueDate: string, hasInterestOrFine: boolean): string {
  return hasInterestOrFine ? addDays(dueDate, graceDays) : businessDayOnOrAfter(dueDate);
}

/** Last instant of {@link lastPayableDay} in America/Sao_Paulo. */
export function payableUntil(dueDate: string, hasInterestOrFine: boolean): Date {
  return endOfSaoPauloDay(lastPayableDay(dueDate, hasInterestOrFine));
}

/** The same, and the business days in which the provider still reports a payment in time. */
export function confirmableUntil(dueDate: string, hasInterestOrFine: boolean, confirmationDays: number): Date {
  return endOfSaoPauloDay(addBusinessDays(lastPayableDay(dueDate, hasInterestOrFine), confirmationDays));
}

function computeFine(amount: Cents, fine: BoletoFine | undefined): Cents {
  if (!fine) return zeroCents;
  return fine.kind === 'PERCENTAGE' ? mulDiv(amount, fine.value, basisPoints, 'halfUp') : cents(fine.value);
}
