import { toWire, type OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import { shownStatus, type Webhook } from './webhook';

/** A store registered, changed or switched an endpoint; the fact shows it as it is then. */
export function webhookChanged(
  type: 'webhook.created' | 'webhook.updated',
  ids: IdSource,
  tenant: Tenant,
  webhook: Webhook,
): OutboundEvent {
  const { updatedAt } = webhook;
  return { ...headOf(ids, webhook, updatedAt), type, data: { tenant, webhook: endpointOf(webhook) } };
}

/** Shows it as it was. */
export function webhookDeleted(ids: IdSource, tenant: Tenant, webhook: Webhook, deletedAt: Date): OutboundEvent {
  const data = { tenant, webhook: endpointOf(webhook), deletedAt };
  return { ...headOf(ids, webhook, deletedAt), type: 'webhook.deleted', data };
}

function headOf(ids: IdSource, { id: key }: Webhook, occurredAt: Date) {
  return { id: ids.next('event', occurredAt), key, occurredAt };
}

/** Of the address only where it leads: facts are kept for weeks, and a path or query may hold a token. */
export function endpointOf({ id, name, endpoint, events, v2, status, createdAt, updatedAt }: Webhook) {
  return {
    id,
    name,
    origin: new URL(endpoint).origin,
    events: [...events],
    v2,
    status: toWire('WEBHOOK_STATUS', shownStatus(status)),
    createdAt,
    updatedAt,
  };
}
