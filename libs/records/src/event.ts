import type { Event } from '@pitanga/contracts';
import { parseExactly } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { Timestamp } from './schema';
import { instant } from './wire';

/** The body of a v2 webhook, with the event's id, and its time. */
export const EventRecord = Type.Object({
  id: Type.String({ pattern: '^evt_[0-9A-Za-z]{24}$', description: 'Of the event; a webhook has the log id instead.' }),
  event: Type.String(),
  apiVersion: Type.Literal(2),
  devMode: Type.Boolean(),
  data: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type EventRecord = Static<typeof EventRecord>;

export function eventRecord({ body, createdAt }: Event): EventRecord {
  const at = instant(createdAt, 'createdAt');
  return { ...(parseExactly(body) as Omit<EventRecord, 'createdAt' | 'updatedAt'>), createdAt: at, updatedAt: at };
}
