import { pixKeyTypes } from '@pitanga/core';
import { refundStatuses } from '@pitanga/records';
import { Type } from 'typebox';
import { Id, OneOf, TextFilter } from '../../fields/fields';
import { ProviderCode, RefundFailure } from '../../fields/failure-reasons';
import { Nullable, Timestamp } from '../../fields/schemas';
import { listQuery } from '../lists';
import { NamedObject } from '../../fields/schema-names';

export const RefundCreate = NamedObject('CreateRefund', {
  id: Id,
  reason: Type.Optional(Type.String({ maxLength: 500 })),
  amount: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Centavos: from 1 to what is left of the payment. Without it all that is left goes back.',
    }),
  ),
  pixKey: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: 'BOLETO: the Pix key that the money goes to.' }),
  ),
  pixKeyType: Type.Optional(OneOf(pixKeyTypes)),
});

export const RefundList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  originalId: Type.Optional(TextFilter),
  status: Type.Optional(OneOf(refundStatuses)),
});

export const Refund = NamedObject('Refund', {
  id: Type.String(),
  devMode: Type.Boolean(),
  status: OneOf(refundStatuses),
  amount: Type.Integer({ description: 'Centavos: all that was left of the payment, or the part that was asked for.' }),
  reason: Nullable(Type.String()),
  originalId: Type.String({ description: 'The id the refund was asked for with.' }),
  failureReason: RefundFailure,
  providerCode: Nullable(ProviderCode),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
