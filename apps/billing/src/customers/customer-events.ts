import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import { snapshotOf, type Customer } from './customer';

export function customerCreated(ids: IdSource, tenant: Tenant, customer: Customer): OutboundEvent {
  return {
    type: 'customer.created',
    id: ids.next('event', customer.createdAt),
    key: customer.id,
    occurredAt: customer.createdAt,
    data: { tenant, customer: snapshotOf(customer), createdAt: customer.createdAt },
  };
}
