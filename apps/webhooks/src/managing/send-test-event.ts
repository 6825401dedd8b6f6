import { invalidArgument, type Tenant } from '@pitanga/core';
import { eventDataIn, webhookExample, type Compatibility } from '@pitanga/records';
import type { LoggedDelivery } from '../delivery-log/delivery-log';
import { deliveryNotFound, webhookNotActive } from '../delivery-log/delivery-log-errors';
import { findDelivery } from '../delivery-log/delivery-log-repository';
import { insertDeliveries } from '../deliveries/delivery-repository';
import type { TxDeps } from '../deps';
import { isEventName, type EventName } from '../endpoints/event-names';
import type { Webhook } from '../endpoints/webhook';
import { webhookNotFound } from '../endpoints/webhook-errors';
import { lockWebhookShared } from '../endpoints/webhook-repository';
import { readCompatibility, findMailSettings } from '../mails/mail-settings-repository';

/**
 * Queues the published example of an event for a webhook: a delivery like any other, signed, retried and logged, whose
 * body contains `"test":true`.
 *
 * @throws AppError INVALID_ARGUMENT for an event the webhook does not subscribe to
 */
export async function sendTestEvent(
  tx: TxDeps,
  tenant: Tenant,
  webhookId: string,
  event: string | undefined,
): Promise<LoggedDelivery> {
  const webhook = await lockWebhookShared(tx.db, tenant, webhookId);
  if (!webhook || webhook.status === 'DELETED') throw webhookNotFound();
  if (webhook.status !== 'ACTIVE') throw webhookNotActive(webhook.status);
  const createdAt = tx.clock.now(tenant);
  const id = tx.ids.next('delivery', createdAt);
  const name = chooseEvent(webhook, event);
  const delivery = {
    id,
    tenant,
    webhookId,
    // Not the id of a domain event; a new one makes each test a delivery.
    eventId: tx.ids.next('event', createdAt),
    event: name,
    body: testBody(id, name, webhook, readCompatibility(await findMailSettings(tx.db, [{ tenant }]), tenant)),
    isTest: true,
    traceparent: undefined,
    customerId: undefined,
    payerRef: undefined,
    createdAt,
    afterMs: 0,
  };
  await insertDeliveries(tx.db, [delivery], tx.clock.real());
  const queued = await findDelivery(tx.db, tenant, id);
  if (!queued) throw deliveryNotFound();
  return queued;
}

function chooseEvent({ events }: Webhook, requested: string | undefined): EventName {
  const event = requested ?? events[0];
  if (event !== undefined && events.includes(event) && isEventName(event)) return event;
  throw invalidArgument(`Property 'event' should be one that the webhook takes: ${events.join(', ')}`);
}

/** The root of a body (docs/behaviour/webhooks.md#payload), with `test`. */
function testBody(id: string, event: EventName, { v2, devMode }: Webhook, compatibility: Compatibility): string {
  const example = webhookExample(event, devMode);
  const data = v2 ? eventDataIn(compatibility, { ...example }) : example;
  return JSON.stringify({ id, event, ...(v2 && { apiVersion: 2 }), devMode, test: true, data });
}
