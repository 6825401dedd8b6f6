import {
  required,
  tenantFromWire,
  type Charge,
  type Checkout,
  type CustomerSnapshot,
  type InboundEvent,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import {
  chargePaymentRecord,
  checkoutRecord,
  maskedCustomer,
  payerInformation,
  paidBillingRecord,
  paidPixQrCodeRecord,
  paymentLinkRecord,
  refundRecord,
  subscriptionCheckoutRecord,
  transparentRecord,
  v1PaymentRecord,
} from '@pitanga/records';
import type { V1Event, V2Event } from '../endpoints/event-names';
import { withoutPerson, type NotificationData } from '../erasures/person';
import { payoutEvents, payoutFacts } from './payout-notification';
import { subscriptionEvent, subscriptionFacts } from './subscription-notification';

/** What a fact means to receivers: at most one event of each API version. */
export interface Notification {
  /** Id of the fact: one delivery for each webhook comes of it. */
  readonly eventId: string;
  /** What the fact is about: its facts are told in their order. */
  readonly key: string;
  readonly tenant: Tenant;
  readonly occurredAt: Date;
  /** Real time: webhooks registered later do not get it. */
  readonly recordedAt: Date;
  readonly traceparent: string | undefined;
  /** Whom the data names. */
  readonly customerId: string | undefined;
  readonly v2: { readonly event: V2Event; readonly data: NotificationData } | undefined;
  readonly v1: { readonly event: V1Event; readonly data: NotificationData } | undefined;
}

type Fact<T extends InboundEvent['type']> = Extract<InboundEvent, { type: T }>;
type Versions = Pick<Notification, 'v1' | 'v2'>;

/** The facts that receivers are told of. */
export const notifyingFacts = [
  'charge.paid',
  'charge.expired',
  'charge.refunded',
  'charge.disputed',
  'charge.dispute_lost',
  'checkout.paid',
  'refund.failed',
  ...payoutFacts,
  ...subscriptionFacts,
] as const;

type NotifyingFact = Fact<(typeof notifyingFacts)[number]>;

/**
 * The events (docs/behaviour/webhooks.md#events) that a fact stands for, or undefined when receivers are told nothing
 * of it.
 */
export function notificationOf(event: InboundEvent): Notification | undefined {
  if (!isNotifying(event)) return undefined;
  const versions = versionsOf(event);
  if (versions?.v1 === undefined && versions?.v2 === undefined) return undefined;
  const { occurredAt, recordedAt, traceparent } = event;
  return {
    eventId: event.id,
    key: event.key,
    tenant: tenantFromWire(event.data.tenant),
    occurredAt,
    recordedAt,
    traceparent,
    customerId: customerOf(event),
    ...versions,
  };
}

/** The same notification of a customer whose personal data was erased. */
export function withoutCustomer(notification: Notification): Notification {
  const { v1, v2 } = notification;
  return {
    ...notification,
    customerId: undefined,
    v1: v1 && { ...v1, data: withoutPerson(v1.data) },
    v2: v2 && { ...v2, data: withoutPerson(v2.data) },
  };
}

function customerOf({ data }: NotifyingFact): string | undefined {
  // A payout is between a store and a key.
  if ('payout' in data) return undefined;
  if (data.customer) return data.customer.id;
  return 'subscription' in data ? data.subscription?.customerId : data.charge?.customerId;
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
    case 'charge.refunded':
      return paymentReversed(event, 'refunded');
    case 'charge.disputed':
      return paymentReversed(event, 'disputed');
    case 'charge.dispute_lost':
      return paymentReversed(event, 'lost');
    case 'checkout.paid':
      return checkoutPaid(event);
    case 'refund.failed':
      return refundFailed(event);
    case 'payout.completed':
    case 'payout.failed':
      return payoutEvents(event);
    case 'subscription.started':
    case 'subscription.trial_started':
    case 'subscription.renewed':
    case 'subscription.cancelled':
    case 'subscription.plan_changed':
    case 'subscription.payment_failed':
      return { v2: subscriptionEvent(event), v1: undefined };
  }
}

// The charge of a checkout or link is told of by checkout.completed, and that a subscription was paid by the
// subscription's own events: only a transparent charge speaks for itself.
const isTransparent = (charge: Charge): boolean => charge.origin === 'CHARGE_ORIGIN_TRANSPARENT';

