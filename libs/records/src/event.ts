import type { Event } from '@pitanga/contracts';
import { parseExactly } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { Nullable, Timestamp } from './schema';
import { instant, orNull } from './wire';

/** The body of a v2 webhook, with the event's id, and its time. */
export const EventRecord = Type.Object({
  id: Type.String({ pattern: '^evt_[0-9A-Za-z]{24}$', description: 'Of the event; a webhook has the log id instead.' }),
  event: Type.String(),
  apiVersion: Type.Literal(2),
  devMode: Type.Boolean(),
  data: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  requestId: Nullable(
    Type.String({
      description:
        'X-Request-Id of the request in which it happened, of a key, a person or a page; null where it happened in none.',
    }),
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type EventRecord = Static<typeof EventRecord>;

export function eventRecord({ body, createdAt, requestId }: Event): EventRecord {
  const at = instant(createdAt, 'createdAt');
  const own = parseExactly(body) as Omit<EventRecord, 'requestId' | 'createdAt' | 'updatedAt'>;
  return { ...own, requestId: orNull(requestId), createdAt: at, updatedAt: at };
}
