import { chargeStatuses, methodNames } from '@pitanga/records';
import { Type, type Static } from 'typebox';
import { CustomerData, SimulatedPayer } from '../../customer-input';
import { Amount, ExpiresIn, ExternalId, Id, MetadataInput, OneOf, TextFilter, Metadata } from '../../fields';
import { Nullable, Timestamp } from '../../schemas';
import { listQuery } from '../lists';

export const TransparentCreate = Type.Object({
  method: Type.Optional(OneOf(methodNames, { description: 'PIX when left out.' })),
  data: Type.Object({
    amount: Amount,
    description: Type.Optional(Type.String({ maxLength: 500 })),
    expiresIn: Type.Optional(ExpiresIn),
    customer: Type.Optional(CustomerData),
    customerId: Type.Optional(Id),
    externalId: Type.Optional(ExternalId),
    metadata: Type.Optional(MetadataInput),
    ensureSameTaxId: Type.Optional(
      Type.Boolean({ default: false, description: 'Refuse a payment from another CPF or CNPJ (PIX, production).' }),
    ),
  }),
});

export type TransparentData = Static<typeof TransparentCreate>['data'];

export const TransparentList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  externalId: Type.Optional(TextFilter),
  status: Type.Optional(OneOf(chargeStatuses)),
  method: Type.Optional(OneOf(methodNames)),
});

export const TransparentSimulate = Type.Object({
  id: Type.Optional(Id),
  payer: Type.Optional(SimulatedPayer),
  metadata: Type.Optional(MetadataInput),
});

export const Transparent = Type.Object({
  id: Type.String(),
  externalId: Nullable(Type.String()),
  method: OneOf(methodNames),
  amount: Type.Integer({ description: 'Centavos.' }),
  paidAmount: Nullable(Type.Integer()),
  status: OneOf(chargeStatuses),
  devMode: Type.Boolean(),
  platformFee: Type.Integer(),
  customerId: Nullable(Type.String()),
  description: Nullable(Type.String()),
  receiptUrl: Nullable(Type.String({ description: 'Null until paid.' })),
  expiresAt: Nullable(Timestamp),
  metadata: Metadata,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  brCode: Type.Optional(Type.String({ description: 'PIX: the copy-and-paste code.' })),
  brCodeBase64: Type.Optional(Nullable(Type.String({ description: 'PIX: the QR picture as a data URI.' }))),
});

export const TransparentCheck = Type.Object({
  id: Type.String(),
  status: OneOf(chargeStatuses),
  expiresAt: Nullable(Timestamp),
});
