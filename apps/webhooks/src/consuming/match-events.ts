import type { InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { acceptNew, hasAccepted, transact } from '@pitanga/database';
import type { Compatibility } from '@pitanga/records';
import type { NewDelivery } from '../deliveries/delivery';
import { insertDeliveries } from '../deliveries/delivery-repository';
import type { Deps, TxDeps } from '../deps';
import { findSubscribers, type Subscriber } from '../endpoints/subscriber-repository';
import { readCompatibility, findMailSettings } from '../mails/mail-settings-repository';
import { findErasedPersons, type ErasedPerson, type PersonKey } from '../erasures/erasure-repository';
import { toRecordIds, type NewEvent } from '../events/event';
import { insertEvents } from '../events/event-repository';
import { keepNotices } from './keep-notices';
import { redactNotification, toNotification, withoutPayer, type Notification } from './notification';
import { buildRenderers, type Renderers } from './payload';

const consumer = 'webhooks';

/**
 * A webhook gets events from a quarter of an hour before its registration. Two processes tell both times, and a clock that
 * is minutes off must not lose the event of a payment made right after it. What was handled before the registration does
 * not come again, so that an older event only comes if this service is behind.
 */
const registrationToleranceMs = 15 * 60_000;

type MatchDeps = Pick<Deps, 'db' | 'tools' | 'clock' | 'mail'>;

/**
 * Inserts one delivery for each domain event and webhook that match, and keeps what a v2 webhook would get of each,
 * whether or not one exists, in one transaction with the inbox and with what events notify people of; returns how many
 * deliveries. A repeated event inserts nothing.
 */
export async function matchEvents(deps: MatchDeps, events: readonly InboundEvent[]): Promise<number> {
  const notifications = events.flatMap((event) => toNotification(event) ?? []);
  if (notifications.length === 0) {
    await keepNotices(deps, events);
    return 0;
  }
  const { mail } = deps;
  return await transact(deps, async (tx) => {
    const [inserted] = await Promise.all([insertMatches(tx, notifications), keepNotices({ ...tx, mail }, events)]);
    return inserted;
  });
}

/** Whether {@link matchEvents} has handled them: their webhook events can be read, and their deliveries are due. */
export async function hasMatched({ db }: Pick<Deps, 'db'>, events: readonly InboundEvent[]): Promise<boolean> {
  const ids = events.flatMap((event) => toNotification(event)?.eventId ?? []);
  return ids.length === 0 || (await hasAccepted(db, consumer, ids));
}

/** The transaction of {@link matchEvents}. */
export async function insertMatches(tx: TxDeps, notifications: readonly Notification[]): Promise<number> {
  // Started together: one round trip for each part of the transaction.
  const [accepted, subscribers, erased, settings] = await Promise.all([
    acceptNew(
      tx.db,
      consumer,
      notifications.map(({ eventId }) => eventId),
      tx.clock.real(),
    ),
    findSubscribers(
      tx.db,
      notifications.map(({ tenant }) => tenant),
    ),
    findErasedPersons(tx.db, notifications.flatMap(toPersonKeys)),
    findMailSettings(tx.db, notifications),
  ]);
  const unseen = notifications.filter(({ eventId }) => accepted.has(eventId));
  if (unseen.length === 0) return 0;
  const turns = computeTurns(unseen);
  const shown = unseen.map((notification) =>
    toShown(withoutErased(notification, erased), readCompatibility(settings, notification.tenant)),
  );
  const deliveries = shown.flatMap((one) =>
    toDeliveries(tx, one, subscribers, turns.get(one.notification.eventId) ?? 0),
  );
  const parts = inParts(deliveries).map((part) => insertDeliveries(tx.db, part, tx.clock.real()));
  const [inserted] = await Promise.all([Promise.all(parts), insertEvents(tx.db, shown.flatMap(toEvents))]);
  return inserted.reduce((sum, count) => sum + count, 0);
}

/** Keeps a statement well within its timeout, however many webhooks a batch of events matches. */
const deliveriesPerStatement = 1_000;

/** In the order of webhooks, because each statement locks its webhooks in that order. */
function inParts(deliveries: readonly NewDelivery[]): readonly (readonly NewDelivery[])[] {
  const byWebhook = Map.groupBy(deliveries, ({ webhookId }) => webhookId);
  const ordered = [...byWebhook.keys()].sort().flatMap((webhookId) => byWebhook.get(webhookId) ?? []);
  return Array.from({ length: Math.ceil(ordered.length / deliveriesPerStatement) }, (_, part) =>
    ordered.slice(part * deliveriesPerStatement, (part + 1) * deliveriesPerStatement),
  );
}

/**
 * Delay between events of one subscription in the same batch, so that a receiver gets the last failed payment before the
 * cancellation it led to. Best effort: a slow receiver may still get them out of order.
 */
const turnMs = 100;

/** How many events of the same subscription precede each in the batch, by event id. */
function computeTurns(notifications: readonly Notification[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  return new Map(
    notifications.map(({ eventId, key, v2 }) => {
      if (v2?.event.startsWith('subscription.') !== true) return [eventId, 0];
      const turn = counts.get(key) ?? 0;
      counts.set(key, turn + 1);
      return [eventId, turn];
    }),
  );
}

function toPersonKeys({ tenant, customerId, payerRef }: Notification): PersonKey[] {
  return [customerId, payerRef].flatMap((id) => (id === undefined ? [] : [{ tenant, id }]));
}

/** A customer who was erased is erased for ever; a payer may pay again later, and is then a payer like any other. */
function withoutErased(notification: Notification, erased: readonly ErasedPerson[]): Notification {
  const { tenant, customerId, payerRef, occurredAt } = notification;
  const found = (id: string | undefined) =>
    erased.find((person) => person.id === id && isSameTenant(person.tenant, tenant));
  if (found(customerId)) return redactNotification(notification);
  const payer = found(payerRef);
  return payer && occurredAt <= payer.erasedAt ? withoutPayer(notification) : notification;
}

/** A notification as receivers and the list of events show it, rendered once for both. */
interface Shown {
  readonly notification: Notification;
  readonly renderers: Renderers;
}

function toShown(notification: Notification, compatibility: Compatibility): Shown {
  return { notification, renderers: buildRenderers(notification, compatibility) };
}

/** v1 has no events of its own: what it shows is in a v2 event too. */
function toEvents({ notification, renderers: { v2: render } }: Shown): NewEvent[] {
  const { v2, tenant, eventId: id, customerId, payerRef, requestId, occurredAt: createdAt } = notification;
  if (!v2 || !render) return [];
  const recordIds = toRecordIds(v2.data, [customerId, payerRef]);
  return [{ tenant, id, type: v2.event, body: render(id), recordIds, requestId, createdAt }];
}

function toDeliveries(
  { clock, ids }: TxDeps,
  { notification, renderers }: Shown,
  subscribers: readonly Subscriber[],
  turn: number,
): NewDelivery[] {
  const { tenant, eventId, traceparent, customerId, payerRef } = notification;
  // Another replica may have moved the store's clock, which this one reads a moment later.
  const nowMs = Math.max(clock.now(tenant).getTime(), notification.occurredAt.getTime());
  // A millisecond a turn, so that the log ids sort in that order.
  const createdAt = new Date(nowMs + turn);
  const afterMs = turn * turnMs;
  return subscribers.flatMap((subscriber) => {
    const version = subscriber.v2 ? 'v2' : 'v1';
    const event = notification[version]?.event;
    const render = renderers[version];
    if (event === undefined || render === undefined || !isReceiver(subscriber, notification, event)) return [];
    const id = ids.next('delivery', createdAt);
    const { webhookId } = subscriber;
    const body = render(id);
    const persons = { customerId, payerRef };
    return [
      { id, tenant, webhookId, eventId, event, body, isTest: false, traceparent, ...persons, createdAt, afterMs },
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
