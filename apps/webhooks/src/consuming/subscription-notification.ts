import type { EventData, EventType } from '@pitanga/contracts';
import { paidSubscriptionData, paymentFailedData, planChangedData, trialStartedData } from '@pitanga/records';
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

/** The event that a subscription's fact stands for. */
export function subscriptionEvent(fact: SubscriptionFact): {
  readonly event: V2Event;
  readonly data: NotificationData;
} {
  switch (fact.type) {
    case 'subscription.started':
      return { event: 'subscription.completed', data: paidSubscriptionData(fact.data) };
    case 'subscription.renewed':
    case 'subscription.cancelled':
      return { event: fact.type, data: paidSubscriptionData(fact.data) };
    case 'subscription.trial_started':
      return { event: fact.type, data: trialStartedData(fact.data) };
    case 'subscription.plan_changed':
      return { event: fact.type, data: planChangedData(fact.data) };
    case 'subscription.payment_failed':
      return { event: fact.type, data: paymentFailedData(fact.data) };
  }
}
