import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';

/** That there is one; never what opens it. */
export function payoutAccountConfigured(ids: IdSource, tenant: Tenant, configuredAt: Date): OutboundEvent {
  return { ...headOf(ids, tenant, configuredAt), type: 'payout_account.configured', data: { tenant, configuredAt } };
}

export function payoutAccountRemoved(ids: IdSource, tenant: Tenant, removedAt: Date): OutboundEvent {
  return { ...headOf(ids, tenant, removedAt), type: 'payout_account.removed', data: { tenant, removedAt } };
}

function headOf(ids: IdSource, { storeId: key }: Tenant, occurredAt: Date) {
  return { id: ids.next('event', occurredAt), key, occurredAt };
}
