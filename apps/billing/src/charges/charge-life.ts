import { saoPauloDay, subtractCents, sumCents, type AccountOwner, type Cents } from '@pitanga/core';
import type { PaymentMethod } from '../money/fees';
import { amountDueOn } from '../money/late-fees';
import { canMove, statusAt, type Charge, type ChargeFailure, type ChargeStatus, type Payer } from './charge';
import { chargeNotPayable } from './charge-errors';

/** A payment, as a provider or the simulator reports it. */
export interface Payment {
  /** A boleto may be paid by its Pix code. */
  readonly rail: PaymentMethod;
  /** Identifies the payment: an end-to-end id, a bank's reference, a card authorisation. */
  readonly reference: string;
  readonly amountCents: Cents;
  readonly paidAt: Date;
  readonly owner?: AccountOwner | undefined;
}

/**
 * REPEAT: recorded before. ACCEPTED: the charge becomes PAID. The others are recorded and returned
 * (docs/behaviour/charges.md#overpayments).
 */
export type PaymentVerdict = 'REPEAT' | 'ACCEPTED' | Returned;

/** Why a payment is returned. OTHER_PAYER: the charge takes the customer's money only. */
export type Returned = 'LATE' | 'DUPLICATE' | 'AMOUNT_MISMATCH' | 'OTHER_PAYER';

/** The status when the payer paid: a payment in time counts even if its notice comes after the expiry. */
function statusWhenPaid(charge: Charge, paidAt: Date): ChargeStatus {
  return charge.status === 'EXPIRED' ? statusAt({ ...charge, status: 'PENDING' }, paidAt) : statusAt(charge, paidAt);
}

export function judgePayment(charge: Charge, payment: Payment): PaymentVerdict {
  // In any state: after a refund, a repeat would otherwise count as a second payment.
  if (payment.reference === (payment.rail === 'PIX' ? charge.pix?.endToEndId : charge.paymentReference))
    return 'REPEAT';
  const status = statusWhenPaid(charge, payment.paidAt);
  if (status === 'PENDING')
    return payment.amountCents === amountDue(charge, payment.paidAt) ? 'ACCEPTED' : 'AMOUNT_MISMATCH';
  return status === 'EXPIRED' || status === 'CANCELLED' || status === 'FAILED' ? 'LATE' : 'DUPLICATE';
}

/** The amount of a payment at `at`: a boleto costs more once it is overdue. */
export function amountDue(charge: Charge, at: Date): Cents {
  if (!charge.boleto) return charge.amountCents;
  const { dueDate, interestBasisPoints, fine } = charge.boleto;
  const terms = { amountCents: charge.amountCents, dueDate, interestBasisPointsPerMonth: interestBasisPoints, fine };
  return amountDueOn(terms, saoPauloDay(at));
}

/** PENDING → PAID, also for a payment in time whose notice comes after the expiry; else FAILED_PRECONDITION. */
export function payCharge(charge: Charge, payment: Payment, payer: Payer | undefined): Charge {
  const status = statusWhenPaid(charge, payment.paidAt);
  // A won dispute also leads to PAID, but is no payment.
  if (status !== 'PENDING') throw chargeNotPayable(status);
  return {
    ...charge,
    status: 'PAID',
    // Never before the last change, which a late notice may follow.
    updatedAt: payment.paidAt > charge.updatedAt ? payment.paidAt : charge.updatedAt,
    paidAmountCents: payment.amountCents,
    paidAt: payment.paidAt,
    accountOwner: payment.owner,
    payer,
    pix: charge.pix && { ...charge.pix, endToEndId: payment.rail === 'PIX' ? payment.reference : undefined },
    paymentReference: payment.rail === 'PIX' ? undefined : payment.reference,
  };
}

/** PENDING → CANCELLED: another charge replaces it. */
export function cancelledCharge(charge: Charge, at: Date): Charge {
  return moved(charge, 'CANCELLED', at);
}

/** PENDING → FAILED: the card was declined. */
export function failCharge(charge: Charge, failure: ChargeFailure, at: Date): Charge {
  return { ...moved(charge, 'FAILED', at), failure };
}

/** What of a paid charge can still be refunded. */
export function refundableAmount(charge: Pick<Charge, 'amountCents' | 'paidAmountCents' | 'refundedCents'>): Cents {
  return subtractCents(charge.paidAmountCents ?? charge.amountCents, charge.refundedCents);
}

/** The provider has refunded an amount: PAID while something is left, then REFUNDED. */
export function refundedCharge(charge: Charge, amountCents: Cents, at: Date): Charge {
  if (amountCents > refundableAmount(charge))
    throw new RangeError(`charge ${charge.id} has less left than was refunded`);
  const after: Charge = { ...charge, refundedCents: sumCents(charge.refundedCents, amountCents), updatedAt: at };
  // A dispute that was opened during the refund keeps its status; the money is refunded all the same.
  return refundableAmount(after) === 0 && canMove(charge.status, 'REFUNDED') ? moved(after, 'REFUNDED', at) : after;
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
