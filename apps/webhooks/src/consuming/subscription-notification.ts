import type { EventData, EventType } from '@pitanga/contracts';
import {
  paidSubscriptionData,
  paymentFailedData,
  planChangedData,
  subscriptionUpdatedData,
  trialStartedData,
} from '@pitanga/records';
import type { V2Event } from '../endpoints/event-names';
import type { NotificationData } from '../erasures/redaction';

/** The domain events of subscriptions that webhook events are made from. */
export const subscriptionEventTypes = [
  'subscription.started',
  'subscription.trial_started',
  'subscription.renewed',
  'subscription.cancelled',
  'subscription.plan_changed',
  'subscription.updated',
  'subscription.payment_failed',
] as const satisfies readonly EventType[];

type SubscriptionEventType = (typeof subscriptionEventTypes)[number];

export type SubscriptionEvent = {
  [T in SubscriptionEventType]: { readonly type: T; readonly data: EventData<T> };
}[SubscriptionEventType];

/** The v2 event of a subscription's domain event, if it has one; v1 has none. */
export function toSubscriptionEvent(
  event: SubscriptionEvent,
): { readonly event: V2Event; readonly data: NotificationData } | undefined {
  switch (event.type) {
    case 'subscription.started':
      return { event: 'subscription.completed', data: paidSubscriptionData(event.data) };
    case 'subscription.renewed':
    case 'subscription.cancelled':
      return { event: event.type, data: paidSubscriptionData(event.data) };
    case 'subscription.trial_started':
      return { event: event.type, data: trialStartedData(event.data) };
    case 'subscription.plan_changed':
      return { event: event.type, data: planChangedData(event.data) };
    case 'subscription.updated':
      // One of an earlier release says not what changed.
      if (event.data.changes.length === 0) return undefined;
      return { event: event.type, data: subscriptionUpdatedData(event.data) };
    case 'subscription.payment_failed':
      return { event: event.type, data: paymentFailedData(event.data) };
  }
}
