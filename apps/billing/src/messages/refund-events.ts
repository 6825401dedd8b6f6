import { toWire, type OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import type { Charge, PayerRefusal } from '../charges/charge';
import type { Checkout } from '../checkouts/checkout';
import { toCustomerSnapshot, type Customer } from '../customers/customer';
import { findAccountKind } from '../provider/account-kind';
import type { Refund } from '../refunds/refund';
import { chargeFact, type FactDeps } from './charge-wire';
import { checkoutToWire } from './checkout-wire';
import { refundToWire } from './refund-wire';

interface EventDeps extends FactDeps {
  readonly ids: IdSource;
}

export function refundEvent(
  type: 'refund.created' | 'refund.completed',
  deps: EventDeps,
  tenant: Tenant,
  refund: Refund,
): OutboundEvent {
  const { id: key, updatedAt: occurredAt } = refund;
  return {
    type,
    id: deps.ids.next('event', occurredAt),
    key,
    occurredAt,
    data: { tenant, refund: refundToWire(refund) },
  };
}

/** The charge, checkout and customer of a refund, as they are at its event. */
export interface RefundSubject {
  readonly charge: Charge;
  readonly checkout: Checkout | undefined;
  readonly customer: Customer | undefined;
}

/** A refund that needs a person: it FAILED, or waits for a Pix key. */
export function refundStopped(
  type: 'refund.failed' | 'refund.needs_key',
  deps: EventDeps,
  tenant: Tenant,
  refund: Refund,
  subject: RefundSubject,
): OutboundEvent {
  const { id: key, updatedAt: occurredAt } = refund;
  const { charge, checkout, customer } = subject;
  return {
    type,
    id: deps.ids.next('event', occurredAt),
    key,
    occurredAt,
    data: {
      tenant,
      refund: refundToWire(refund),
      charge: chargeFact(charge, deps),
      checkout: checkout && checkoutToWire(checkout, deps.publicUrl, occurredAt),
      customer: customer && toCustomerSnapshot(customer),
    },
  };
}

/** A charge was overpaid; keyed by the charge, so that its events stay in order. */
export function chargeOverpaid(
  deps: EventDeps,
  tenant: Tenant,
  refund: Refund,
  subject: Omit<RefundSubject, 'checkout'>,
): OutboundEvent {
  const { createdAt: occurredAt } = refund;
  const { charge, customer } = subject;
  return {
    type: 'charge.overpaid',
    id: deps.ids.next('event', occurredAt),
    key: charge.id,
    occurredAt,
    data: {
      tenant,
      charge: chargeFact(charge, deps),
      customer: customer && toCustomerSnapshot(customer),
      reason: refund.reason ?? '',
      refund: refundToWire(refund),
      providerAccount: findAccountKind(refund.provider),
    },
  };
}

/** Somebody other than the customer paid. The charge has the code that can be paid now. */
export function payerRefused(
  deps: EventDeps,
  tenant: Tenant,
  refund: Refund,
  subject: Omit<RefundSubject, 'checkout'> & { readonly refusal: PayerRefusal },
): OutboundEvent {
  const { createdAt: occurredAt } = refund;
  const { charge, customer, refusal } = subject;
  return {
    type: 'charge.payer_refused',
    id: deps.ids.next('event', occurredAt),
    key: charge.id,
    occurredAt,
    data: {
      tenant,
      charge: chargeFact(charge, deps),
      customer: customer && toCustomerSnapshot(customer),
      reason: toWire('PAYER_REFUSAL_REASON', refusal),
      refund: refundToWire(refund),
    },
  };
}

export function overpaymentReturned(
  deps: EventDeps,
  tenant: Tenant,
  refund: Refund,
  subject: RefundSubject & { readonly sentBy: string | undefined },
): OutboundEvent {
  const { updatedAt: occurredAt } = refund;
  const { charge, customer } = subject;
  return {
    type: 'charge.overpayment_returned',
    id: deps.ids.next('event', occurredAt),
    key: charge.id,
    occurredAt,
    data: {
      tenant,
      charge: chargeFact(charge, deps),
      customer: customer && toCustomerSnapshot(customer),
      refund: refundToWire(refund),
      providerAccount: findAccountKind(refund.provider),
      returnedBy: subject.sentBy,
    },
  };
}
