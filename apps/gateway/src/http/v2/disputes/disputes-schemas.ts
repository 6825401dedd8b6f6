import { Named, NamedObject, DisputeStatus, DisputeFileKind } from '@pitanga/records';
import { Type } from 'typebox';
import { Id, TextFilter } from '../../fields/fields';
import { listQuery } from '../lists';

export const DisputeList = Type.Object({
  ...listQuery,
  chargeId: Type.Optional(TextFilter),
  status: Type.Optional(DisputeStatus),
});

const EvidenceText = (description: string, maxLength = 20_000) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

const Evidence = NamedObject(
  'DisputeEvidence',
  {
    productDescription: EvidenceText('What was sold.'),
    customerCommunication: EvidenceText('What was written with the payer.'),
    refundPolicy: EvidenceText('The refund policy, and where the payer saw it.'),
    trackingNumber: EvidenceText('Of the delivery.', 200),
    carrier: EvidenceText('Who delivered it.', 200),
    explanation: EvidenceText('Anything else.'),
  },
  { description: 'At least one text, unless files were added.' },
);

export const DisputeAnswer = Named(
  'AnswerDispute',
  Type.Object({
    id: Id,
    evidence: Type.Optional(Evidence),
    submit: Type.Optional(Type.Boolean({ default: true, description: 'False keeps a draft at the provider.' })),
  }),
);

/** Of the content of a file; the provider may take less. */
const fileBytesMax = 4_000_000;
const base64Max = Math.ceil(fileBytesMax / 3) * 4;
/** Of the whole body: the other fields are short. */
export const fileBodyBytesMax = base64Max + 16_384;

export const DisputeFileBody = Named(
  'AddDisputeFile',
  Type.Object({
    id: { ...Id, description: 'Of the dispute.' },
    kind: { ...DisputeFileKind, description: 'What it shows; OTHER for all that the others are not.' },
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'By which you know it; the provider never sees it.',
    }),
    content: Type.String({
      minLength: 1,
      maxLength: base64Max,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'A JPEG, a PNG or a PDF in base64, at most 4 MB before that.',
    }),
  }),
);

export const DisputeFileId = Named('NameDisputeFile', Type.Object({ id: { ...Id, description: 'Of the file.' } }));
