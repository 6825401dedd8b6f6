import type { Attempt, Delivery, Webhook } from '@pitanga/contracts';
import { withoutSecrets } from '@pitanga/core';
import { instant, instantOrNull, enumName, orNull } from './wire';

/** Never the secret: the answers of create and rotate-secret add it, this once. */
export interface WebhookRecord {
  readonly id: string;
  readonly name: string;
  /** Without the secrets in it. */
  readonly endpoint: string;
  readonly events: string[];
  readonly devMode: boolean;
  readonly v2: boolean;
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED', 'DROPPED'] as const;

/** One event for one webhook: an entry of the delivery log. */
export interface DeliveryRecord {
  /** The `id` of the body. */
  readonly id: string;
  readonly webhookId: string;
  readonly event: string;
  readonly status: (typeof deliveryStatuses)[number];
  readonly test: boolean;
  readonly attemptCount: number;
  readonly lastStatusCode: number | null;
  readonly lastErrorClass: string | null;
  readonly nextAttemptAt: string | null;
  readonly finishedAt: string | null;
  readonly devMode: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const attemptTriggers = ['AUTO', 'MANUAL'] as const;

/** One call to an endpoint. */
export interface AttemptRecord {
  readonly trigger: (typeof attemptTriggers)[number];
  readonly startedAt: string;
  /** Milliseconds. */
  readonly duration: number | null;
  readonly statusCode: number | null;
  readonly errorClass: string | null;
  readonly responseHead: string | null;
  readonly responseTruncated: boolean;
  readonly retryAfter: string | null;
}

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
    duration: orNull(attempt.durationMs),
    statusCode: orNull(attempt.statusCode),
    errorClass: orNull(attempt.errorClass),
    responseHead: orNull(attempt.responseHead),
    responseTruncated: attempt.responseTruncated,
    retryAfter: orNull(attempt.retryAfter),
  };
}
