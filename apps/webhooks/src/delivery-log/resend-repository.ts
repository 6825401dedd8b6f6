import type { Tenant } from '@pitanga/core';
import type { Locked, Tx } from '@pitanga/database';
import type { Webhook } from '../endpoints/webhook';
import type { DeliveryWindow } from './delivery-log';

/** Queues one more manual attempt of each delivery of `batch`, a common table of their ids. */
const queueBatch = `
  numbered as (
    update deliveries d set resends = d.resends + 1 from batch where d.id = any (array[batch.id])
    returning d.id, d.resends, d.webhook_id, d.store_id, d.dev_mode
  ),
  queued as (
    insert into delivery_queue (delivery_id, resend, webhook_id, store_id, dev_mode, state, due_at)
    select id, resends, webhook_id, store_id, dev_mode, 'READY', :dueAt::timestamptz from numbered
  )`;

/** Every column of the index by webhook is named, so that a window costs what it contains. */
const inWindow = `d.store_id = :storeId and d.dev_mode = :devMode and d.webhook_id = :webhookId
         and d.event = any (:events::text[]) and d.status = any (:statuses::text[]) and d.id >= :fromId and d.id < :toId`;

/** Queues one manual attempt of a delivery of a webhook, ready at once. */
export async function queueResend(
  tx: Tx,
  tenant: Tenant,
  _webhook: Locked<Webhook>,
  id: string,
  dueAt: Date,
): Promise<void> {
  await tx.raw(
    `with batch as (
       select id from deliveries where id = :id and store_id = :storeId and dev_mode = :devMode for update
     ), ${queueBatch}
     select 1`,
    { id, storeId: tenant.storeId, devMode: tenant.devMode, dueAt },
  );
}

/**
 * Queues one manual attempt of each of the next `limit` deliveries of a window, oldest first, after the id `after`;
 * returns the last id, or undefined at the end. Skips deliveries whose body is no longer kept.
 */
export async function queueResendsAfter(
  tx: Tx,
  tenant: Tenant,
  window: DeliveryWindow,
  { after, limit, dueAt }: { readonly after: string; readonly limit: number; readonly dueAt: Date },
): Promise<{ count: number; lastId: string } | undefined> {
  const { rows } = await tx.raw<{ rows: { count: number; last_id: string | null }[] }>(
    `with batch as materialized (
       select d.id from deliveries d
       where ${inWindow} and d.id > :after
         and exists (select from delivery_bodies b where b.delivery_id = any (array[d.id]))
       order by d.id limit :limit for update of d
     ), ${queueBatch}
     select count(*) as count, max(id) as last_id from batch`,
    { ...windowBindings(tenant, window), after, limit, dueAt },
  );
  const [batch] = rows;
  return batch?.last_id == null ? undefined : { count: batch.count, lastId: batch.last_id };
}

/** How many deliveries a window contains, counted up to `max`. */
export async function countWindow(tx: Tx, tenant: Tenant, window: DeliveryWindow, max: number): Promise<number> {
  const { rows } = await tx.raw<{ rows: { count: number }[] }>(
    `select count(*) as count from (select from deliveries d where ${inWindow} limit :max) counted`,
    { ...windowBindings(tenant, window), max },
  );
  return rows[0]?.count ?? 0;
}

function windowBindings({ storeId, devMode }: Tenant, window: DeliveryWindow) {
  return { ...window, storeId, devMode, events: [...window.events], statuses: [...window.statuses] };
}
