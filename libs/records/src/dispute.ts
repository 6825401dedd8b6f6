import type { DisputeAnswer, DisputeDetails } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { enumName, instant, orNull } from './wire';

export const disputeStates = ['NEEDS_ANSWER', 'UNDER_REVIEW', 'WON', 'LOST'] as const;
export type DisputeStateName = (typeof disputeStates)[number];

const disputeReasons = [
  'GENERAL',
  'FRAUDULENT',
  'UNRECOGNIZED',
  'DUPLICATE',
  'PRODUCT_NOT_RECEIVED',
  'PRODUCT_UNACCEPTABLE',
  'CREDIT_NOT_PROCESSED',
  'SUBSCRIPTION_CANCELLED',
] as const;

const answerStatuses = ['SENDING', 'SENT', 'REFUSED'] as const;

const DisputeAnswerRecord = NamedObject('DisputeAnswer', {
  id: Type.String(),
  status: OneOf(answerStatuses, {
    description: 'SENDING until the provider has it, also when it does not answer for a while.',
  }),
  submitted: Type.Boolean({ description: 'False for a draft.' }),
  failure: Nullable(Type.String({ description: 'Why the provider refused it.' })),
  createdAt: Timestamp,
});

/** A dispute, without the texts of its answers. */
export const DisputeRecord = NamedObject('Dispute', {
  id: Type.String(),
  devMode: Type.Boolean(),
  chargeId: Type.String(),
  status: OneOf(disputeStates, { description: 'UNDER_REVIEW: the answer is judged.' }),
  amount: Type.Integer({ description: 'Centavos that are blocked until it is decided.' }),
  reason: OneOf(disputeReasons, { description: 'GENERAL for all that the others are not.' }),
  providerCode: Nullable(Type.String({ description: 'The provider’s own word for the reason.' })),
  dueBy: Nullable({ ...Timestamp, description: 'The last instant for an answer.' }),
  answer: Nullable({ ...DisputeAnswerRecord, description: 'The newest.' }),
  openedAt: Timestamp,
  closedAt: Nullable(Timestamp),
});
export type DisputeRecord = Static<typeof DisputeRecord>;

export function disputeRecord(dispute: DisputeDetails): DisputeRecord {
  return {
    id: dispute.id,
    devMode: dispute.devMode,
    chargeId: dispute.chargeId,
    status: enumName('DISPUTE_STATE', dispute.state),
    amount: dispute.amountCents,
    reason: enumName('DISPUTE_REASON', dispute.reason),
    providerCode: orNull(dispute.providerCode),
    dueBy: dispute.dueBy === undefined ? null : instant(dispute.dueBy, 'dueBy'),
    answer: dispute.answer ? answerRecord(dispute.answer) : null,
    openedAt: instant(dispute.openedAt, 'openedAt'),
    closedAt: dispute.closedAt === undefined ? null : instant(dispute.closedAt, 'closedAt'),
  };
}

function answerRecord({
  id,
  status,
  isSubmitted,
  failure,
  createdAt,
}: DisputeAnswer): Static<typeof DisputeAnswerRecord> {
  return {
    id,
    status: enumName('DISPUTE_ANSWER_STATUS', status),
    submitted: isSubmitted,
    failure: orNull(failure),
    createdAt: instant(createdAt, 'createdAt'),
  };
}
