import type { Attempt, Delivery, Webhook } from '@pitanga/contracts';
import { withoutSecrets } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { enumName, instant, instantOrNull, orNull } from './wire';

export const WebhookStatus = OneOf('WebhookStatus', ['ACTIVE', 'DISABLED']);

/** Without the secret, which only the answers of create and rotate-secret carry, and without secrets in the endpoint. */
export const WebhookRecord = NamedObject('Webhook', {
  id: Type.String(),
  name: Type.String(),
  endpoint: Type.String({
    description:
      'As it was given, and called byte for byte. Every answer but that of create shows `***` for the values of query ' +
      'parameters that are named like secrets (`webhookSecret`, `token`, `key`, …).',
  }),
  events: Type.Array(Type.String()),
  devMode: Type.Boolean(),
  v2: Type.Boolean(),
  status: WebhookStatus,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type WebhookRecord = Static<typeof WebhookRecord>;

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED', 'DROPPED'] as const;

export const DeliveryStatus = OneOf('DeliveryStatus', deliveryStatuses);

/** One event for one webhook: an entry of the delivery log. */
export const DeliveryRecord = NamedObject('Delivery', {
  id: Type.String({ description: 'The log id: `id` of the body and `webhook-id` of every attempt.' }),
  webhookId: Type.String(),
  event: Type.String(),
  eventId: Nullable(
    Type.String({ description: 'Of the event that it delivers, as the event log has it; null for a test.' }),
  ),
  status: { ...DeliveryStatus, description: 'DROPPED: its webhook was disabled or deleted first.' },
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
export type DeliveryRecord = Static<typeof DeliveryRecord>;

export const attemptTriggers = ['AUTO', 'MANUAL'] as const;

/** One call to an endpoint. */
export const AttemptRecord = NamedObject('DeliveryAttempt', {
  trigger: OneOf('DeliveryTrigger', attemptTriggers, {
    description: 'AUTO: by the retry table. MANUAL: a resend or a replay.',
  }),
  startedAt: Type.String({ format: 'date-time', description: 'Real time, as in `webhook-timestamp`.' }),
  storeStartedAt: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'The same instant by the clock of the store, which a test clock moves. Null for an attempt that was interrupted, ' +
        'and for those of an earlier release.',
    }),
  ),
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
export type AttemptRecord = Static<typeof AttemptRecord>;

export function webhookRecord(webhook: Webhook): WebhookRecord {
  return {
    id: webhook.id,
    name: webhook.name,
    endpoint: withoutSecrets(webhook.endpoint),
    events: webhook.events,
    devMode: webhook.devMode,
    v2: webhook.v2,
    status: enumName('WEBHOOK_STATUS', webhook.status),
    createdAt: instant(webhook.createdAt, 'createdAt'),
    updatedAt: instant(webhook.updatedAt, 'updatedAt'),
  };
}

export function deliveryRecord(delivery: Delivery): DeliveryRecord {
  return {
    id: delivery.id,
    webhookId: delivery.webhookId,
    event: delivery.event,
    eventId: orNull(delivery.eventId),
    status: enumName('DELIVERY_STATUS', delivery.status),
    test: delivery.test,
    attemptCount: delivery.attemptCount,
    lastStatusCode: orNull(delivery.lastStatusCode),
    lastErrorClass: orNull(delivery.lastErrorClass),
    nextAttemptAt: instantOrNull(delivery.nextAttemptAt),
    finishedAt: instantOrNull(delivery.finishedAt),
    devMode: delivery.devMode,
    createdAt: instant(delivery.createdAt, 'createdAt'),
    updatedAt: instant(delivery.updatedAt, 'updatedAt'),
  };
}

export function attemptRecord(attempt: Attempt): AttemptRecord {
  return {
    trigger: enumName('ATTEMPT_TRIGGER', attempt.trigger),
    startedAt: instant(attempt.startedAt, 'startedAt'),
    storeStartedAt: instantOrNull(attempt.storeStartedAt),
    duration: orNull(attempt.durationMs),
    statusCode: orNull(attempt.statusCode),
    errorClass: orNull(attempt.errorClass),
    responseHead: orNull(attempt.responseHead),
    responseTruncated: attempt.responseTruncated,
    retryAfter: orNull(attempt.retryAfter),
  };
}
