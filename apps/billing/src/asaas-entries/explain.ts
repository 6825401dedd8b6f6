import { subtractCents, zeroCents, type Cents } from '@pitanga/core';
import type { KeyPaymentStatus } from '../key-payments/key-payment';

/**
 * What a movement at Asaas is here. CARD_…: of a card, which is credited a month later and installment by installment, so that it is
 * no line of a settlement. UNDONE: two movements of which one took the other back. OTHER_STORE: of a store that shares the
 * account. OPERATOR: a person has said what it is.
 */
export type Explained =
  | 'PAYMENT'
  | 'OVERPAYMENT'
  | 'KEY_PAYMENT'
  | 'KEY_PAYMENT_RETURN'
  | 'REFUND'
  | 'OVERPAYMENT_RETURN'
  | 'PAYOUT'
  | 'PAYOUT_RETURN'
  | 'CHARGEBACK'
  | 'CARD_PAYMENT'
  | 'CARD_REFUND'
  | 'CARD_CHARGEBACK'
  | 'FEE'
  | 'UNDONE'
  | 'OTHER_STORE'
  | 'OPERATOR';

export interface Explanation {
  readonly as: Explained;
  /** The charge, refund, payout or dispute; undefined for a fee. With Asaas's payment for what is of one installment. */
  readonly by: string | undefined;
}

/** A movement as far as it takes to explain it. */
export interface Unexplained {
  readonly id: string;
  readonly type: string;
  readonly amountCents: Cents;
  readonly paymentId: string | undefined;
  /** Our txid, charge or payout that Asaas's object names, or the refund that this payout carried out. */
  readonly reference: string | undefined;
}

/** What we have of a charge that a movement names. */
export interface ChargeFacts {
  readonly chargeId: string;
  /** Undefined while it is not paid here. */
  readonly paidCents: Cents | undefined;
  /** Those that are COMPLETE, and all overpayments: these came in before they go back. */
  readonly refunds: readonly {
    readonly id: string;
    readonly kind: 'REQUESTED' | 'OVERPAYMENT';
    readonly isComplete: boolean;
    readonly amountCents: Cents;
  }[];
  readonly disputeId: string | undefined;
  /** Of a card; undefined for other methods. */
  readonly installments: number | undefined;
}

/** What we have of a Pix without a charge that a movement names. */
export interface KeyPaymentFacts {
  readonly id: string;
  /** Of another store that shares the account. */
  readonly isOfOther: boolean;
  readonly status: KeyPaymentStatus;
  readonly amountCents: Cents;
  /** Whose payment it is now. */
  readonly chargeId: string | undefined;
}

const payments = new Set(['PAYMENT_RECEIVED', 'PIX_TRANSACTION_CREDIT']);

/**
 * What a movement is, by what we have of the same; undefined while nothing explains it, to the centavo.
 * @param isTaken whether another movement is that already: a charge is paid once, and a refund leaves once
 */
export function explain(
  { type, amountCents, reference, paymentId }: Unexplained,
  charge: ChargeFacts | undefined,
  isTaken: (explanation: Explanation) => boolean,
): Explanation | undefined {
  if (/_FEE(_|$)/.test(type)) return { as: 'FEE', by: undefined };
  const found =
    reference?.startsWith('tran_') === true
      ? [toPayout(amountCents, reference)]
      : reference?.startsWith('ref_') === true
        ? toRefunds(amountCents, charge).filter(({ by }) => by === reference)
        : ofCharge({ type, amountCents, paymentId }, charge);
  return found.find((explanation) => !isTaken(explanation));
}

/** The same of a movement that names a Pix without a charge. */
export function explainKeyPayment(
  { type, amountCents }: Pick<Unexplained, 'type' | 'amountCents'>,
  { id: by, isOfOther, status, amountCents: cameCents }: KeyPaymentFacts,
  charge: ChargeFacts | undefined,
  isTaken: (explanation: Explanation) => boolean,
): Explanation | undefined {
  if (/_FEE(_|$)/.test(type)) return { as: 'FEE', by: undefined };
  if (isOfOther) return { as: 'OTHER_STORE', by: undefined };
  const isWhole = Math.abs(amountCents) === cameCents;
  const ofItself: Explanation[] = [];
  if (isWhole && amountCents > 0) ofItself.push({ as: 'KEY_PAYMENT', by });
  if (isWhole && amountCents < 0 && status === 'RETURNED') ofItself.push({ as: 'KEY_PAYMENT_RETURN', by });
  return [...ofItself, ...toRefunds(amountCents, charge)].find((explanation) => !isTaken(explanation));
}

