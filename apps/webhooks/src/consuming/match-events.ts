import type { InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { acceptNew, inTransaction, type Db } from '@pitanga/database';
import type { NewDelivery } from '../deliveries/delivery';
import { insertDeliveries } from '../deliveries/delivery-repository';
import type { Deps } from '../deps';
import { resolveErased, type Person } from '../erasures/erasure-queries';
import { notificationOf, withoutCustomer, type Notification } from './notification';
import { renderPayload } from './payload';
import { resolveSubscribers, type Subscriber } from '../endpoints/subscriber-queries';

const consumer = 'webhooks';

/**
 * A webhook gets facts from a minute before it was registered: whoever registers one and then pays must not
 * lose the event to a difference between two machines' clocks.
 */
const registrationToleranceMs = 60_000;

/**
 * Turns a batch of facts into deliveries, one for each matching webhook, in one transaction with the inbox;
 * answers how many were queued. A fact that Kafka brings again, even from the first offset on, does nothing.
 */
export async function ingestFacts(
  deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
  events: readonly InboundEvent[],
): Promise<number> {
  const notifications = events.flatMap((event) => notificationOf(event) ?? []);
  if (notifications.length === 0) return 0;
  return await inTransaction(deps.db, async (tx) => {
    const fresh = await acceptNew(
      tx,
      consumer,
      notifications.map(({ eventId }) => eventId),
      deps.clock.real(),
    );
    const unseen = notifications.filter(({ eventId }) => fresh.has(eventId));
    if (unseen.length === 0) return 0;
    const subscribers = await resolveSubscribers(
      tx,
      unseen.map(({ tenant }) => tenant),
    );
    if (subscribers.length === 0) return 0;
    const erased = await resolveErased(tx, unseen.flatMap(personOf));
    const turns = turnsOf(unseen);
    const deliveries = unseen
      .map((notification) => (names(notification, erased) ? withoutCustomer(notification) : notification))
      .flatMap((notification) => deliveriesOf(deps, notification, subscribers, turns.get(notification.eventId) ?? 0));
    return await insertInParts(tx, deliveries, deps.clock.real());
  });
}

/** A statement of so many ends well within the time it has, however many webhooks a batch of facts goes to. */
const deliveriesPerStatement = 1_000;

/** Webhook after webhook, because each statement locks its webhooks in that order. */
async function insertInParts(tx: Db, deliveries: readonly NewDelivery[], dueAt: Date): Promise<number> {
  const byWebhook = Map.groupBy(deliveries, ({ webhookId }) => webhookId);
  const ordered = [...byWebhook.keys()].sort().flatMap((webhookId) => byWebhook.get(webhookId) ?? []);
  let inserted = 0;
  for (let start = 0; start < ordered.length; start += deliveriesPerStatement) {
    inserted += await insertDeliveries(tx, ordered.slice(start, start + deliveriesPerStatement), dueAt);
  }
  return inserted;
}

/**
 * Facts of one subscription that come together are told one after the other, so that a receiver sees a last failed
 * payment before the cancellation it led to. A slow receiver may still see them overtake: order is a courtesy.
 */
const turnMs = 100;

/** How many facts of the same subscription stand before each, by event id. */
function turnsOf(notifications: readonly Notification[]): ReadonlyMap<string, number> {
  const seen = new Map<string, number>();
  return new Map(
    notifications.map(({ eventId, key, v2 }) => {
      if (v2?.event.startsWith('subscription.') !== true) return [eventId, 0];
      const turn = seen.get(key) ?? 0;
      seen.set(key, turn + 1);
      return [eventId, turn];
    }),
  );
}

function personOf({ tenant, customerId }: Notification): Person[] {
  return customerId === undefined ? [] : [{ tenant, customerId }];
}

function names({ tenant, customerId }: Notification, persons: readonly Person[]): boolean {
  return persons.some((person) => person.customerId === customerId && isSameTenant(person.tenant, tenant));
}

function deliveriesOf(
  deps: Pick<Deps, 'clock' | 'ids'>,
  notification: Notification,
  subscribers: readonly Subscriber[],
  turn: number,
): NewDelivery[] {
  const { tenant, eventId, traceparent, customerId } = notification;
  const renderers = { v1: renderPayload(notification, 1), v2: renderPayload(notification, 2) };
  // Another replica may have moved the store's clock, which this one reads a moment later.
  const nowMs = Math.max(deps.clock.now(tenant).getTime(), notification.occurredAt.getTime());
  // The log ids sort in that order, too.
  const createdAt = new Date(nowMs + turn);
  const afterMs = turn * turnMs;
  return subscribers.flatMap((subscriber) => {
    const version = subscriber.v2 ? 'v2' : 'v1';
    const event = notification[version]?.event;
    const render = renderers[version];
    if (event === undefined || render === undefined || !isReceiver(subscriber, notification, event)) return [];
    const id = deps.ids.next('delivery', createdAt);
    const body = render(id);
    return [
      {
        id,
        tenant,
        webhookId: subscriber.webhookId,
        eventId,
        event,
        body,
        isTest: false,
        traceparent,
        customerId,
        createdAt,
        afterMs,
      },
    ];
  });
}

function isReceiver(subscriber: Subscriber, { tenant, recordedAt }: Notification, event: string): boolean {
  return (
    isSameTenant(subscriber.tenant, tenant) &&
    subscriber.events.has(event) &&
    subscriber.registeredAt.getTime() - registrationToleranceMs <= recordedAt.getTime()
  );
}

function isSameTenant(one: Tenant, other: Tenant): boolean {
  return one.storeId === other.storeId && one.devMode === other.devMode;
}
