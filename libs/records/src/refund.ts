import type { Refund } from '@pitanga/contracts';
import { refundFailureReason } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { ProviderCode, RefundFailure } from './failure-reasons';
import { actorRecord, approvalRecord, ApprovalRecord, OrderActorRecord } from './order-approval';
import { PayoutKeyRecord } from './payout';
import { NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { enumName, instant, orNull } from './wire';

export const refundStatuses = ['PENDING', 'COMPLETE', 'FAILED'] as const;
export type RefundStatusName = (typeof refundStatuses)[number];

export const RefundStatus = OneOf('RefundStatus', refundStatuses);

export const RefundRecord = NamedObject('Refund', {
  id: Type.String(),
  devMode: Type.Boolean(),
  status: RefundStatus,
  amount: Type.Integer({ description: 'Centavos: all that was left of the payment, or the part that was asked for.' }),
  reason: Nullable(Type.String()),
  originalId: Type.String({ description: 'The id the refund was asked for with.' }),
  needsKey: Type.Boolean({
    description:
      'True: it goes on when the Pix key of its payer is given, with `refunds/set-key`. Money that a charge could not take waits so when a boleto brought it (`status` PENDING), or its provider refused to return it (FAILED).',
  }),
  pix: Nullable({
    ...PayoutKeyRecord,
    description: 'Of one to a Pix key: where the money goes. Null for one that goes back the way it came.',
  }),
  requestedBy: Nullable(OrderActorRecord),
  approval: Type.Optional(ApprovalRecord),
  failureReason: RefundFailure,
  providerCode: Nullable(ProviderCode),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type RefundRecord = Static<typeof RefundRecord>;

export function refundRecord(refund: Refund): RefundRecord {
  return {
    id: refund.id,
    devMode: refund.devMode,
    status: enumName('REFUND_STATUS', refund.status),
    amount: refund.amountCents,
    reason: orNull(refund.reason),
    originalId: refund.originalId,
    needsKey: refund.needsKey === true,
    pix:
      refund.pixKeyType === undefined || refund.maskedPixKey === undefined
        ? null
        : { type: refund.pixKeyType, key: refund.maskedPixKey },
    requestedBy: refund.requestedBy ? actorRecord(refund.requestedBy) : null,
    // Only where there is one: refunds that go back the way they came look as they always did.
    ...(refund.approval && { approval: approvalRecord(refund.approval) }),
    // A reason, or the sentence that older events have.
    failureReason: refund.failureReason === undefined ? null : refundFailureReason(refund.failureReason),
    providerCode: orNull(refund.providerCode),
    createdAt: instant(refund.createdAt, 'createdAt'),
    updatedAt: instant(refund.updatedAt, 'updatedAt'),
  };
}
