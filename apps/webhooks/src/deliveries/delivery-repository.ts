import type { Owned, Tenant } from '@pitanga/core';
import type { Row, Tx } from '@pitanga/database';
import { countInterrupted, logInterrupted } from './attempt-log';
import type { FinishedDelivery, NewDelivery } from './delivery';
import { finishedSql, toFinished } from './finished-delivery';

const insertSql = `
  with batch as (
    select * from json_to_recordset(:deliveries::json) as b (id text, store_id text, dev_mode boolean, webhook_id text,
      event_id text, event text, body text, is_test boolean, traceparent text, customer_id text, payer_ref text,
      created_at timestamptz,
      after_ms integer)
  ),
  receivers as (
    select w.id, w.store_id, w.dev_mode from (select distinct webhook_id, store_id, dev_mode from batch) b
    join webhooks w on w.id = any (array[b.webhook_id]) and w.store_id = b.store_id and w.dev_mode = b.dev_mode
    where w.status not in ('DISABLED', 'DELETED') order by w.id for share of w
  ),
  inserted as (
    insert into deliveries (id, store_id, dev_mode, webhook_id, event_id, event, is_test, traceparent, customer_id,
      payer_ref, created_at, status)
    select batch.*, 'PENDING'
    from (select id, store_id, dev_mode, webhook_id, event_id, event, is_test, traceparent, customer_id, payer_ref,
            created_at from batch
          where (webhook_id, store_id, dev_mode) in (select id, store_id, dev_mode from receivers)
          order by event_id, webhook_id) batch
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
      :dueAt::timestamptz + after_ms * interval '1 millisecond'
    from inserted join batch using (id)
    returning 1
  )
  select count(*) as inserted from queued`;

/**
 * Inserts deliveries with their bodies and queue rows in one statement, ready at once or after `afterMs`; returns how
 * many are new. A domain event that was inserted before inserts nothing. Locks the webhooks' rows (for share), so that
 * a webhook being disabled or deleted either gets no delivery or drops it.
 */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly Owned<NewDelivery>[],
  dueAt: Date,
): Promise<number> {
  if (deliveries.length === 0) return 0;
  const { rows } = await tx
    .raw<{ rows: { inserted: number }[] }>(insertSql, { deliveries: JSON.stringify(deliveries.map(toRow)), dueAt })
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
    payer_ref: delivery.payerRef,
    created_at: delivery.createdAt,
    after_ms: delivery.afterMs,
  };
}

/** A literal state in each part, because each has an index of its own. */
const dropSql = `
  with found as materialized (
    select delivery_id, resend from delivery_queue
    where state = 'READY' and webhook_id = :webhookId and store_id = :storeId and dev_mode = :devMode
    union all
    select delivery_id, resend from delivery_queue
    where state = 'WAITING' and webhook_id = :webhookId and store_id = :storeId and dev_mode = :devMode
    union all
    select delivery_id, resend from delivery_queue
    where state = 'LEASED' and webhook_id = :webhookId and store_id = :storeId and dev_mode = :devMode
  ),
  queued as materialized (
    select q.* from found join delivery_queue q on q.delivery_id = any (array[found.delivery_id]) and q.resend = found.resend
    where not exists (
      select from deliveries d where d.id = q.delivery_id and d.store_id = :storeId and d.dev_mode = :devMode
        and d.event = any(:kept)
    )
    order by q.delivery_id, q.resend for update of q
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
  returning ${finishedSql}, is_pending`;

/**
 * Deletes the queue rows of a webhook, except the event types in `kept`, and marks its pending deliveries DROPPED, which it returns; manual attempts are
 * only deleted. Calls in flight are counted, and logged as interrupted until they end.
 */
export async function dropQueuedDeliveries(
  tx: Tx,
  tenant: Tenant,
  webhookId: string,
  kept: readonly string[],
  at: Date,
): Promise<FinishedDelivery[]> {
  const { storeId, devMode } = tenant;
  const { rows } = await tx.raw<{ rows: Row[] }>(dropSql, { webhookId, storeId, devMode, kept, at });
  return rows.filter((row) => row['is_pending'] === true).flatMap(toFinished);
}
