import {
  AttemptRecord,
  DeliveryRecord,
  NamedObject,
  Nullable,
  OneOf,
  Timestamp,
  v1EventExamples,
  v2EventExamples,
  DeliveryStatus,
} from '@pitanga/records';
import { Type } from 'typebox';
import { anyEvent } from '../../documents/webhook-section';
import { Id, TextFilter } from '../../fields/fields';
import { listQuery } from '../lists';
import { v2Events } from './event-payloads';

/** The events of both versions. */
const EventName = OneOf('WebhookEventName', Object.keys({ ...v2EventExamples, ...v1EventExamples }));

const Status = DeliveryStatus;

export const DeliveryList = Type.Object({
  ...listQuery,
  webhookId: Type.Optional(TextFilter),
  event: Type.Optional(EventName),
  eventId: Type.Optional({ ...TextFilter, description: 'What one event caused.' }),
  recordId: Type.Optional({
    ...TextFilter,
    description:
      'What the newest 200 events about a record caused: a checkout, charge, subscription, customer, refund or payout.',
  }),
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
  status: Type.Optional({ ...DeliveryStatus, description: 'All when left out.' }),
  includeMissing: Type.Optional(
    Type.Boolean({
      description:
        'Also sends the kept events that occurred in the window and have no delivery to the webhook, as when it was off' +
        ' or not registered yet: each once, under a new id. Only for v2 webhooks. False when left out.',
    }),
  ),
});

export const Replay = NamedObject('Replay', {
  webhookId: Type.String(),
  from: Timestamp,
  to: Timestamp,
  count: Type.Integer({ description: 'How many deliveries are sent again.' }),
});

export const DeliveryWithAttempts = NamedObject('DeliveryWithAttempts', {
  ...DeliveryRecord.properties,
  attempts: Type.Array(AttemptRecord, { description: 'Oldest first.' }),
  body: Nullable(
    Type.String({
      description: 'What is sent, byte for byte. Null when it is no longer kept. The schema is that of v2 webhooks.',
      contentMediaType: 'application/json',
      contentSchema: anyEvent(v2Events),
    }),
  ),
});
