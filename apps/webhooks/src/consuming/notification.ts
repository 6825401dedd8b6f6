import {
  fromWire,
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
  eventTransparentRecord,
  maskedCustomer,
  payerInformation,
  paidBillingRecord,
  paidPixQrCodeRecord,
  payerRefusals,
  refundRecord,
  v1PaymentRecord,
} from '@pitanga/records';
import type { V1Event, V2Event } from '../endpoints/event-names';
import { redactData, redactPayer, type NotificationData } from '../erasures/redaction';
import { eventCheckoutRecord } from './event-checkout';
import { toPayoutEvents, payoutEventTypes } from './payout-notification';
import { topUpCompleted, toPixKeyEvent, toRefundRequested } from './pix-key-notification';
import { toSubscriptionEvent, subscriptionEventTypes } from './subscription-notification';

/** What receivers get of a domain event: at most one webhook event of each API version. */
export interface Notification {
  /** Id of the domain event; it makes one delivery for each webhook. */
  readonly eventId: string;
  /** Aggregate of the domain event; its events are sent in order. */
  readonly key: string;
  readonly tenant: Tenant;
  readonly occurredAt: Date;
  /** Real time; webhooks registered later do not get it. */
  readonly recordedAt: Date;
  readonly traceparent: string | undefined;
  readonly requestId: string | undefined;
  /** The customer whose personal data it contains. */
  readonly customerId: string | undefined;
  /** The payer whose personal data it contains, if that is not the customer. */
  readonly payerRef: string | undefined;
  readonly v2: { readonly event: V2Event; readonly data: NotificationData } | undefined;
  readonly v1: { readonly event: V1Event; readonly data: NotificationData } | undefined;
}

type EventOf<T extends InboundEvent['type']> = Extract<InboundEvent, { type: T }>;
type Versions = Pick<Notification, 'v1' | 'v2'>;

/** The domain events that webhook events are made from. */
export const notifiedEvents = [
  'charge.paid',
  'charge.expired',
  'charge.payer_refused',
  'charge.refunded',
  'charge.disputed',
  'charge.dispute_lost',
  'checkout.paid',
  'refund.failed',
  'refund.needs_key',
  'refund.requested',
  'top_up.completed',
  'pix_key.received',
  'pix_key.refunded',
  ...payoutEventTypes,
  ...subscriptionEventTypes,
] as const;

type NotifiedEvent = EventOf<(typeof notifiedEvents)[number]>;

/** The webhook events (docs/behaviour/webhooks.md#events) of a domain event, or undefined if it has none. */
export function toNotification(event: InboundEvent): Notification | undefined {
  if (!isNotified(event)) return undefined;
  const versions = toVersions(event);
  if (versions?.v1 === undefined && versions?.v2 === undefined) return undefined;
  const { occurredAt, recordedAt, traceparent, requestId } = event;
  return {
    eventId: event.id,
    key: event.key,
    tenant: tenantFromWire(event.data.tenant),
    occurredAt,
    recordedAt,
    traceparent,
    requestId,
    customerId: findCustomerId(event),
    payerRef: findPayerRef(event),
    ...versions,
  };
}

/** The notification without the personal data of an erased customer. */
export function redactNotification(notification: Notification): Notification {
  return { ...withData(notification, redactData), customerId: undefined };
}

/** The notification without an erased payer; its customer stays. */
export function withoutPayer(notification: Notification): Notification {
  return withData(notification, redactPayer);
}

/** The notification with the data of each version redacted; a payer is in none of them then. */
function withData(notification: Notification, redact: (data: NotificationData) => NotificationData): Notification {
  const { v1, v2 } = notification;
  return {
    ...notification,
    payerRef: undefined,
    v1: v1 && { ...v1, data: redact(v1.data) },
    v2: v2 && { ...v2, data: redact(v2.data) },
  };
}

function findPayerRef({ data }: NotifiedEvent): string | undefined {
  if ('keyPayment' in data) return data.keyPayment?.payerRef;
  return 'charge' in data ? data.charge?.payer?.ref : undefined;
}

function findCustomerId({ data }: NotifiedEvent): string | undefined {
  // A payout or a top-up has no customer.
  if (!('customer' in data)) return undefined;
  if (data.customer) return data.customer.id;
  return 'subscription' in data ? data.subscription?.customerId : data.charge?.customerId;
}

function isNotified(event: InboundEvent): event is NotifiedEvent {
  return notifiedEvents.some((type) => type === event.type);
}

function toVersions(event: NotifiedEvent): Versions | undefined {
  switch (event.type) {
    case 'charge.paid':
      return transparentPaid(event);
    case 'charge.expired':
      return transparentExpired(event);
    case 'charge.payer_refused':
      return payerRefused(event);
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
    case 'refund.needs_key':
      return refundNeedsKey(event);
    case 'refund.requested':
      return toRefundRequested(event);
    case 'top_up.completed':
      return topUpCompleted(event);
    case 'pix_key.received':
    case 'pix_key.refunded':
      return toPixKeyEvent(event);
    case 'payout.completed':
    case 'payout.failed':
    case 'payout.returned':
      return toPayoutEvents(event);
    case 'subscription.started':
    case 'subscription.trial_started':
    case 'subscription.renewed':
    case 'subscription.cancelled':
    case 'subscription.plan_changed':
    case 'subscription.payment_failed':
    case 'subscription.updated':
      return { v2: toSubscriptionEvent(event), v1: undefined };
  }
}

