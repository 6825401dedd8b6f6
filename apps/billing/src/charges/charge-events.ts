import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import { snapshotOf, type Customer } from '../customers/customer';
import type { Charge } from './charge';
import { chargeFact } from './charge-wire';

interface EventDeps {
  readonly ids: IdSource;
  readonly publicUrl: string;
}

/** A fact about a charge, as of its last change; ids sort by it. */
export function chargeEvent(
  type: 'charge.created' | 'charge.paid' | 'charge.expired' | 'charge.cancelled',
  deps: EventDeps,
  tenant: Tenant,
  charge: Charge,
  customer: Customer | undefined,
): OutboundEvent {
  return {
    type,
    id: deps.ids.next('event', charge.updatedAt),
    key: charge.id,
    occurredAt: charge.updatedAt,
    data: { tenant, charge: chargeFact(charge, deps.publicUrl), customer: customer && snapshotOf(customer) },
  };
}
