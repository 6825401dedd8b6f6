import type { OutboundEvent, Refund as RefundMessage } from '@pitanga/contracts';
import type { Cents, IdSource, Tenant } from '@pitanga/core';
import type { Charge } from '../charges/charge';
import type { Checkout } from '../checkouts/checkout';
import { toCustomerSnapshot, type Customer } from '../customers/customer';
import { chargeFact, type FactDeps } from './charge-wire';
import { checkoutToWire } from './checkout-wire';

interface EventDeps extends FactDeps {
  readonly ids: IdSource;
}

/** An event about a charge, as of its last change; event ids sort by that time. */
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
    data: { tenant, charge: chargeFact(charge, deps), customer: customer && toCustomerSnapshot(customer) },
  };
}

/** The Pix of a top-up was paid: in place of `charge.paid`, whose readers count sales. */
export function topUpCompleted(deps: EventDeps, tenant: Tenant, charge: Charge): OutboundEvent {
  const data = { tenant, charge: chargeFact(charge, deps) };
  return { ...toEnvelope(deps, charge), type: 'top_up.completed', data };
}

/** A change to a paid charge, with the checkout or link that it paid. */
interface AfterPayment {
  readonly charge: Charge;
  readonly checkout: Checkout | undefined;
  readonly customer: Customer | undefined;
  readonly reason: string | undefined;
}

/** The charge was refunded by the amount of `refund`. */
export function chargeRefunded(
  deps: EventDeps,
  tenant: Tenant,
  change: AfterPayment & { readonly refund: RefundMessage },
): OutboundEvent {
  const { refund } = change;
  const data = { ...toData(deps, tenant, change), refund };
  return { ...toEnvelope(deps, change.charge), type: 'charge.refunded', data };
}

export function chargeDisputeEvent(
  type: 'charge.disputed' | 'charge.dispute_won' | 'charge.dispute_lost',
  deps: EventDeps,
  tenant: Tenant,
  change: AfterPayment & { readonly disputeId: string; readonly amountCents: Cents },
): OutboundEvent {
  const { disputeId, amountCents } = change;
  const data = { ...toData(deps, tenant, change), disputeId, amountCents };
  return { ...toEnvelope(deps, change.charge), type, data };
}

function toEnvelope(deps: EventDeps, charge: Charge) {
  return { id: deps.ids.next('event', charge.updatedAt), key: charge.id, occurredAt: charge.updatedAt };
}

function toData(deps: EventDeps, tenant: Tenant, { charge, checkout, customer, reason }: AfterPayment) {
  return {
    tenant,
    charge: chargeFact(charge, deps),
    customer: customer && toCustomerSnapshot(customer),
    checkout: checkout && checkoutToWire(checkout, deps.publicUrl, charge.updatedAt),
    reason,
  };
}
