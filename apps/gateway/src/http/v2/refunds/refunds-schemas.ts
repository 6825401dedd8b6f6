import { pixKeyTypes } from '@pitanga/core';
import { NamedObject, OneOf, refundStatuses } from '@pitanga/records';
import { Type } from 'typebox';
import { Id, TextFilter } from '../../fields/fields';
import { listQuery } from '../lists';

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
