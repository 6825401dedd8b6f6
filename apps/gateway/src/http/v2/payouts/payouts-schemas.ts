import { payoutStatuses } from '@pitanga/records';
import { Type } from 'typebox';
import { OneOf, TextFilter } from '../../fields';
import { Nullable, Timestamp } from '../../schemas';
import { listQuery } from '../lists';

export const PayoutList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  externalId: Type.Optional(TextFilter),
  status: Type.Optional(OneOf(payoutStatuses)),
});

export const Payout = Type.Object({
  id: Type.String(),
  status: OneOf(payoutStatuses),
  devMode: Type.Boolean(),
  receiptUrl: Nullable(Type.String()),
  kind: OneOf(['WITHDRAW', 'TRANSFER']),
  amount: Type.Integer({ description: 'Centavos.' }),
  platformFee: Type.Integer(),
  externalId: Type.String(),
  method: OneOf(['PIX']),
  pix: Type.Object({ type: Type.String(), key: Type.String({ description: 'Masked.' }) }),
  endToEndIdentifier: Nullable(Type.String({ description: 'Null until settled.' })),
  failureReason: Nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
