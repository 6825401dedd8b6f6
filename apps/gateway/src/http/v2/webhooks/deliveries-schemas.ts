import { attemptTriggers, deliveryStatuses, v1EventExamples, v2EventExamples } from '@pitanga/records';
import { Type } from 'typebox';
import { Id, OneOf, TextFilter } from '../../fields/fields';
import { Nullable, Timestamp } from '../../fields/schemas';
import { anyEvent } from '../../documents/webhook-section';
import { v2Events } from './event-payloads';
import { listQuery } from '../lists';
import { NamedObject } from '../../fields/schema-names';

/** Every event there is, of both versions. */
const EventName = OneOf(Object.keys({ ...v2EventExamples, ...v1EventExamples }));

const Status = OneOf(deliveryStatuses);

export const DeliveryList = Type.Object({
  ...listQuery,
  webhookId: Type.Optional(TextFilter),
  event: Type.Optional(EventName),
  status: Type.Optional(Status),
});

const instant = (description: string, example: string) =>
  Type.String({ format: 'instant-or-day', maxLength: 40, description, examples: [example] });

export const DeliveryReplay = NamedObject('ReplayDeliveries', {
  webhookId: Id,
  from: instant(
    'First creation instant, inclusive: ISO 8601 with its offset, or a day, which begins at midnight in America/Sao_Paulo.',
    '2026-11-21T09:00:00-03:00',
  ),
  to: instant('Last creation instant, exclusive; at most 7 days after `from`.', '2026-11-21T12:00:00-03:00'),
  status: Type.Optional(OneOf(deliveryStatuses, { description: 'All when left out.' })),
});

export const Replay = NamedObject('Replay', {
  webhookId: Type.String(),
  from: Timestamp,
  to: Timestamp,
  count: Type.Integer({ description: 'How many deliveries are sent again.' }),
});

export const Delivery = NamedObject('Delivery', {
  id: Type.String({ description: 'The log id: `id` of the body and `webhook-id` of every attempt.' }),
  webhookId: Type.String(),
  event: Type.String(),
  status: OneOf(deliveryStatuses, { description: 'DROPPED: its webhook was disabled or deleted first.' }),
  test: Type.Boolean({ description: 'Sent by POST /v2/webhooks/test.' }),
  attemptCount: Type.Integer({ description: 'Attempts logged so far, manual ones included.' }),
  lastStatusCode: Nullable(Type.Integer()),
  lastErrorClass: Nullable(Type.String()),
  nextAttemptAt: Nullable(Type.String({ format: 'date-time', description: 'Null when none is waited for.' })),
  finishedAt: Nullable(Timestamp),
  devMode: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

const Attempt = NamedObject('DeliveryAttempt', {
  trigger: OneOf(attemptTriggers, { description: 'AUTO: by the retry table. MANUAL: a resend or a replay.' }),
  startedAt: Type.String({ format: 'date-time', description: 'Real time, as in `webhook-timestamp`.' }),
  duration: Nullable(Type.Integer({ description: 'Milliseconds. Null for an attempt that was interrupted.' })),
  statusCode: Nullable(Type.Integer()),
  errorClass: Nullable(
    Type.String({
      description: 'timeout, dns, connect, tls, protocol, blocked_address or interrupted. Null for an answer in time.',
    }),
  ),
  responseHead: Nullable(Type.String({ description: 'The first 2 KB of the answer as text.' })),
  responseTruncated: Type.Boolean({ description: 'True when the answer was longer than what is shown.' }),
  retryAfter: Nullable(Type.String({ description: 'Its Retry-After, which does not change the retry table.' })),
});

export const DeliveryWithAttempts = NamedObject('DeliveryWithAttempts', {
  ...Delivery.properties,
  attempts: Type.Array(Attempt, { description: 'Oldest first.' }),
  body: Nullable(
    Type.String({
      description: 'What is sent, byte for byte. Null when it is no longer kept. The schema is that of v2 webhooks.',
      contentMediaType: 'application/json',
      contentSchema: anyEvent(v2Events),
    }),
  ),
});
