import { toWire, type Payout as PayoutMessage, type PayoutApproval as PayoutApprovalMessage } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { Payout } from './payout';
import type { PayoutApproval } from './payout-approval';

/** A payout in responses and events; of its target only the masked key. */
export function payoutToWire({ devMode }: Tenant, payout: Payout): PayoutMessage {
  return {
    id: payout.id,
    devMode,
    kind: toWire('PAYOUT_KIND', payout.kind),
    status: toWire('PAYOUT_STATUS', payout.status),
    externalId: payout.externalId ?? '',
    amountCents: payout.amountCents,
    platformFeeCents: payout.platformFeeCents,
    pixKeyType: payout.pixKeyType,
    maskedPixKey: payout.maskedPixKey,
    description: payout.description,
    receiptUrl: payout.receiptUrl,
    endToEndId: payout.endToEndId,
    returnedCents: payout.returnedCents,
    completedAt: payout.completedAt,
    failureReason: payout.failureReason,
    failure: payout.failureReason && toWire('PAYOUT_FAILURE_REASON', payout.failureReason),
    providerCode: payout.failureReason && payout.providerCode,
    approval: payout.approval && approvalToWire(payout.approval),
    createdAt: payout.createdAt,
    updatedAt: payout.updatedAt,
  };
}

function approvalToWire({ requestedBy, ...approval }: PayoutApproval): PayoutApprovalMessage {
  return {
    ...approval,
    status: toWire('PAYOUT_APPROVAL_STATUS', approval.status),
    requestedBy: { kind: toWire('PAYOUT_ACTOR_KIND', requestedBy.kind), id: requestedBy.id },
  };
}