function transparentPaid(event: Fact<'charge.paid'>): Versions | undefined {
  const charge = required(event.data.charge, 'charge');
  if (!isTransparent(charge)) return undefined;
  return {
    v2: { event: 'transparent.completed', data: transparentData(charge, event.data.customer) },
    // Of transparent charges v1 knows Pix alone.
    v1:
      charge.method === 'PAYMENT_METHOD_PIX'
        ? { event: 'billing.paid', data: { payment: v1PaymentRecord(charge), pixQrCode: paidPixQrCodeRecord(charge) } }
        : undefined,
  };
}

function transparentExpired(event: Fact<'charge.expired'>): Versions | undefined {
  const charge = required(event.data.charge, 'charge');
  if (!isTransparent(charge)) return undefined;
  return { v2: { event: 'transparent.expired', data: transparentData(charge, event.data.customer) }, v1: undefined };
}

function checkoutPaid(event: Fact<'checkout.paid'>): Versions | undefined {
  const checkout = required(event.data.checkout, 'checkout');
  // Absent when coupons left nothing to pay.
  const { charge, customer } = event.data;
  if (checkout.frequency === 'CHECKOUT_FREQUENCY_SUBSCRIPTION') return undefined;
  return {
    v2: { event: 'checkout.completed', data: checkoutData(checkout, charge, customer) },
    v1: v1CheckoutPaid(checkout, charge, customer),
  };
}

function v1CheckoutPaid(
  checkout: Checkout,
  charge: Charge | undefined,
  customer: CustomerSnapshot | undefined,
): Versions['v1'] {
  const billing = paidBillingRecord(checkout, customer);
  // v1 has no payment without a method, so one of nothing names the first that was offered.
  const payment = charge ? v1PaymentRecord(charge, billing) : { amount: 0, fee: 0, method: billing?.methods[0] };
  return billing && payment && { event: 'billing.paid', data: { payment, billing } };
}

/** Money that went, or may go, back to the payer, a subscription's too: v1 has no words for it. */
function paymentReversed(
  event: Fact<'charge.refunded' | 'charge.disputed' | 'charge.dispute_lost'>,
  outcome: 'refunded' | 'disputed' | 'lost',
): Versions | undefined {
  const charge = required(event.data.charge, 'charge');
  const { checkout, customer, reason = null } = event.data;
  const told = { reason, ...refundOf(event) };
  if (checkout) {
    const data = { ...checkoutData(checkout, charge, customer), ...told };
    return { v2: { event: `checkout.${outcome}`, data }, v1: undefined };
  }
  if (!isTransparent(charge)) return undefined;
  const data = { ...transparentData(charge, customer), ...told };
  return { v2: { event: `transparent.${outcome}`, data }, v1: undefined };
}

/** Of each completed refund its own record; the version before told none. */
function refundOf(event: Fact<'charge.refunded' | 'charge.disputed' | 'charge.dispute_lost'>): object {
  const refund = event.type === 'charge.refunded' ? event.data.refund : undefined;
  return refund ? { refund: refundRecord(refund) } : {};
}

function refundFailed(event: Fact<'refund.failed'>): Versions | undefined {
  const charge = required(event.data.charge, 'charge');
  const { checkout, customer } = event.data;
  if (!checkout && !isTransparent(charge)) return undefined;
  const record = refundRecord(required(event.data.refund, 'refund'));
  const data = {
    refund: record,
    ...(checkout ? { checkout: v2Record(checkout) } : { transparent: transparentRecord(charge) }),
    customer: maskedCustomer(customer),
    reason: record.failureReason,
    providerCode: record.providerCode,
  };
  return { v2: { event: 'refund.failed', data }, v1: undefined };
}

function transparentData(charge: Charge, customer: CustomerSnapshot | undefined): NotificationData {
  return {
    transparent: transparentRecord(charge),
    customer: maskedCustomer(customer),
    payerInformation: payerInformation(charge),
  };
}

function checkoutData(
  checkout: Checkout,
  charge: Charge | undefined,
  customer: CustomerSnapshot | undefined,
): NotificationData {
  return {
    checkout: v2Record(checkout),
    customer: maskedCustomer(customer),
    payerInformation: charge ? payerInformation(charge) : null,
    payment: charge ? chargePaymentRecord(charge) : null,
  };
}

function v2Record(checkout: Checkout): object {
  if (checkout.frequency === 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS') return paymentLinkRecord(checkout);
  const isOfSubscription = checkout.frequency === 'CHECKOUT_FREQUENCY_SUBSCRIPTION';
  return isOfSubscription ? subscriptionCheckoutRecord(checkout) : checkoutRecord(checkout);
}
