import type { RefundRequest } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { enumName, instant, orNull } from './wire';

export const refundRequestStatuses = ['OPEN', 'APPROVED', 'REFUSED'] as const;

export const RefundRequestStatus = OneOf('RefundRequestStatus', refundRequestStatuses);

export const RefundRequestRecord = NamedObject('RefundRequest', {
  id: Type.String(),
  devMode: Type.Boolean(),
  status: RefundRequestStatus,
  chargeId: Type.String(),
  checkoutId: Nullable(Type.String()),
  customerId: Type.String(),
  amount: Type.Integer({ description: 'Centavos: what was left of the charge when the customer asked.' }),
  reason: Nullable(Type.String({ description: 'The customer’s words; always null in events.' })),
  refundId: Nullable(Type.String({ description: 'Of an APPROVED one: the refund, which may be of a part.' })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export function refundRequestRecord(request: RefundRequest): Static<typeof RefundRequestRecord> {
  return {
    id: request.id,
    devMode: request.devMode,
    status: enumName('REFUND_REQUEST_STATUS', request.status),
    chargeId: request.chargeId,
    checkoutId: orNull(request.checkoutId),
    customerId: request.customerId,
    amount: request.amountCents,
    reason: orNull(request.reason),
    refundId: orNull(request.refundId),
    createdAt: instant(request.createdAt, 'createdAt'),
    updatedAt: instant(request.updatedAt, 'updatedAt'),
  };
}