// Other charges have no event of their own: checkout.completed contains the charge of a checkout or link, and the events
// of a subscription its charges.
const isTransparent = (charge: Charge): boolean => charge.origin === 'CHARGE_ORIGIN_TRANSPARENT';

function transparentPaid({ data }: EventOf<'charge.paid'>): Versions | undefined {
  const charge = required(data.charge, 'charge');
  if (!isTransparent(charge)) return undefined;
  const v2 = { event: 'transparent.completed', data: transparentData(charge, data.customer) } as const;
  // v1 has transparent charges by Pix only.
  if (charge.method !== 'PAYMENT_METHOD_PIX') return { v2, v1: undefined };
  const pixQrCode = paidPixQrCodeRecord(charge, data.customer);
  return { v2, v1: { event: 'billing.paid', data: { payment: v1PaymentRecord(charge), pixQrCode } } };
}

function transparentExpired(event: EventOf<'charge.expired'>): Versions | undefined {
  const charge = required(event.data.charge, 'charge');
  if (!isTransparent(charge)) return undefined;
  return { v2: { event: 'transparent.expired', data: transparentData(charge, event.data.customer) }, v1: undefined };
}

function payerRefused(event: EventOf<'charge.payer_refused'>): Versions | undefined {
  const charge = required(event.data.charge, 'charge');
  if (!isTransparent(charge)) return undefined;
  const data = {
    transparent: eventTransparentRecord(charge),
    customer: maskedCustomer(event.data.customer),
    refund: refundRecord(required(event.data.refund, 'refund')),
    reason: fromWire('PAYER_REFUSAL_REASON', payerRefusals, event.data.reason),
  };
  return { v2: { event: 'transparent.payer_refused', data }, v1: undefined };
}

function checkoutPaid(event: EventOf<'checkout.paid'>): Versions | undefined {
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
  // v1 cannot say that a billing is paid a second time.
  if (charge?.isUpsell === true) return undefined;
  const billing = paidBillingRecord(checkout, customer);
  // A v1 payment has a method; when nothing was paid, the first that was offered.
  const payment = charge ? v1PaymentRecord(charge) : { amount: 0, fee: 0, method: billing?.methods[0] };
  return billing && { event: 'billing.paid', data: { payment, billing } };
}

/** Money that was or may be returned to the payer, also of a subscription; v1 has no such events. */
function paymentReversed(
  event: EventOf<'charge.refunded' | 'charge.disputed' | 'charge.dispute_lost'>,
  outcome: 'refunded' | 'disputed' | 'lost',
): Versions | undefined {
  const charge = required(event.data.charge, 'charge');
  const { checkout, customer, reason = null } = event.data;
  const reversal = { reason, ...refundData(event) };
  if (checkout) {
    const data = { ...checkoutData(checkout, charge, customer), ...reversal };
    return { v2: { event: `checkout.${outcome}`, data }, v1: undefined };
  }
  if (!isTransparent(charge)) return undefined;
  const data = { ...transparentData(charge, customer), ...reversal };
  return { v2: { event: `transparent.${outcome}`, data }, v1: undefined };
}

/** The record of a completed refund; events of earlier releases have none. */
function refundData(event: EventOf<'charge.refunded' | 'charge.disputed' | 'charge.dispute_lost'>): object {
  const refund = event.type === 'charge.refunded' ? event.data.refund : undefined;
  return refund ? { refund: refundRecord(refund) } : {};
}

function refundFailed(event: EventOf<'refund.failed'>): Versions | undefined {
  const data = stoppedData(event);
  if (!data) return undefined;
  const { failureReason: reason, providerCode } = data.refund;
  return { v2: { event: 'refund.failed', data: { ...data, reason, providerCode } }, v1: undefined };
}

function refundNeedsKey(event: EventOf<'refund.needs_key'>): Versions | undefined {
  const data = stoppedData(event);
  return data && { v2: { event: 'refund.needs_key', data }, v1: undefined };
}

function stoppedData({ data }: EventOf<'refund.failed' | 'refund.needs_key'>) {
  const charge = required(data.charge, 'charge');
  const { checkout, customer } = data;
  if (!checkout && !isTransparent(charge)) return undefined;
  return {
    refund: refundRecord(required(data.refund, 'refund')),
    ...(checkout
      ? { checkout: eventCheckoutRecord(checkout, charge) }
      : { transparent: eventTransparentRecord(charge) }),
    customer: maskedCustomer(customer),
  };
}

function transparentData(charge: Charge, customer: CustomerSnapshot | undefined): NotificationData {
  return {
    transparent: eventTransparentRecord(charge),
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
    checkout: eventCheckoutRecord(checkout, charge),
    customer: maskedCustomer(customer),
    payerInformation: charge ? payerInformation(charge) : null,
    payment: charge ? chargePaymentRecord(charge) : null,
  };
}
