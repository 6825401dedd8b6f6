import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { FinishedDelivery, NewDelivery } from './delivery';
import { countInterrupted, logInterrupted } from './interrupted';

/**
 * Inserts deliveries and their queue rows, ready at once or after `afterMs`, in one statement; answers how many are new. A fact
 * seen before inserts nothing. The webhooks' rows are share-locked, so a webhook being disabled or deleted
 * right now either gets no row or drops the one it got.
 *
 * A batch of facts spans stores, hence no tenant: each row carries its own.
 */
// eslint-disable-next-line pitanga/tenant-first -- see above
export async function insertDeliveries(tx: Db, deliveries: readonly NewDelivery[], dueAt: Date): Promise<number> {
  if (deliveries.length === 0) return 0;
  const { rows } = await tx
    .raw<{ rows: { inserted: number }[] }>(
      `with batch as (
         select * from json_to_recordset(?::json) as b (id text, store_id text, dev_mode boolean, webhook_id text,
           event_id text, event text, body text, is_test boolean, traceparent text, customer_id text, created_at timestamptz,
           after_ms integer)
       ),
       receivers as (
         select id from webhooks where id = any (array(select webhook_id from batch)) and status not in ('DISABLED', 'DELETED') order by id for share
       ),
       inserted as (
         insert into deliveries (id, store_id, dev_mode, webhook_id, event_id, event, is_test, traceparent, customer_id,
           created_at, status)
         select batch.*, 'PENDING'
         from (select id, store_id, dev_mode, webhook_id, event_id, event, is_test, traceparent, customer_id, created_at from batch
               where webhook_id in (select id from receivers) order by event_id, webhook_id) batch
         on conflict (event_id, webhook_id) do nothing
         returning id, webhook_id, store_id, dev_mode
       ),
       bodies as (
         insert into delivery_bodies (delivery_id, body)
         select batch.id, batch.body from inserted join batch using (id)
       ),
       queued as (
         insert into delivery_queue (delivery_id, webhook_id, store_id, dev_mode, state, due_at)
         select inserted.id, inserted.webhook_id, inserted.store_id, inserted.dev_mode,
           case after_ms when 0 then 'READY' else 'WAITING' end,
           ?::timestamptz + after_ms * interval '1 millisecond'
         from inserted join batch using (id)
         returning 1
       )
       select count(*) as inserted from queued`,
      [JSON.stringify(deliveries.map(toRow)), dueAt],
    )
    .options({ name: 'deliveries_insert' });
  return rows[0]?.inserted ?? 0;
}

function toRow(delivery: NewDelivery): object {
  return {
    id: delivery.id,
    store_id: delivery.tenant.storeId,
    dev_mode: delivery.tenant.devMode,
    webhook_id: delivery.webhookId,
    event_id: delivery.eventId,
    event: delivery.event,
    body: delivery.body,
    is_test: delivery.isTest,
    traceparent: delivery.traceparent,
    customer_id: delivery.customerId,
    created_at: delivery.createdAt,
    after_ms: delivery.afterMs,
  };
}

interface DroppedRow {
  readonly id: string;
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly webhook_id: string;
  readonly event: string;
  readonly is_pending: boolean;
  readonly attempts: number;
  readonly last_status_code: number | null;
  readonly last_error_class: string | null;
}

/**
 * Removes every queue row of a webhook and marks its pending deliveries DROPPED; manual attempts just go. Calls under way
 * are counted, and logged as interrupted until they end. Answers what was dropped.
 */
export async function dropQueuedDeliveries(
  tx: Db,
  tenant: Tenant,
  webhookId: string,
  at: Date,
): Promise<FinishedDelivery[]> {
  const { rows } = await tx.raw<{ rows: DroppedRow[] }>(
    `with queued as materialized (
       select * from delivery_queue
       where webhook_id = :webhookId and store_id = :storeId and dev_mode = :devMode
       order by delivery_id, resend for update
     ),
     removed as (delete from delivery_queue where delivery_id in (select delivery_id from queued)),
     cut as (select * from queued where state = 'LEASED'),
     logged as (${logInterrupted}),
     interrupted as (${countInterrupted}),
     dropped as (
       select delivery_id, bool_or(resend = 0) as is_pending from queued group by delivery_id
       having bool_or(resend = 0 or state = 'LEASED')
     )
     update deliveries d set updated_at = :at,
       status = case when is_pending then 'DROPPED' else d.status end,
       finished_at = case when is_pending then :at else d.finished_at end,
       attempts = coalesce(i.attempts, d.attempts),
       manual_attempts = d.manual_attempts + coalesce(i.manual_attempts, 0),
       last_status_code = case when i.delivery_id is null then d.last_status_code end,
       last_error_class = case when i.delivery_id is null then d.last_error_class else 'interrupted' end
     from dropped left join interrupted i using (delivery_id) where d.id = dropped.delivery_id
     returning id, store_id, dev_mode, webhook_id, event, is_pending, d.attempts + d.manual_attempts as attempts,
       last_status_code, last_error_class`,
    { webhookId, storeId: tenant.storeId, devMode: tenant.devMode, at },
  );
  return rows
    .filter((row) => row.is_pending)
    .map((row) => ({
      id: row.id,
      tenant: tenantOf(row.store_id, row.dev_mode),
      webhookId: row.webhook_id,
      event: row.event,
      outcome: 'DROPPED',
      attempts: row.attempts,
      lastStatusCode: row.last_status_code ?? undefined,
      lastErrorClass: row.last_error_class ?? undefined,
    }));
}
