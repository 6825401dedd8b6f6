import {
  pageFromWire,
  pageToWire,
  type Event,
  type EventServiceDefinition,
  type ListEventsAfterRequest,
  type ListEventsAfterResponse,
} from '@pitanga/contracts';
import { invalidArgument, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import type { StoredEvent } from '../events/event';
import { eventNotFound, eventNotKept } from '../events/event-errors';
import { findEvent, findEventsAfter, findLastPosition, listEvents } from '../events/event-repository';

const eventsPerReadMax = 500;

export function eventHandlers({ db }: Pick<Deps, 'db'>): RpcHandlers<EventServiceDefinition> {
  return {
    getEvent: async ({ id }, { tenant }) => {
      const event = await findEvent(db, tenant, id);
      if (!event) throw eventNotFound();
      return { event: eventToMessage(event) };
    },

    listEvents: async ({ page, type, recordId }, { tenant }) => {
      const events = await listEvents(db, tenant, pageFromWire(page), { type, recordId });
      return { events: events.items.map(eventToMessage), page: pageToWire(events) };
    },

    listEventsAfter: (request, { tenant }) => readEventsAfter(db, tenant, request),
  };
}

/** Without new events this is one lookup of the last position, or two with the id of an event. */
async function readEventsAfter(
  db: Db,
  tenant: Tenant,
  { afterId, afterPosition, limit }: ListEventsAfterRequest,
): Promise<ListEventsAfterResponse> {
  if (limit < 1 || limit > eventsPerReadMax) {
    throw invalidArgument(`Property 'limit' should be 1 to ${String(eventsPerReadMax)}`);
  }
  const after = afterId === undefined ? afterPosition : (await findEvent(db, tenant, afterId))?.position;
  if (afterId !== undefined && after === undefined) throw eventNotKept();
  const last = await findLastPosition(db, tenant);
  const position = after ?? last;
  if (last <= position) return { events: [], position, isLast: true };
  const events = await findEventsAfter(db, tenant, position, limit);
  const isLast = events.length < limit;
  // Positions have gaps, so the last one may have no event.
  const read = Math.max(events.at(-1)?.position ?? position, isLast ? last : 0);
  return { events: events.map(eventToMessage), position: read, isLast };
}

function eventToMessage({ id, type, body, createdAt, position, requestId }: StoredEvent): Event {
  return { id, type, body, createdAt, position, requestId };
}
