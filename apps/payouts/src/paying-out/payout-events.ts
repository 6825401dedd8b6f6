import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import type { Payout } from '../payouts/payout';
import { payoutToWire } from '../payouts/payout-wire';

export function payoutEvent(
  type: 'payout.created' | 'payout.completed' | 'payout.failed' | 'payout.returned',
  { ids }: { readonly ids: IdSource },
  tenant: Tenant,
  payout: Payout,
): OutboundEvent {
  const { id: key, updatedAt: occurredAt } = payout;
  const data = { tenant, payout: payoutToWire(tenant, payout) };
  return { type, id: ids.next('event', occurredAt), key, occurredAt, data };
}
