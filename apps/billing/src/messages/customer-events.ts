import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import { toCustomerSnapshot, type Customer } from '../customers/customer';

export function customerCreated(ids: IdSource, tenant: Tenant, customer: Customer): OutboundEvent {
  return {
    type: 'customer.created',
    id: ids.next('event', customer.createdAt),
    key: customer.id,
    occurredAt: customer.createdAt,
    data: { tenant, customer: toCustomerSnapshot(customer), createdAt: customer.createdAt },
  };
}

/** Carries only the reference that events about the payments had. */
export function payerErased(ids: IdSource, tenant: Tenant, payerRef: string, erasedAt: Date): OutboundEvent {
  return {
    type: 'payer.erased',
    id: ids.next('event', erasedAt),
    key: payerRef,
    occurredAt: erasedAt,
    data: { tenant, payerRef, erasedAt },
  };
}

/** Carries only the id, because the event outlives the erased data. */
export function customerErased(ids: IdSource, tenant: Tenant, customerId: string, erasedAt: Date): OutboundEvent {
  return {
    type: 'customer.erased',
    id: ids.next('event', erasedAt),
    key: customerId,
    occurredAt: erasedAt,
    data: { tenant, customerId, erasedAt },
  };
}
