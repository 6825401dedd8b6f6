import { toWire, type Refund as RefundMessage } from '@pitanga/contracts';
import { needsKey, type Refund } from '../refunds/refund';

/** A refund in responses and events, without its destination. */
export function refundToWire(refund: Refund): RefundMessage {
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
    createdAt: refund.createdAt,
    updatedAt: refund.updatedAt,
  };
}
