import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource } from '@pitanga/core';
import type { FinishedDelivery } from './delivery';

export function deliveryFinished(ids: IdSource, delivery: FinishedDelivery, finishedAt: Date): OutboundEvent {
  return {
    type: 'delivery.finished',
    id: ids.next('event', finishedAt),
    key: delivery.id,
    occurredAt: finishedAt,
    data: {
      tenant: { storeId: delivery.tenant.storeId, devMode: delivery.tenant.devMode },
      deliveryId: delivery.id,
      webhookId: delivery.webhookId,
      event: delivery.event,
      outcome: delivery.outcome,
      attempts: delivery.attempts,
      lastStatusCode: delivery.lastStatusCode,
      lastErrorClass: delivery.lastErrorClass,
      finishedAt,
      exhausted: delivery.isExhausted ?? false,
    },
  };
}
