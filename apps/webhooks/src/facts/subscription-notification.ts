import { required, type Charge, type EventData, type EventType } from '@pitanga/contracts';
import {
  chargePaymentRecord,
  maskedCustomer,
  payerInformation,
  planChangeRecord,
  subscriptionCheckoutRecord,
  subscriptionEventRecord,
} from '@pitanga/records';
import type { V2Event } from '../endpoints/event-names';
import type { NotificationData } from '../erasures/person';

/** The facts of subscriptions that receivers are told of. */
export const subscriptionFacts = [
  'subscription.started',
  'subscription.trial_started',
  'subscription.renewed',
  'subscription.cancelled',
  'subscription.plan_changed',
  'subscription.payment_failed',
] as const satisfies readonly EventType[];

type SubscriptionFactType = (typeof subscriptionFacts)[number];

/** A fact as far as it is told: v2 alone has words for subscriptions. */
export type SubscriptionFact = {
  [T in SubscriptionFactType]: { readonly type: T; readonly data: EventData<T> };
}[SubscriptionFactType];

/** The event of decisions 7 that a subscription's fact stands for. */
export function subscriptionEvent(fact: SubscriptionFact): {
  readonly event: V2Event;
  readonly data: NotificationData;
} {
  switch (fact.type) {
    case 'subscription.started':
      return { event: 'subscription.completed', data: paidData(fact.data) };
    case 'subscription.renewed':
    case 'subscription.cancelled':
      return { event: fact.type, data: paidData(fact.data) };
    case 'subscription.trial_started':
      return { event: fact.type, data: trialData(fact.data) };
    case 'subscription.plan_changed':
      return { event: fact.type, data: planData(fact.data) };
    case 'subscription.payment_failed':
      return { event: fact.type, data: failureData(fact.data) };
  }
}

/** Without a charge nothing was collected: coupons took everything, or a trial was cancelled. */
function paidData(
  data: EventData<'subscription.started' | 'subscription.renewed' | 'subscription.cancelled'>,
): NotificationData {
  const { charge, checkout } = data;
  return {
    subscription: subscriptionOf(data),
    customer: maskedCustomer(data.customer),
    payment: charge ? chargePaymentRecord(charge) : null,
    payerInformation: charge ? payerInformation(charge) : null,
    checkout: checkout ? subscriptionCheckoutRecord(checkout) : null,
  };
}

function trialData(data: EventData<'subscription.trial_started'>): NotificationData {
  return {
    subscription: subscriptionOf(data),
    customer: maskedCustomer(data.customer),
    checkout: subscriptionCheckoutRecord(required(data.checkout, 'checkout')),
  };
}

function planData(data: EventData<'subscription.plan_changed'>): NotificationData {
  return { subscription: subscriptionOf(data), change: planChangeRecord(required(data.change, 'change')) };
}

function failureData(data: EventData<'subscription.payment_failed'>): NotificationData {
  const subscription = subscriptionOf(data);
  const { charge, amountCents, reason, cycleNumber, retryNumber, nextAttemptAt } = data;
  return {
    subscription,
    payment: {
      ...failedPayment(charge, { method: subscription.method, amount: amountCents }),
      status: 'FAILED',
      reason,
      paidAt: null,
    },
    installmentNumber: cycleNumber,
    retryNumber,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  };
}

/** A card that is not asked again after an irreversible decline leaves no charge. */
function failedPayment(charge: Charge | undefined, unasked: { readonly method: string; readonly amount: number }) {
  if (!charge) return { id: null, ...unasked };
  const { id, method, amount } = chargePaymentRecord(charge);
  return { id, method, amount };
}

function subscriptionOf(data: SubscriptionFact['data']) {
  return subscriptionEventRecord(required(data.subscription, 'subscription'));
}
