import type { OutboundEvent, Refund as RefundMessage } from '@pitanga/contracts';
import type { Cents, IdSource, Tenant } from '@pitanga/core';
import type { Charge } from '../charges/charge';
import type { Checkout } from '../checkouts/checkout';
import { toCustomerSnapshot, type Customer } from '../customers/customer';
import { chargeFact } from './charge-wire';
import { checkoutToWire } from './checkout-wire';

interface EventDeps {
  readonly ids: IdSource;
  readonly publicUrl: string;
}

/** A fact about a charge, as of its last change; ids sort by it. */
export function chargeEvent(
  type: 'charge.created' | 'charge.paid' | 'charge.expired' | 'charge.cancelled' | 'charge.failed',
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
    data: { tenant, charge: chargeFact(charge, deps.publicUrl), customer: customer && toCustomerSnapshot(customer) },
  };
}

/** What happened to a charge's money after it was paid, with the checkout or link it paid. */
interface AfterPayment {
  readonly charge: Charge;
  readonly checkout: Checkout | undefined;
  readonly customer: Customer | undefined;
  readonly reason: string | undefined;
}

/** All of its money is back with the payer, or the part that `refund` says. */
export function chargeRefunded(
  deps: EventDeps,
  tenant: Tenant,
  happened: AfterPayment & { readonly refund: RefundMessage },
): OutboundEvent {
  const { refund } = happened;
  const data = { ...dataOf(deps, tenant, happened), refund };
  return { ...headOf(deps, happened.charge), type: 'charge.refunded', data };
}

export function chargeDisputeEvent(
  type: 'charge.disputed' | 'charge.dispute_won' | 'charge.dispute_lost',
  deps: EventDeps,
  tenant: Tenant,
  happened: AfterPayment & { readonly disputeId: string; readonly amountCents: Cents },
): OutboundEvent {
  const { disputeId, amountCents } = happened;
  const data = { ...dataOf(deps, tenant, happened), disputeId, amountCents };
  return { ...headOf(deps, happened.charge), type, data };
}

function headOf(deps: EventDeps, charge: Charge) {
  return { id: deps.ids.next('event', charge.updatedAt), key: charge.id, occurredAt: charge.updatedAt };
}

function dataOf({ publicUrl }: EventDeps, tenant: Tenant, { charge, checkout, customer, reason }: AfterPayment) {
  return {
    tenant,
    charge: chargeFact(charge, publicUrl),
    customer: customer && toCustomerSnapshot(customer),
    checkout: checkout && checkoutToWire(checkout, publicUrl, charge.updatedAt),
    reason,
  };
}