function toPayout(amountCents: Cents, by: string): Explanation {
  return { as: amountCents < 0 ? 'PAYOUT' : 'PAYOUT_RETURN', by };
}

type Movement = Pick<Unexplained, 'type' | 'amountCents' | 'paymentId'>;

function ofCharge(movement: Movement, charge: ChargeFacts | undefined): readonly Explanation[] {
  if (!charge) return [];
  const { type, amountCents } = movement;
  const { chargeId, paidCents, refunds, disputeId, installments } = charge;
  if (type.includes('CHARGEBACK')) {
    const as = installments === undefined ? 'CHARGEBACK' : 'CARD_CHARGEBACK';
    return disputeId === undefined ? [] : [{ as, by: disputeId }];
  }
  if (installments !== undefined) return ofCard(movement, charge, installments);
  if (payments.has(type)) {
    const over = refunds.filter((refund) => refund.kind === 'OVERPAYMENT' && refund.amountCents === amountCents);
    const paid: Explanation[] = paidCents === amountCents ? [{ as: 'PAYMENT', by: chargeId }] : [];
    return [...paid, ...over.map(({ id: by }): Explanation => ({ as: 'OVERPAYMENT', by }))];
  }
  return /REFUND|REVERSAL/.test(type) ? toRefunds(amountCents, charge) : [];
}

function toRefunds(amountCents: Cents, charge: ChargeFacts | undefined): readonly Explanation[] {
  if (amountCents >= 0 || !charge) return [];
  const backCents = subtractCents(zeroCents, amountCents);
  return charge.refunds
    .filter((refund) => refund.isComplete && refund.amountCents === backCents)
    .map(({ id: by, kind }) => ({ as: kind === 'OVERPAYMENT' ? 'OVERPAYMENT_RETURN' : 'REFUND', by }));
}

/** Each payment at Asaas is one installment, the rest on the last; a refund is spread over several of them. */
function ofCard(
  { type, amountCents, paymentId = '' }: Movement,
  { chargeId, paidCents, refunds }: ChargeFacts,
  installments: number,
): readonly Explanation[] {
  if (payments.has(type)) {
    const over = refunds.filter(({ kind }) => kind === 'OVERPAYMENT');
    const whole = [...(paidCents === undefined ? [] : [paidCents]), ...over.map((refund) => refund.amountCents)];
    const isOne = whole.some((total) => isInstallment(amountCents, total, installments));
    return isOne ? [{ as: 'CARD_PAYMENT', by: `${chargeId} ${paymentId}` }] : [];
  }
  if (amountCents >= 0 || !/REFUND|REVERSAL/.test(type)) return [];
  const backCents = subtractCents(zeroCents, amountCents);
  const done = refunds.filter(({ isComplete }) => isComplete);
  if (installments === 1) {
    return done.filter((one) => one.amountCents === backCents).map(({ id: by }) => ({ as: 'CARD_REFUND', by }));
  }
  // Which part of which refund it is, its movement does not say.
  const isPart = done.some((one) => one.amountCents >= backCents);
  return isPart ? [{ as: 'CARD_REFUND', by: `${chargeId} ${paymentId} ${String(backCents)}` }] : [];
}

function isInstallment(amountCents: Cents, totalCents: Cents, count: number): boolean {
  const each = Math.floor(totalCents / count);
  return amountCents === each || amountCents === totalCents - each * (count - 1);
}

/** Pairs of movements of one payment that cancel each other: a refund that Asaas took back. */
export function findUndone(movements: readonly Unexplained[]): readonly (readonly [Unexplained, Unexplained])[] {
  const pairs: [Unexplained, Unexplained][] = [];
  const left = new Set(movements);
  for (const back of movements) {
    if (back.amountCents <= 0 || back.paymentId === undefined || !/REFUND|REVERSAL/.test(back.type)) continue;
    const wanted = subtractCents(zeroCents, back.amountCents);
    const out = [...left].find(({ paymentId, amountCents }) => paymentId === back.paymentId && amountCents === wanted);
    if (!out) continue;
    left.delete(out);
    left.delete(back);
    pairs.push([out, back]);
  }
  return pairs;
}
