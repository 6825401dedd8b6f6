import { NamedObject, RefundStatus, ApprovalStatus } from '@pitanga/records';
import { Type } from 'typebox';
import { Id, TextFilter, PixKeyType } from '../../fields/fields';
import { listQuery } from '../lists';

const pixKey = Type.String({ minLength: 1, maxLength: 512, description: 'The Pix key that the money goes to.' });

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
  pixKeyType: Type.Optional(PixKeyType),
  splitRefunds: Type.Optional(
    Type.Array(
      NamedObject('SplitRefund', { subAccountId: Id, amount: Type.Integer({ minimum: 1, maximum: 9_999_999_999 }) }),
      {
        maxItems: 20,
        description:
          'Of a split payment: what of the refund is of each sub-account, at most what is left of its part; the rest is yours. Left out: of each in proportion.',
      },
    ),
  ),
});

export const RefundKey = NamedObject('SetRefundKey', { id: Id, pixKey, pixKeyType: PixKeyType });

export const RefundDecision = NamedObject('RefundDecision', { id: Id });

export const RefundList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  originalId: Type.Optional(TextFilter),
  status: Type.Optional(RefundStatus),
  approval: Type.Optional({
    ...ApprovalStatus,
    description: 'Of refunds to a Pix key that is not known to be the payer’s.',
  }),
  needsKey: Type.Optional(Type.Boolean({ description: 'True: those that wait for a Pix key. False: the others.' })),
});
