import { saoPauloDay, subtractCents, sumCents, type Cents } from '@pitanga/core';
import type { PaymentMethod } from '../money/fees';
import { amountDueOn } from '../money/late-fees';
import { canMove, statusAt, type Charge, type ChargeFailure, type ChargeStatus, type Payer } from './charge';
import { chargeNotPayable } from './charge-errors';

/** Money that came in, as a provider (or a simulation) told it. */
export interface Payment {
  /** How it came: a boleto may be paid by its Pix code. */
  readonly rail: PaymentMethod;
  /** Names the payment: an end-to-end id, a bank's reference, a card authorisation. */
  readonly reference: string;
  readonly amountCents: Cents;
  readonly paidAt: Date;
}

/**
 * REPEAT: told before. TAKEN: the charge becomes PAID. The others are recorded and go back
 * (docs/behaviour/charges.md#overpayments).
 */
export type PaymentVerdict = 'REPEAT' | 'TAKEN' | 'LATE' | 'DUPLICATE' | 'AMOUNT_MISMATCH';

/** The status at the time of a payment: one that came in time counts even when it is told of after the expiry. */
function statusThen(charge: Charge, paidAt: Date): ChargeStatus {
  return charge.status === 'EXPIRED' ? statusAt({ ...charge, status: 'PENDING' }, paidAt) : statusAt(charge, paidAt);
}

export function judgePayment(charge: Charge, payment: Payment): PaymentVerdict {
  // Whatever has become of the charge since: after a refund it would otherwise count as money that came twice.
  if (payment.reference === (payment.rail === 'PIX' ? charge.pix?.endToEndId : charge.paymentReference))
    return 'REPEAT';
  const status = statusThen(charge, payment.paidAt);
  if (status === 'PENDING')
    return payment.amountCents === amountDue(charge, payment.paidAt) ? 'TAKEN' : 'AMOUNT_MISMATCH';
  return status === 'EXPIRED' || status === 'CANCELLED' || status === 'FAILED' ? 'LATE' : 'DUPLICATE';
}

/** What a payment at `at` must bring: a boleto costs more once it is overdue. */
export function amountDue(charge: Charge, at: Date): Cents {
  if (!charge.boleto) return charge.amountCents;
  const { dueDate, interestBasisPoints, fine } = charge.boleto;
  const terms = { amountCents: charge.amountCents, dueDate, interestBasisPointsPerMonth: interestBasisPoints, fine };
  return amountDueOn(terms, saoPauloDay(at));
}

/** PENDING → PAID, also when a payment in time is told of after the expiry; FAILED_PRECONDITION from any other. */
export function payCharge(charge: Charge, payment: Payment, payer: Payer | undefined): Charge {
  const status = statusThen(charge, payment.paidAt);
  // A won dispute is PAID again too, but that is not a payment.
  if (status !== 'PENDING') throw chargeNotPayable(status);
  return {
    ...charge,
    status: 'PAID',
    // Told of late, it is still the last that happened to the charge.
    updatedAt: payment.paidAt > charge.updatedAt ? payment.paidAt : charge.updatedAt,
    paidAmountCents: payment.amountCents,
    paidAt: payment.paidAt,
    payer,
    pix: charge.pix && { ...charge.pix, endToEndId: payment.rail === 'PIX' ? payment.reference : undefined },
    paymentReference: payment.rail === 'PIX' ? undefined : payment.reference,
  };
}

/** PENDING → CANCELLED: another charge takes its place. */
export function cancelledCharge(charge: Charge, at: Date): Charge {
  return moved(charge, 'CANCELLED', at);
}

/** PENDING → FAILED: the card was declined. */
export function failCharge(charge: Charge, failure: ChargeFailure, at: Date): Charge {
  return { ...moved(charge, 'FAILED', at), failure };
}

/** What of a paid charge can still go back to its payer. */
export function leftOf(charge: Pick<Charge, 'amountCents' | 'paidAmountCents' | 'refundedCents'>): Cents {
  return subtractCents(charge.paidAmountCents ?? charge.amountCents, charge.refundedCents);
}

/** The provider has sent an amount back: PAID as long as something is left, then REFUNDED. */
export function refundedCharge(charge: Charge, amountCents: Cents, at: Date): Charge {
  if (amountCents > leftOf(charge)) throw new RangeError(`charge ${charge.id} has less left than was refunded`);
  const after: Charge = { ...charge, refundedCents: sumCents(charge.refundedCents, amountCents), updatedAt: at };
  // A dispute that came meanwhile is what the charge tells of; the money is back all the same.
  return leftOf(after) === 0 && canMove(charge.status, 'REFUNDED') ? moved(after, 'REFUNDED', at) : after;
}

export function disputedCharge(charge: Charge, at: Date): Charge {
  return moved(charge, 'UNDER_DISPUTE', at);
}

/** UNDER_DISPUTE → PAID when the merchant won, CHARGED_BACK when the payer did. */
export function decidedCharge(charge: Charge, outcome: 'WON' | 'LOST', at: Date): Charge {
  return moved(charge, outcome === 'WON' ? 'PAID' : 'CHARGED_BACK', at);
}

function moved(charge: Charge, to: ChargeStatus, at: Date): Charge {
  if (!canMove(charge.status, to)) throw chargeNotPayable(charge.status);
  return { ...charge, status: to, updatedAt: at };
}
