import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';

/** Names no settings. */
export function payoutAccountConfigured(ids: IdSource, tenant: Tenant, configuredAt: Date): OutboundEvent {
  return {
    ...eventHead(ids, tenant, configuredAt),
    type: 'payout_account.configured',
    data: { tenant, configuredAt },
  };
}

export function payoutAccountRemoved(ids: IdSource, tenant: Tenant, removedAt: Date): OutboundEvent {
  return { ...eventHead(ids, tenant, removedAt), type: 'payout_account.removed', data: { tenant, removedAt } };
}

function eventHead(ids: IdSource, { storeId: key }: Tenant, occurredAt: Date) {
  return { id: ids.next('event', occurredAt), key, occurredAt };
}
