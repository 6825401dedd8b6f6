import { invalidArgument, lowestIdAt, type Tenant } from '@pitanga/core';
import type { DeliveryStatus } from '../deliveries/delivery';
import type { TxDeps } from '../deps';
import { webhookNotFound } from '../endpoints/webhook-errors';
import { lockWebhookShared } from '../endpoints/webhook-repository';
import {
  checkReplayWindow,
  deliveryStatuses,
  replayMax,
  type DeliveryWindow,
  type LoggedDelivery,
} from '../delivery-log/delivery-log';
import { bodyNotKept, deliveryNotFound, replayTooLarge, webhookNotActive } from '../delivery-log/delivery-log-errors';
import { findBody, findDelivery } from '../delivery-log/delivery-log-repository';
import { sendMissingEvents } from './send-missing-events';
import { countWindow, queueResend, queueResendsAfter } from '../delivery-log/resend-repository';

const replayBatch = 1_000;

/**
 * Queues one manual attempt of a delivery with any status (docs/behaviour/webhooks.md#resend), with the same log id. The
 * retries of a pending delivery continue.
 *
 * @throws AppError FAILED_PRECONDITION if its webhook is not active, or its body is no longer kept
 */
export async function resendDelivery(tx: TxDeps, tenant: Tenant, id: string): Promise<LoggedDelivery> {
  const delivery = await findDelivery(tx.db, tenant, id);
  if (!delivery) throw deliveryNotFound();
  // Locked, so that a webhook being disabled either drops this attempt or refuses it.
  const webhook = await lockWebhookShared(tx.db, tenant, delivery.webhookId);
  if (webhook?.status !== 'ACTIVE') throw webhookNotActive(webhook?.status ?? 'DELETED');
  if ((await findBody(tx.db, tenant, id)) === undefined) throw bodyNotKept();
  await queueResend(tx.db, tenant, webhook, id, tx.clock.real());
  return (await findDelivery(tx.db, tenant, id)) ?? delivery;
}

export interface ReplayInput {
  readonly webhookId: string;
  /** Store time, inclusive. */
  readonly createdFrom: Date;
  /** Store time, exclusive. */
  readonly createdTo: Date;
  /** All if undefined. */
  readonly status?: DeliveryStatus | undefined;
  /** Also sends the events of the window that have no delivery to the webhook. */
  readonly includeMissing?: boolean | undefined;
}

/**
 * Queues one manual attempt of every delivery of a webhook created in a window, oldest first; returns how many. Reads no
 * delivery into memory. Events without a delivery come after them, so that none is sent twice.
 *
 * @throws AppError INVALID_ARGUMENT for a window that is too long or contains too many deliveries
 */
export async function replayDeliveries(tx: TxDeps, tenant: Tenant, input: ReplayInput): Promise<number> {
  checkReplayWindow(input.createdFrom, input.createdTo);
  const webhook = await lockWebhookShared(tx.db, tenant, input.webhookId);
  if (!webhook || webhook.status === 'DELETED') throw webhookNotFound();
  if (webhook.status !== 'ACTIVE') throw webhookNotActive(webhook.status);
  const window: DeliveryWindow = {
    webhookId: webhook.id,
    events: webhook.events,
    statuses: input.status === undefined ? deliveryStatuses : [input.status],
    fromId: lowestIdAt('delivery', input.createdFrom),
    toId: lowestIdAt('delivery', input.createdTo),
  };
  const includeMissing = input.includeMissing === true;
  if (includeMissing && !webhook.v2) {
    throw invalidArgument("Property 'includeMissing' is for webhooks of version 2: events are kept as v2 sends them");
  }
  const found = await countWindow(tx.db, tenant, window, replayMax + 1);
  if (found > replayMax) throw replayTooLarge(replayMax);
  const dueAt = tx.clock.real();
  let count = 0;
  for (let after = ''; ;) {
    const batch = await queueResendsAfter(tx.db, tenant, window, { after, limit: replayBatch, dueAt });
    if (!batch) break;
    count += batch.count;
    after = batch.lastId;
  }
  if (!includeMissing) return count;
  const { createdFrom: from, createdTo: to } = input;
  const missing = { webhookId: webhook.id, events: webhook.events, from, to };
  const sent = await sendMissingEvents(tx, tenant, missing, replayMax - found);
  if (sent === undefined) throw replayTooLarge(replayMax);
  return count + sent;
}
