import type { Tenant } from '@pitanga/core';
import type { NewDelivery } from '../deliveries/delivery';
import { insertDeliveries } from '../deliveries/delivery-repository';
import type { TxDeps } from '../deps';
import { findErasedPersons, isPayerRef, type ErasedPerson } from '../erasures/erasure-repository';
import { bodyStart, type StoredEvent } from '../events/event';
import { findEvents } from '../events/event-repository';
import { findMissingEvents, type EventWindow, type MissingEvent } from '../events/missing-event-repository';

/** Keeps a statement well within its timeout, and a few bodies in memory. */
const eventsPerStatement = 500;

/**
 * Queues a delivery of every kept event of a window that has none to the webhook, as when it was dispatched while the
 * webhook was off or not registered yet; returns how many. A repeat queues nothing: each event then has its delivery.
 * Events about erased persons are left out.
 *
 * @param max how many there may be; undefined is returned, and nothing queued, when there are more
 */
export async function sendMissingEvents(
  tx: TxDeps,
  tenant: Tenant,
  window: EventWindow,
  max: number,
): Promise<number | undefined> {
  const missing = await findMissingEvents(tx.db, tenant, window, max + 1);
  if (missing.length > max) return undefined;
  // Before the bodies are read: an erasure redacts the deliveries that it finds.
  const persons = missing.flatMap(({ personIds }) => personIds.map((id) => ({ tenant, id })));
  const erased = new Map((await findErasedPersons(tx.db, persons)).map((person) => [person.id, person]));
  let count = 0;
  for (let start = 0; start < missing.length; start += eventsPerStatement) {
    const part = new Map(missing.slice(start, start + eventsPerStatement).map((one) => [one.id, one]));
    const bodies = await findEvents(tx.db, tenant, [...part.keys()]);
    const deliveries = bodies.flatMap((event) => {
      const personIds = part.get(event.id)?.personIds ?? [];
      const isErased = personIds.some((id) => isErasedFor(erased.get(id), event));
      return isErased ? [] : [toDelivery(tx, tenant, window.webhookId, { ...event, personIds })];
    });
    count += await insertDeliveries(tx.db, deliveries, tx.clock.real());
  }
  return count;
}

/** A customer is erased for ever; a payer may pay again later, and is then a payer like any other. */
function isErasedFor(person: ErasedPerson | undefined, { createdAt }: StoredEvent): boolean {
  return person !== undefined && (!isPayerRef(person.id) || createdAt <= person.erasedAt);
}

function toDelivery(
  { clock, ids }: TxDeps,
  tenant: Tenant,
  webhookId: string,
  { id: eventId, type: event, body, personIds }: StoredEvent & MissingEvent,
): NewDelivery {
  const createdAt = clock.now(tenant);
  const id = ids.next('delivery', createdAt);
  return {
    id,
    tenant,
    webhookId,
    eventId,
    event,
    body: withId(body, eventId, id),
    isTest: false,
    traceparent: undefined,
    customerId: personIds.find((one) => !isPayerRef(one)),
    payerRef: personIds.find(isPayerRef),
    createdAt,
    afterMs: 0,
  };
}

/** As text, because parsing would round the numbers of metadata. */
function withId(body: string, eventId: string, id: string): string {
  const root = bodyStart(eventId);
  if (!body.startsWith(root)) throw new Error(`the body of ${eventId} does not begin with its id`);
  return bodyStart(id) + body.slice(root.length);
}
