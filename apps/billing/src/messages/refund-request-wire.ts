import { toWire, type OutboundEvent, type RefundRequest as RefundRequestMessage } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import type { RefundRequest } from '../refund-requests/refund-request';

export function refundRequestToWire({ status, ...request }: RefundRequest): RefundRequestMessage {
  return { ...request, status: toWire('REFUND_REQUEST_STATUS', status) };
}

/** Without the customer's words, which are personal data. */
export function refundRequested(ids: IdSource, tenant: Tenant, request: RefundRequest): OutboundEvent {
  const { id: key, createdAt: occurredAt } = request;
  return {
    type: 'refund.requested',
    id: ids.next('event', occurredAt),
    key,
    occurredAt,
    data: { tenant, request: { ...refundRequestToWire(request), reason: undefined } },
  };
}
