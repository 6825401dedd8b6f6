import { toWire, type Actor, type Approval as ApprovalMessage, type Refund as RefundMessage } from '@pitanga/contracts';
import { maskPixKey } from '@pitanga/core';
import type { Approval, OrderActor } from '@pitanga/provider-account';
import { needsKey, type Refund } from '../refunds/refund';

/** A refund in responses and events; of its destination only the masked key. */
export function refundToWire(refund: Refund): RefundMessage {
  const { pixKey } = refund;
  return {
    id: refund.id,
    devMode: refund.devMode,
    status: toWire('REFUND_STATUS', refund.status),
    amountCents: refund.amountCents,
    reason: refund.reason,
    originalId: refund.originalId,
    chargeId: refund.chargeId,
    failureReason: refund.failureReason,
    failure: refund.failureReason && toWire('REFUND_FAILURE_REASON', refund.failureReason),
    providerCode: refund.failureReason && refund.providerCode,
    needsKey: needsKey(refund),
    isOverpayment: refund.kind === 'OVERPAYMENT',
    pixKeyType: pixKey?.type,
    maskedPixKey: pixKey && maskPixKey(pixKey.type, pixKey.key),
    requestedBy: refund.requestedBy && actorToWire(refund.requestedBy),
    approval: refund.approval && approvalToWire(refund.approval),
    createdAt: refund.createdAt,
    updatedAt: refund.updatedAt,
  };
}

function approvalToWire({ requestedBy, ...approval }: Approval): ApprovalMessage {
  return {
    ...approval,
    status: toWire('APPROVAL_STATUS', approval.status),
    requestedBy: actorToWire(requestedBy),
  };
}

function actorToWire({ kind, id, description }: OrderActor): Actor {
  return { kind: toWire('ACTOR_KIND', kind), id, description };
}
