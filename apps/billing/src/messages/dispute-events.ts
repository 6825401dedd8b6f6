import { toWire, type OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import type { Dispute } from '../disputes/dispute';

/** The dispute's own event; the event of its charge, at the same instant, moves the money. */
export function disputeEvent(
  type: 'dispute.opened' | 'dispute.closed',
  ids: IdSource,
  tenant: Tenant,
  dispute: Dispute,
): OutboundEvent {
  const { id: key, chargeId, amountCents, reason, status, openedAt, closedAt, dueBy } = dispute;
  const occurredAt = closedAt ?? openedAt;
  const shown = {
    id: key,
    chargeId,
    amountCents,
    reason,
    status: toWire('DISPUTE_STATUS', status),
    openedAt,
    closedAt,
    dueBy,
  };
  const data = { tenant, dispute: shown };
  return { type, id: ids.next('event', occurredAt), key, occurredAt, data };
}
