import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { DeliveryWindow } from './delivery-log';

/** Queues one more manual attempt of each delivery of `batch`, a common table of their ids. */
const queueBatch = `
  numbered as (
    update deliveries d set resends = d.resends + 1 from batch where d.id = any (array[batch.id])
    returning d.id, d.resends, d.webhook_id, d.store_id, d.dev_mode
  ),
  queued as (
    insert into delivery_queue (delivery_id, resend, webhook_id, store_id, dev_mode, state, due_at)
    select id, resends, webhook_id, store_id, dev_mode, 'READY', ?::timestamptz from numbered
  )`;

/** Queues one manual attempt of a delivery, ready at once; the caller has locked its webhook. */
export async function queueResend(tx: Db, tenant: Tenant, id: string, dueAt: Date): Promise<void> {
  await tx.raw(
    `with batch as (select id from deliveries where id = ? and store_id = ? and dev_mode = ? for update), ${queueBatch}
     select 1`,
    [id, tenant.storeId, tenant.devMode, dueAt],
  );
}

/**
 * Queues one manual attempt of the next deliveries of a window after the id `after`, oldest first; answers the last
 * of them, or undefined at the end. Deliveries whose body is no longer kept are left out.
 */
export async function queueResendsAfter(
  tx: Db,
  tenant: Tenant,
  window: DeliveryWindow,
  after: string,
  limit: number,
  dueAt: Date,
): Promise<{ count: number; lastId: string } | undefined> {
  const { rows } = await tx.raw<{ rows: { count: number; last_id: string | null }[] }>(
    `with batch as materialized (
       select d.id from deliveries d
       where ${inWindow} and d.id > ? and exists (select from delivery_bodies b where b.delivery_id = any (array[d.id]))
       order by d.id limit ? for update of d
     ), ${queueBatch}
     select count(*) as count, max(id) as last_id from batch`,
    [...windowBindings(tenant, window), after, limit, dueAt],
  );
  const [batch] = rows;
  return batch?.last_id == null ? undefined : { count: batch.count, lastId: batch.last_id };
}

/** How many deliveries a window has, counted up to `max`. */
export async function countWindow(tx: Db, tenant: Tenant, window: DeliveryWindow, max: number): Promise<number> {
  const { rows } = await tx.raw<{ rows: { count: number }[] }>(
    `select count(*) as count from (select from deliveries d where ${inWindow} limit ?) counted`,
    [...windowBindings(tenant, window), max],
  );
  return rows[0]?.count ?? 0;
}

/** Every column of the index by webhook is named, so that a window costs what it holds. */
const inWindow = `d.store_id = ? and d.dev_mode = ? and d.webhook_id = ? and d.event = any (?::text[])
         and d.status = any (?::text[]) and d.id >= ? and d.id < ?`;

function windowBindings(tenant: Tenant, window: DeliveryWindow) {
  const { webhookId, events, statuses, fromId, toId } = window;
  return [tenant.storeId, tenant.devMode, webhookId, [...events], [...statuses], fromId, toId];
}
