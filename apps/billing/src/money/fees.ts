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
  const { card } = schedule;
  const basisPoints =
    installments === 1 ? card.singleBasisPoints : installments <= 6 ? card.shortBasisPoints : card.longBasisPoints;
  return sumCents(mulDiv(amount, basisPoints, 10_000, 'halfUp'), card.fixedCents);
}

/** The smallest amount above its fee. */
export function smallestAmount(schedule: FeeSchedule, method: PaymentMethod): Cents {
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
  if (fee >= amount) throw amountBelowFee(schedule, method);
  return fee;
}

export function amountBelowFee(schedule: FeeSchedule, method: PaymentMethod): AppError {
  const smallest = formatBrl(smallestAmount(schedule, method));
  return failedPrecondition(`O valor mínimo para ${method} é ${smallest}`, 'AMOUNT_BELOW_FEE');
}
