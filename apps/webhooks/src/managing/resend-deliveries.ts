import { lowestIdAt, type Tenant } from '@pitanga/core';
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
}

/**
 * Queues one manual attempt of every delivery of a webhook created in a window, oldest first; returns how many. Reads no
 * delivery into memory.
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
  if ((await countWindow(tx.db, tenant, window, replayMax + 1)) > replayMax) throw replayTooLarge(replayMax);
  const dueAt = tx.clock.real();
  let count = 0;
  for (let after = ''; ;) {
    const batch = await queueResendsAfter(tx.db, tenant, window, { after, limit: replayBatch, dueAt });
    if (!batch) return count;
    count += batch.count;
    after = batch.lastId;
  }
}
