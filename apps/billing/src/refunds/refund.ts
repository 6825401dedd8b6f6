import type { Cents, PixKeyType, RefundFailureReason } from '@pitanga/core';
import type { OrderStep } from '@pitanga/provider-account';
import type { Charge } from '../charges/charge';
import { refundableAmount } from '../charges/charge-life';
import type { PaymentMethod } from '../money/fees';
import { alreadyRefunded, refundExceedsLeft, refundTooSmall } from './refund-errors';

export const refundStatuses = ['PENDING', 'COMPLETE', 'FAILED'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/**
 * What has to be done next, or KEY: a boleto's overpayment waits for the payer's Pix key. At TAKE_BACK the hold is
 * released; then the refund FAILS with its `refusal` or, without one, is deleted.
 */
export type RefundStep = OrderStep | 'KEY';

/** How the money goes back: by the Pix or the card it came by, or as a transfer to a Pix key (boletos). */
export type RefundRail = 'PIX' | 'CARD' | 'TRANSFER';

/** Money on its way back to a payer: of a charge all or a part, of an overpayment the whole. */
export interface Refund {
  readonly id: string;
  readonly devMode: boolean;
  /** OVERPAYMENT: money that a charge could not take. It was never the merchant's, so the ledger holds none of it. */
  readonly kind: 'REQUESTED' | 'OVERPAYMENT';
  readonly chargeId: string;
  readonly checkoutId: string | undefined;
  /** The id the refund was asked for with. */
  readonly originalId: string;
  readonly status: RefundStatus;
  readonly step: RefundStep;
  readonly rail: RefundRail;
  readonly provider: string;
  /** What the money came by: an end-to-end id, a card authorisation, a bank's reference. */
  readonly target: string;
  /** Where a boleto's money goes. In clear only in memory. */
  readonly pixKey: { readonly type: PixKeyType; readonly key: string } | undefined;
  readonly amountCents: Cents;
  readonly reason: string | undefined;
  /** The provider's own id of the return. */
  readonly reference: string | undefined;
  /** Why it FAILED. */
  readonly failureReason: RefundFailureReason | undefined;
  /** The provider's own code of its failure or refusal. */
  readonly providerCode: string | undefined;
  /** When it was first sent on its way. */
  readonly requestedAt: Date;
  /** Real time at which it was last given to the provider. */
  readonly sentAt: Date | undefined;
  /** The account it was sent through; no other is asked about it. */
  readonly account: string | undefined;
  /** Why it is going to fail once that is certain: it is not sent, or not sent again. */
  readonly refusal: RefundFailureReason | undefined;
  readonly attempts: number;
  /** How often the return was begun anew after its provider had refused it. */
  readonly orderNumber: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Where a charge's money came from, which is where it goes back to. */
export function wayBack(charge: Charge): { readonly rail: RefundRail; readonly target: string } {
  if (charge.pix?.endToEndId !== undefined) return { rail: 'PIX', target: charge.pix.endToEndId };
  if (charge.paymentReference === undefined) throw new Error(`charge ${charge.id} was paid by nothing known`);
  return { rail: railOf(charge.method), target: charge.paymentReference };
}

export function railOf(method: PaymentMethod): RefundRail {
  return method === 'BOLETO' ? 'TRANSFER' : method;
}

/**
 * How much of a PAID charge goes back when `asked` is asked for: all that is left when nothing is named.
 * FAILED_PRECONDITION when nothing is left or less than that, INVALID_ARGUMENT for what is no amount.
 */
export function amountToRefund(charge: Charge, asked: Cents | undefined): Cents {
  const left = refundableAmount(charge);
  if (left === 0) throw alreadyRefunded();
  if (asked === undefined) return left;
  if (asked < 1) throw refundTooSmall();
  if (asked > left) throw refundExceedsLeft(left);
  return asked;
}

const pixRefundDays = 90;

/** A Pix goes back within 90 days of its settlement (docs/behaviour/brazil.md#pix-return). */
export function isTooLateForPix(charge: Charge, now: Date): boolean {
  const paidAt = charge.paidAt?.getTime() ?? now.getTime();
  return now.getTime() - paidAt > pixRefundDays * 86_400_000;
}

/** Refused, as its request was told: for callers it never was. */
export function isGone({ step, refusal }: Refund): boolean {
  return step === 'TAKE_BACK' && refusal === undefined;
}
