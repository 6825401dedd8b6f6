import { UnreadableMessageError, type Payout } from '@pitanga/contracts';
import { payoutFailureReason } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { PayoutFailure, ProviderCode } from './failure-reasons';
import { actorRecord, approvalRecord, ApprovalRecord, OrderActorRecord } from './order-approval';
import { NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { enumName, instant, orNull } from './wire';

export const payoutStatuses = ['PENDING', 'COMPLETE', 'FAILED', 'CANCELLED', 'RETURNED'] as const;

/** A withdrawal or a Pix transfer. */
export const PayoutRecord = NamedObject('Payout', {
  id: Type.String(),
  status: OneOf(payoutStatuses),
  devMode: Type.Boolean(),
  receiptUrl: Nullable(Type.String({ description: 'Null until COMPLETE.' })),
  kind: OneOf(['WITHDRAW', 'TRANSFER']),
  amount: Type.Integer({ description: 'Centavos, as asked for.' }),
  platformFee: Type.Integer(),
  feeMode: OneOf(['INCLUDED', 'ADDED'], {
    description:
      'INCLUDED: the receiver gets `amount` less `platformFee`; ADDED: it gets `amount`, the fee is besides.',
  }),
  externalId: Nullable(Type.String({ description: 'Null for a withdrawal that was given none.' })),
  subAccountId: Type.Optional(Type.String({ description: 'Of what a sub-account withdraws.' })),
  method: OneOf(['PIX']),
  pix: Type.Object({ type: Type.String(), key: Type.String({ description: 'Masked.' }) }),
  returnedAmount: Type.Integer({
    description:
      'Centavos that came back after it was COMPLETE; all that the receiver got once it is RETURNED. The fee stays.',
  }),
  endToEndIdentifier: Nullable(Type.String({ description: 'Null until settled.' })),
  failureReason: PayoutFailure,
  providerCode: Nullable(ProviderCode),
  requestedBy: Nullable(OrderActorRecord),
  approval: Type.Optional(ApprovalRecord),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type PayoutRecord = Static<typeof PayoutRecord>;

/** What was asked for: with the fee where that was in the amount. */
export function askedCents({ amountCents, platformFeeCents, isFeeIncluded }: Payout): number {
  return isFeeIncluded ? amountCents + platformFeeCents : amountCents;
}

export function payoutRecord(payout: Payout): PayoutRecord {
  const kind = enumName('PAYOUT_KIND', payout.kind);
  if (kind === 'REFUND') throw new UnreadableMessageError('money that goes back to a payer is no payout');
  return {
    id: payout.id,
    status: enumName('PAYOUT_STATUS', payout.status),
    devMode: payout.devMode,
    receiptUrl: orNull(payout.receiptUrl),
    kind,
    amount: askedCents(payout),
    platformFee: payout.platformFeeCents,
    feeMode: payout.isFeeIncluded ? 'INCLUDED' : 'ADDED',
    externalId: payout.externalId === '' ? null : payout.externalId,
    ...(payout.subAccountId !== undefined && { subAccountId: payout.subAccountId }),
    method: 'PIX',
    pix: { type: payout.pixKeyType, key: payout.maskedPixKey },
    returnedAmount: payout.returnedCents,
    endToEndIdentifier: orNull(payout.endToEndId),
    // A reason, or the sentence that older events have.
    failureReason: payout.failureReason === undefined ? null : payoutFailureReason(payout.failureReason),
    providerCode: orNull(payout.providerCode),
    requestedBy: payout.requestedBy ? actorRecord(payout.requestedBy) : null,
    // Only where there is one: payouts of stores without a limit look as they always did.
    ...(payout.approval && { approval: approvalRecord(payout.approval) }),
    createdAt: instant(payout.createdAt, 'createdAt'),
    updatedAt: instant(payout.updatedAt, 'updatedAt'),
  };
}
