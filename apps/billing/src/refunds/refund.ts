import type { AccountOwner, Cents, PixKeyType, RefundFailureReason } from '@pitanga/core';
import type { Approval, OrderActor, OrderStep } from '@pitanga/provider-account';
import type { Charge } from '../charges/charge';
import { refundableAmount } from '../charges/charge-life';
import type { PaymentMethod } from '../money/fees';
import { alreadyRefunded, refundExceedsLeft, refundTooSmall } from './refund-errors';

export const refundStatuses = ['PENDING', 'COMPLETE', 'FAILED'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/**
 * What has to be done next, or KEY: a boleto's overpayment waits for the payer's Pix key. APPROVE: its money is held, and a
 * person is to decide, or has decided against it. At TAKE_BACK the hold is released; then the refund FAILS with its
 * `refusal` or, without one, is deleted.
 */
export type RefundStep = OrderStep | 'KEY' | 'APPROVE';

/** How the money goes back: by the Pix or the card it came by, or as a transfer to a Pix key (boletos). */
export type RefundRail = 'PIX' | 'CARD' | 'TRANSFER';

/** What of the refund of a split payment is a sub-account's. */
export interface SplitRefund {
  readonly subAccountId: string;
  readonly amountCents: Cents;
}

/** Money on its way back to a payer: of a charge all or a part, of an overpayment the whole. */
export interface Refund {
  readonly id: string;
  readonly devMode: boolean;
  /** OVERPAYMENT: money that a charge could not take. It was never the merchant's, so the ledger holds none of it. */
  readonly kind: 'REQUESTED' | 'OVERPAYMENT';
  readonly chargeId: string;
  readonly checkoutId: string | undefined;
  /** The id in the refund's request. */
  readonly originalId: string;
  readonly status: RefundStatus;
  readonly step: RefundStep;
  readonly rail: RefundRail;
  readonly provider: string;
  /** Identifies the payment at the provider: an end-to-end id, a card authorisation, a bank's reference. */
  readonly target: string;
  /** Where a boleto's money goes. In clear only in memory. */
  readonly pixKey: { readonly type: PixKeyType; readonly key: string } | undefined;
  readonly amountCents: Cents;
  readonly reason: string | undefined;
  /** From which parts of a split payment it is taken; absent: from each in proportion. */
  readonly splitRefunds?: readonly SplitRefund[] | undefined;
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
  /** The account it was sent through; no other account has its outcome. */
  readonly account: string | undefined;
  /**
   * Whose account sends it, and no other's: of a requested refund at its request, of an overpayment whose account took the
   * money. Undefined in dev mode, and where the account has no owner.
   */
  readonly accountOwner?: AccountOwner | undefined;
  /** Why it will fail once that is certain; until then it is not sent, or not sent again. */
  readonly refusal: RefundFailureReason | undefined;
  readonly attempts: number;
  /** How often the return was started again after its provider had refused it. */
  readonly orderNumber: number;
  /** Who asked for it, or gave its key; undefined where the gateway did not say. */
  readonly requestedBy: OrderActor | undefined;
  /** Of one to a Pix key that is not known to be the payer's. */
  readonly approval: Approval | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** How and where to return a charge's money: the way it came. */
export function refundTarget(charge: Charge): { readonly rail: RefundRail; readonly target: string } {
  if (charge.pix?.endToEndId !== undefined) return { rail: 'PIX', target: charge.pix.endToEndId };
  if (charge.method === 'FREE' || charge.paymentReference === undefined)
    throw new Error(`charge ${charge.id} was paid by nothing known`);
  return { rail: refundRail(charge.method), target: charge.paymentReference };
}

export function refundRail(method: PaymentMethod): RefundRail {
  return method === 'BOLETO' ? 'TRANSFER' : method;
}

/**
 * The amount of a refund of a PAID charge: `requested`, or all that remains. FAILED_PRECONDITION when less than that
 * remains, INVALID_ARGUMENT for an amount below one centavo.
 */
export function amountToRefund(charge: Charge, requested: Cents | undefined): Cents {
  const left = refundableAmount(charge);
  if (left === 0) throw alreadyRefunded();
  if (requested === undefined) return left;
  if (requested < 1) throw refundTooSmall();
  if (requested > left) throw refundExceedsLeft(left);
  return requested;
}

const pixRefundDays = 90;

/** A Pix can be returned within 90 days of its settlement (docs/behaviour/brazil.md#pix-return). */
export function isTooLateForPix(charge: Charge, now: Date): boolean {
  const paidAt = charge.paidAt?.getTime() ?? now.getTime();
  return now.getTime() - paidAt > pixRefundDays * 86_400_000;
}

/** Whether a refund of the charge could begin once none is under way: what a customer's page offers. */
export function mayBeAskedBack(charge: Charge, now: Date): boolean {
  if (charge.origin === 'SUBSCRIPTION' || charge.method === 'FREE' || charge.status !== 'PAID') return false;
  return refundableAmount(charge) > 0 && !(charge.pix?.endToEndId !== undefined && isTooLateForPix(charge, now));
}

/** Its id at its provider, which answers a repeat as it answered the first: what it refused is another order when begun anew. */
export function buildOrderId({ id, orderNumber }: Pick<Refund, 'id' | 'orderNumber'>): string {
  return orderNumber === 0 ? id : `${id}x${String(orderNumber)}`;
}

/** The refund of an order; undefined for an id that we did not make. */
export function refundOfOrder(orderId: string): string | undefined {
  return /^(ref_[0-9A-Za-z]{24})(?:x\d{1,9})?$/.exec(orderId)?.[1];
}

/** A boleto's overpayment, or one that its provider refused to return the way it came: it waits for its payer's Pix key. */
export function needsKey({ kind, step, status }: Pick<Refund, 'kind' | 'step' | 'status'>): boolean {
  return kind === 'OVERPAYMENT' && (step === 'KEY' || status === 'FAILED');
}

/** Refused for the store's balance, and its request got that answer: reads do not show it. */
export function isHidden({ step, refusal }: Refund): boolean {
  return step === 'TAKE_BACK' && refusal === undefined;
}
