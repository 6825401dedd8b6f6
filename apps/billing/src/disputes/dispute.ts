import type { Cents } from '@pitanga/core';

export type DisputeStatus = 'OPEN' | 'WON' | 'LOST';

/** While it is open: whether the merchant is to answer, or the answer is judged. */
export const answerStates = ['NEEDS_ANSWER', 'UNDER_REVIEW'] as const;
export type AnswerState = (typeof answerStates)[number];

/** What a merchant reads ({@link disputeState}). */
export const disputeStates = [...answerStates, 'WON', 'LOST'] as const;
export type DisputeState = (typeof disputeStates)[number];

export const disputeReasons = [
  'GENERAL',
  'FRAUDULENT',
  'UNRECOGNIZED',
  'DUPLICATE',
  'PRODUCT_NOT_RECEIVED',
  'PRODUCT_UNACCEPTABLE',
  'CREDIT_NOT_PROCESSED',
  'SUBSCRIPTION_CANCELLED',
] as const;
export type DisputeReason = (typeof disputeReasons)[number];

/** A payer's objection to a charge; its money is blocked until the dispute is decided. */
export interface Dispute {
  readonly id: string;
  readonly chargeId: string;
  readonly status: DisputeStatus;
  readonly amountCents: Cents;
  readonly reason: string | undefined;
  readonly openedAt: Date;
  readonly closedAt: Date | undefined;
  /** Who tells about it; absent in those of before. */
  readonly provider: string | undefined;
  /** The provider's id of it. */
  readonly reference: string | undefined;
  readonly answerState: AnswerState;
  readonly reasonCode: DisputeReason;
  /** The provider's own word for the reason. */
  readonly providerCode: string | undefined;
  /** The last instant for an answer. */
  readonly dueBy: Date | undefined;
}

/** One that was not answered in time is under review: the payer's bank decides without an answer. */
export function disputeState(
  { status, answerState, dueBy }: Pick<Dispute, 'status' | 'answerState' | 'dueBy'>,
  now: Date,
): DisputeState {
  if (status !== 'OPEN') return status;
  return isOverdue({ dueBy }, now) ? 'UNDER_REVIEW' : answerState;
}

export function isOverdue({ dueBy }: Pick<Dispute, 'dueBy'>, now: Date): boolean {
  return dueBy !== undefined && dueBy < now;
}

/** The texts of an answer. */
export interface DisputeEvidence {
  readonly productDescription?: string | undefined;
  readonly customerCommunication?: string | undefined;
  readonly refundPolicy?: string | undefined;
  readonly trackingNumber?: string | undefined;
  readonly carrier?: string | undefined;
  readonly explanation?: string | undefined;
}

export type AnswerStatus = 'SENDING' | 'SENT' | 'REFUSED';

/** An answer of the merchant on its way to the provider. */
export interface DisputeAnswer {
  readonly id: string;
  readonly disputeId: string;
  /** Undefined when the payer was erased, and of answers that ended before December 2026. */
  readonly evidence: DisputeEvidence | undefined;
  /** False: a draft, which may be changed until it is submitted. */
  readonly isSubmitted: boolean;
  readonly status: AnswerStatus;
  /** Why the provider refused it. */
  readonly failure: string | undefined;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Amounts that end in these centavos are disputed in dev mode (docs/behaviour/test-clock.md#magic-amounts). */
const disputedEnding = 15;

export function hasDisputedAmount(amountCents: Cents): boolean {
  return amountCents % 100 === disputedEnding;
}
