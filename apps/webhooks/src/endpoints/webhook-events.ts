import { toWire, type OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import { publicStatus, type Webhook } from './webhook';

/** A webhook was created, changed, enabled or disabled; the event contains it as it is afterwards. */
export function webhookChanged(
  type: 'webhook.created' | 'webhook.updated',
  ids: IdSource,
  tenant: Tenant,
  webhook: Webhook,
): OutboundEvent {
  const { updatedAt } = webhook;
  return { ...header(ids, webhook, updatedAt), type, data: { tenant, webhook: toEndpointSnapshot(webhook) } };
}

/** Contains the webhook as it was. */
export function webhookDeleted(ids: IdSource, tenant: Tenant, webhook: Webhook, deletedAt: Date): OutboundEvent {
  const data = { tenant, webhook: toEndpointSnapshot(webhook), deletedAt };
  return { ...header(ids, webhook, deletedAt), type: 'webhook.deleted', data };
}

function header(ids: IdSource, { id: key }: Webhook, occurredAt: Date) {
  return { id: ids.next('event', occurredAt), key, occurredAt };
}

/** Only the origin of the address: events are kept for weeks, and a path or query may hold a token. */
export function toEndpointSnapshot({ id, name, endpoint, events, v2, status, createdAt, updatedAt }: Webhook) {
  return {
    id,
    name,
    origin: new URL(endpoint).origin,
    events: [...events],
    v2,
    status: toWire('WEBHOOK_STATUS', publicStatus(status)),
    createdAt,
    updatedAt,
  };
}
