import { required, tenantFromWire, type Charge, type Checkout, type InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import {
  chargePaymentRecord,
  checkoutRecord,
  maskedCustomer,
  payerInformation,
  paidBillingRecord,
  paidPixQrCodeRecord,
  paymentLinkRecord,
  transparentRecord,
  v1PaymentRecord,
} from '@pitanga/records';
import type { V1Event, V2Event } from '../endpoints/event-names';

/** What a fact means to receivers: at most one event of each API version. */
export interface Notification {
  /** Id of the fact: one delivery for each webhook comes of it. */
  readonly eventId: string;
  readonly tenant: Tenant;
  readonly occurredAt: Date;
  /** Real time: webhooks registered later do not get it. */
  readonly recordedAt: Date;
  readonly traceparent: string | undefined;
  readonly v2: { readonly event: V2Event; readonly data: object } | undefined;
  readonly v1: { readonly event: V1Event; readonly data: object } | undefined;
}

type Fact<T extends InboundEvent['type']> = Extract<InboundEvent, { type: T }>;
type Versions = Pick<Notification, 'v1' | 'v2'>;

/** The facts this service listens to. */
export const notifyingFacts = ['charge.paid', 'charge.expired', 'checkout.paid'] as const;

type NotifyingFact = Fact<(typeof notifyingFacts)[number]>;

/** The events of decisions 7 that a fact stands for, or undefined when receivers are told nothing of it. */
export function notificationOf(event: InboundEvent): Notification | undefined {
  if (!isNotifying(event)) return undefined;
  const versions = versionsOf(event);
  if (versions?.v1 === undefined && versions?.v2 === undefined) return undefined;
  const { occurredAt, recordedAt, traceparent } = event;
  return {
    eventId: event.id,
    tenant: tenantFromWire(event.data.tenant),
    occurredAt,
    recordedAt,
    traceparent,
    ...versions,
  };
}

function isNotifying(event: InboundEvent): event is NotifyingFact {
  return notifyingFacts.some((type) => type === event.type);
}

function versionsOf(event: NotifyingFact): Versions | undefined {
  switch (event.type) {
    case 'charge.paid':
      return transparentPaid(event);
    case 'charge.expired':
      return transparentExpired(event);
    case 'checkout.paid':
      return checkoutPaid(event);
  }
}

// The charge of a checkout or link is told of by checkout.completed, and a subscription's payment by the
// subscription's own events (decisions 10): only a transparent charge speaks for itself.
const isTransparent = (charge: Charge): boolean => charge.origin === 'CHARGE_ORIGIN_TRANSPARENT';

function transparentPaid(event: Fact<'charge.paid'>): Versions | undefined {
  const charge = required(event.data.charge, 'charge');
  if (!isTransparent(charge)) return undefined;
  return {
    v2: { event: 'transparent.completed', data: transparentData(charge, event) },
    // v1 knows Pix charges only.
    v1:
      charge.method === 'PAYMENT_METHOD_PIX'
        ? { event: 'billing.paid', data: { payment: v1PaymentRecord(charge), pixQrCode: paidPixQrCodeRecord(charge) } }
        : undefined,
  };
}

function transparentExpired(event: Fact<'charge.expired'>): Versions | undefined {
  const charge = required(event.data.charge, 'charge');
  if (!isTransparent(charge)) return undefined;
  return { v2: { event: 'transparent.expired', data: transparentData(charge, event) }, v1: undefined };
}

function transparentData(charge: Charge, event: Fact<'charge.paid' | 'charge.expired'>): object {
  return {
    transparent: transparentRecord(charge),
    customer: maskedCustomer(event.data.customer),
    payerInformation: payerInformation(charge),
  };
}

function checkoutPaid(event: Fact<'checkout.paid'>): Versions | undefined {
  const checkout = required(event.data.checkout, 'checkout');
  const charge = required(event.data.charge, 'charge');
  if (checkout.frequency === 'CHECKOUT_FREQUENCY_SUBSCRIPTION') return undefined;
  const billing = paidBillingRecord(checkout, event.data.customer);
  return {
    v2: {
      event: 'checkout.completed',
      data: {
        checkout: v2Record(checkout),
        customer: maskedCustomer(event.data.customer),
        payerInformation: payerInformation(charge),
        payment: chargePaymentRecord(charge),
      },
    },
    v1: billing && { event: 'billing.paid', data: { payment: v1PaymentRecord(charge), billing } },
  };
}

function v2Record(checkout: Checkout): object {
  const isLink = checkout.frequency === 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS';
  return isLink ? paymentLinkRecord(checkout) : checkoutRecord(checkout);
}
