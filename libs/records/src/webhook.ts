import type { Webhook } from '@pitanga/contracts';
import { instant, nameOf } from './wire';

/** Never the secret: the create answer adds it, this once. */
export interface WebhookRecord {
  readonly id: string;
  readonly name: string;
  readonly endpoint: string;
  readonly events: string[];
  readonly devMode: boolean;
  readonly v2: boolean;
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function webhookRecord(webhook: Webhook): WebhookRecord {
  return {
    id: webhook.id,
    name: webhook.name,
    endpoint: webhook.endpoint,
    events: webhook.events,
    devMode: webhook.devMode,
    v2: webhook.v2,
    status: nameOf('WEBHOOK_STATUS', webhook.status),
    createdAt: instant(webhook.createdAt, 'createdAt'),
    updatedAt: instant(webhook.updatedAt, 'updatedAt'),
  };
}
