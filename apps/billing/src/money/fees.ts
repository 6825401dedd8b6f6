import { cents, failedPrecondition, formatBrl, mulDiv, sumCents, type AppError, type Cents } from '@pitanga/core';

export const paymentMethods = ['PIX', 'BOLETO', 'CARD'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What a store pays for each payment (docs/behaviour/money.md#fees). Basis points are hundredths of a percent. */
export interface FeeSchedule {
  readonly pixCents: Cents;
  readonly boletoCents: Cents;
  readonly card: {
    /** 1×. */
    readonly singleBasisPoints: number;
    /** 2 to 6×. */
    readonly shortBasisPoints: number;
    /** 7 to 12×. */
    readonly longBasisPoints: number;
    readonly fixedCents: Cents;
  };
}

/** The platform's fee on one payment: percentages round half up to the centavo, on the charge. */
export function computeFee(schedule: FeeSchedule, method: PaymentMethod, amount: Cents, installments = 1): Cents {
  if (method === 'PIX') return schedule.pixCents;
  if (method === 'BOLETO') return schedule.boletoCents;
  const share = mulDiv(amount, cardBasisPoints(schedule, installments), 10_000, 'halfUp');
  return sumCents(share, schedule.card.fixedCents);
}

function cardBasisPoints({ card }: FeeSchedule, installments: number): number {
  if (installments === 1) return card.singleBasisPoints;
  return installments <= 6 ? card.shortBasisPoints : card.longBasisPoints;
}

/** The smallest card payment that, less its fee, is the price or more (docs/behaviour/money.md#passed-fees). */
export function smallestCovering(schedule: FeeSchedule, price: Cents, installments: number): Cents {
  const keptBasisPoints = 10_000 - cardBasisPoints(schedule, installments);
  const covers = (amount: number): boolean =>
    amount - computeFee(schedule, 'CARD', cents(amount), installments) >= price;
  // Enough without rounding, and with it at most half a centavo more is lost: what is left is whole, and so the price.
  let amount = Math.ceil(((price + schedule.card.fixedCents) * 10_000) / keptBasisPoints);
  // The fee may round down below it, too.
  while (amount > 0 && covers(amount - 1)) amount -= 1;
  return cents(amount);
}

/** The smallest amount above its fee. */
export function smallestAboveFee(schedule: FeeSchedule, method: PaymentMethod): Cents {
  if (method !== 'CARD') return sumCents(computeFee(schedule, method, cents(0)), cents(1));
  const { fixedCents, singleBasisPoints } = schedule.card;
  // Without rounding the fee equals the amount here; rounding moves the result by at most two centavos.
  let amount = Math.max(1, Math.floor((fixedCents * 10_000) / (10_000 - singleBasisPoints)) - 1);
  while (computeFee(schedule, 'CARD', cents(amount)) >= amount) amount += 1;
  return cents(amount);
}

/** The fee of a charge; FAILED_PRECONDITION when it reaches the amount. */
export function feeWithinAmount(schedule: FeeSchedule, method: PaymentMethod, amount: Cents, installments = 1): Cents {
  const fee = computeFee(schedule, method, amount, installments);
  if (fee >= amount) throw amountBelowMinimum(method, smallestAboveFee(schedule, method));
  return fee;
}

/** @param others the methods that can collect the amount */
export function amountBelowMinimum(
  method: PaymentMethod,
  smallest: Cents,
  others: readonly PaymentMethod[] = [],
): AppError {
  const hint = others.length > 0 ? `; este valor pode ser cobrado por ${others.join(', ')}` : '';
  return failedPrecondition(`O valor mínimo para ${method} é ${formatBrl(smallest)}${hint}`, 'AMOUNT_BELOW_FEE');
}

/** In AbacatePay's words, which integrations that moved look for (docs/behaviour/money.md#minimum-amounts). */
export function belowOwnMinimum(what: 'boleto' | 'checkout', minimum: Cents): AppError {
  const text = `O valor mínimo para ${what} é ${formatBrl(minimum)} (${String(minimum)} centavos)`;
  return failedPrecondition(text, 'AMOUNT_BELOW_MINIMUM');
}
