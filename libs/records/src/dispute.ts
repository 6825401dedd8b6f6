import type { DisputeAccepts, DisputeAnswer, DisputeDetails, DisputeFile } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { chargePayer, ChargePayer } from './charge-payer';
import { NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { enumName, instant, orNull } from './wire';

export const disputeStates = ['NEEDS_ANSWER', 'UNDER_REVIEW', 'WON', 'LOST'] as const;
export type DisputeStateName = (typeof disputeStates)[number];

export const DisputeStatus = OneOf('DisputeStatus', disputeStates);

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

const AnsweredText = Nullable(Type.String());

const AnsweredTextsRecord = NamedObject('AnsweredTexts', {
  productDescription: AnsweredText,
  customerCommunication: AnsweredText,
  refundPolicy: AnsweredText,
  trackingNumber: AnsweredText,
  carrier: AnsweredText,
  explanation: AnsweredText,
});

const DisputeAnswerRecord = NamedObject('DisputeAnswer', {
  id: Type.String(),
  status: OneOf('DisputeAnswerStatus', answerStatuses, {
    description: 'SENDING until the provider has it, also when it does not answer for a while.',
  }),
  submitted: Type.Boolean({ description: 'False for a draft.' }),
  failure: Nullable(Type.String({ description: 'Why the provider refused it.' })),
  createdAt: Timestamp,
  evidence: Nullable({
    ...AnsweredTextsRecord,
    description: 'Its texts; null in lists, when the payer was erased, and of answers before December 2026.',
  }),
});

export const disputeFileKinds = [
  'RECEIPT',
  'CUSTOMER_COMMUNICATION',
  'CUSTOMER_SIGNATURE',
  'SHIPPING',
  'SERVICE',
  'REFUND_POLICY',
  'CANCELLATION_POLICY',
  'DUPLICATE_CHARGE',
  'OTHER',
] as const;

export const DisputeFileKind = OneOf('DisputeFileKind', disputeFileKinds);

/** A file of an answer, without its content. */
export const DisputeFileRecord = NamedObject('DisputeFile', {
  id: Type.String(),
  disputeId: Type.String(),
  kind: { ...DisputeFileKind, description: 'What it shows.' },
  name: Nullable(Type.String({ description: 'As you named it; null once the provider has the file.' })),
  contentType: Type.String({ description: 'By its content: image/jpeg, image/png or application/pdf.' }),
  bytes: Type.Integer(),
  status: OneOf('DisputeFileStatus', ['HELD', 'SENDING', 'SENT'], {
    description: 'HELD until a submitted answer takes it along; then it cannot be removed.',
  }),
  createdAt: Timestamp,
});

const DisputeAcceptsRecord = NamedObject('DisputeAccepts', {
  drafts: Type.Boolean(),
  texts: Type.Boolean({ description: 'False: your texts reach it as a PDF.' }),
  filesMax: Type.Integer({ description: 'Files of one answer; 0 where it takes none.' }),
  filesOfKindMax: Nullable(Type.Integer({ description: 'Files of one kind; null: as many as there may be.' })),
  fileBytesMax: Type.Integer(),
  bytesMax: Type.Integer({ description: 'Of all files of one answer together.' }),
});

/** A dispute, without the contents of its files. */
export const DisputeRecord = NamedObject('Dispute', {
  id: Type.String(),
  devMode: Type.Boolean(),
  chargeId: Type.String(),
  payer: Nullable({ ...ChargePayer, description: 'Who paid the charge.' }),
  status: { ...DisputeStatus, description: 'UNDER_REVIEW: the answer is judged.' },
  amount: Type.Integer({ description: 'Centavos that are blocked until it is decided.' }),
  reason: OneOf('DisputeReason', disputeReasons, { description: 'GENERAL for all that the others are not.' }),
  providerCode: Nullable(Type.String({ description: 'The provider’s own word for the reason.' })),
  dueBy: Nullable({ ...Timestamp, description: 'The last instant for an answer.' }),
  answer: Nullable({ ...DisputeAnswerRecord, description: 'The newest.' }),
  accepts: Nullable({
    ...DisputeAcceptsRecord,
    description: 'What the provider of the charge takes as an answer; null where it takes none.',
  }),
  files: Type.Array(DisputeFileRecord, { description: 'Those for the next answer, and those that were sent.' }),
  openedAt: Timestamp,
  closedAt: Nullable(Timestamp),
});
export type DisputeRecord = Static<typeof DisputeRecord>;

export function disputeRecord(dispute: DisputeDetails): DisputeRecord {
  return {
    id: dispute.id,
    devMode: dispute.devMode,
    chargeId: dispute.chargeId,
    payer: chargePayer(dispute.payerName),
    status: enumName('DISPUTE_STATE', dispute.state),
    amount: dispute.amountCents,
    reason: enumName('DISPUTE_REASON', dispute.reason),
    providerCode: orNull(dispute.providerCode),
    dueBy: dispute.dueBy === undefined ? null : instant(dispute.dueBy, 'dueBy'),
    answer: dispute.answer ? answerRecord(dispute.answer) : null,
    accepts: dispute.accepts ? acceptsRecord(dispute.accepts) : null,
    files: dispute.files.map(disputeFileRecord),
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
  evidence,
}: DisputeAnswer): Static<typeof DisputeAnswerRecord> {
  return {
    id,
    status: enumName('DISPUTE_ANSWER_STATUS', status),
    submitted: isSubmitted,
    failure: orNull(failure),
    createdAt: instant(createdAt, 'createdAt'),
    evidence: evidence
      ? {
          productDescription: orNull(evidence.productDescription),
          customerCommunication: orNull(evidence.customerCommunication),
          refundPolicy: orNull(evidence.refundPolicy),
          trackingNumber: orNull(evidence.trackingNumber),
          carrier: orNull(evidence.carrier),
          explanation: orNull(evidence.explanation),
        }
      : null,
  };
}

export function disputeFileRecord(file: DisputeFile): Static<typeof DisputeFileRecord> {
  return {
    id: file.id,
    disputeId: file.disputeId,
    kind: enumName('DISPUTE_FILE_KIND', file.kind),
    name: orNull(file.name),
    contentType: file.contentType,
    bytes: file.sizeBytes,
    status: enumName('DISPUTE_FILE_STATUS', file.status),
    createdAt: instant(file.createdAt, 'createdAt'),
  };
}

function acceptsRecord(accepts: DisputeAccepts): Static<typeof DisputeAcceptsRecord> {
  const { drafts, texts, filesMax, filesOfKindMax, fileBytesMax, bytesMax } = accepts;
  return { drafts, texts, filesMax, filesOfKindMax: orNull(filesOfKindMax), fileBytesMax, bytesMax };
}
