import type { OutboundEvent, Refund as RefundMessage } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import type { Charge } from '../charges/charge';
import type { Checkout } from '../checkouts/checkout';
import { toCustomerSnapshot, type Customer } from '../customers/customer';
import { chargeFact, type FactDeps } from './charge-wire';
import { checkoutToWire } from './checkout-wire';

interface EventDeps extends FactDeps {
  readonly ids: IdSource;
}

export function checkoutCreated(deps: EventDeps, tenant: Tenant, checkout: Checkout): OutboundEvent {
  const { createdAt } = checkout;
  return {
    type: 'checkout.created',
    id: deps.ids.next('event', createdAt),
    key: checkout.id,
    occurredAt: createdAt,
    data: { tenant, checkout: checkoutToWire(checkout, deps.publicUrl, createdAt) },
  };
}

/** A change of a checkout, as of its last update. */
export function checkoutChanged(
  type: 'checkout.cancelled' | 'checkout.expired' | 'checkout.discounted',
  deps: EventDeps,
  tenant: Tenant,
  checkout: Checkout,
): OutboundEvent {
  const { updatedAt } = checkout;
  return {
    type,
    id: deps.ids.next('event', updatedAt),
    key: checkout.id,
    occurredAt: updatedAt,
    data: { tenant, checkout: checkoutToWire(checkout, deps.publicUrl, updatedAt) },
  };
}

/** The checkout stays open as long as its boleto can be paid. */
export function checkoutExtended(
  deps: EventDeps,
  tenant: Tenant,
  checkoutId: string,
  expiresAt: Date,
  at: Date,
): OutboundEvent {
  const id = deps.ids.next('event', at);
  const data = { tenant, checkoutId, expiresAt };
  return { type: 'checkout.extended', id, key: checkoutId, occurredAt: at, data };
}

/** `customer` is the payer's record: a link has no customer. */
export function checkoutPaid(
  deps: EventDeps,
  tenant: Tenant,
  checkout: Checkout,
  charge: Charge,
  customer: Customer | undefined,
): OutboundEvent {
  const { updatedAt } = checkout;
  return {
    type: 'checkout.paid',
    id: deps.ids.next('event', updatedAt),
    key: checkout.id,
    occurredAt: updatedAt,
    data: {
      tenant,
      checkout: checkoutToWire(checkout, deps.publicUrl, updatedAt),
      charge: chargeFact(charge, deps),
      customer: customer && toCustomerSnapshot(customer),
    },
  };
}

/** The payment of the checkout was refunded by the amount of `refund`. */
export function checkoutRefunded(
  deps: EventDeps,
  tenant: Tenant,
  change: {
    readonly checkout: Checkout;
    readonly charge: Charge;
    readonly customer: Customer | undefined;
    readonly refund: RefundMessage;
  },
): OutboundEvent {
  const { checkout, charge, customer, refund } = change;
  const { updatedAt } = checkout;
  return {
    type: 'checkout.refunded',
    id: deps.ids.next('event', updatedAt),
    key: checkout.id,
    occurredAt: updatedAt,
    data: {
      tenant,
      checkout: checkoutToWire(checkout, deps.publicUrl, updatedAt),
      charge: chargeFact(charge, deps),
      customer: customer && toCustomerSnapshot(customer),
      refund,
    },
  };
}

/** Paid by coupons alone, without a charge. */
export function checkoutPaidInFull(
  deps: EventDeps,
  tenant: Tenant,
  checkout: Checkout,
  customer: Customer | undefined,
): OutboundEvent {
  const { updatedAt } = checkout;
  const data = {
    tenant,
    checkout: checkoutToWire(checkout, deps.publicUrl, updatedAt),
    charge: undefined,
    customer: customer && toCustomerSnapshot(customer),
  };
  return {
    type: 'checkout.paid',
    id: deps.ids.next('event', updatedAt),
    key: checkout.id,
    occurredAt: updatedAt,
    data,
  };
}
