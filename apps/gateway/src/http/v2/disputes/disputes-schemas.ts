import { disputeStates, Named, OneOf } from '@pitanga/records';
import { Type } from 'typebox';
import { Id, TextFilter } from '../../fields/fields';
import { listQuery } from '../lists';

export const DisputeList = Type.Object({
  ...listQuery,
  chargeId: Type.Optional(TextFilter),
  status: Type.Optional(OneOf(disputeStates)),
});

const EvidenceText = (description: string, maxLength = 20_000) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

const Evidence = Type.Object(
  {
    productDescription: EvidenceText('What was sold.'),
    customerCommunication: EvidenceText('What was written with the payer.'),
    refundPolicy: EvidenceText('The refund policy, and where the payer saw it.'),
    trackingNumber: EvidenceText('Of the delivery.', 200),
    carrier: EvidenceText('Who delivered it.', 200),
    explanation: EvidenceText('Anything else.'),
  },
  { description: 'At least one text.' },
);

export const DisputeAnswer = Named(
  'AnswerDispute',
  Type.Object({
    id: Id,
    evidence: Evidence,
    submit: Type.Optional(Type.Boolean({ default: true, description: 'False keeps a draft at the provider.' })),
  }),
);
