import type { Db } from '@pitanga/database';
import type { AttemptResult } from './attempt';
import { finishedOf, headText, type RecordedRow } from './attempt-repository';
import type { FinishedDelivery } from './delivery';
import { countInterrupted, logInterrupted } from './interrupted';

/**
 * Records manual attempts: the log, and what became of the deliveries whose lease is still ours. A success delivers a
 * delivery whatever it was before, and ends the retries of a pending one; anything else leaves both as they are. An
 * attempt that is released counts now and not when it is made again. The rows of a delivery are locked together, in the order every other writer uses.
 */
const recordSql = `
  with results as (
    select * from json_to_recordset(?::json) as r (delivery_id text, resend int, store_id text, dev_mode boolean,
      lease_token text, started_at timestamptz, duration_ms int, status_code int, error_class text, response_head bytea,
      response_truncated boolean, retry_after text, outcome text, ended_at timestamptz)
  ),
  locked as materialized (
    select * from delivery_queue
    where delivery_id = any (array(select delivery_id from results)) order by delivery_id, resend for update
  ),
  owned as materialized (
    select results.*, locked.attempts as calls from results
    join locked using (delivery_id, resend, lease_token, store_id, dev_mode)
  ),
  logged as (
    insert into attempts as known (delivery_id, no, store_id, dev_mode, trigger, started_at, duration_ms, status_code,
      error_class, response_head, response_truncated, retry_after)
    select delivery_id, -resend, store_id, dev_mode, 'MANUAL', started_at, duration_ms, status_code,
      error_class, response_head, response_truncated, retry_after from results
    on conflict (delivery_id, no) do update set started_at = excluded.started_at, duration_ms = excluded.duration_ms,
      status_code = excluded.status_code, error_class = excluded.error_class, response_head = excluded.response_head,
      response_truncated = excluded.response_truncated, retry_after = excluded.retry_after
      where known.error_class = 'interrupted'
  ),
  removed as (
    delete from delivery_queue q using owned where q.delivery_id = any (array[owned.delivery_id])
      and (q.resend = owned.resend and owned.outcome <> 'RELEASED' or q.resend = 0 and owned.outcome = 'DELIVERED')
  ),
  released as (
    update delivery_queue q set state = 'READY', lease_token = null, lease_until = null from owned
    where q.delivery_id = any (array[owned.delivery_id]) and q.resend = owned.resend and owned.outcome = 'RELEASED'
  ),
  cut as (
    select locked.* from locked where state = 'LEASED' and resend = 0
      and delivery_id in (select delivery_id from owned where outcome = 'DELIVERED')
  ),
  cut_logged as (${logInterrupted}),
  interrupted as (${countInterrupted}),
  ended as materialized (
    select delivery_id, count(*) filter (where calls = 1)::int as attempts, bool_or(outcome = 'DELIVERED') as is_delivered,
      max(ended_at) as ended_at, (array_agg(status_code order by started_at desc))[1] as status_code,
      (array_agg(error_class order by started_at desc))[1] as error_class
    from owned group by delivery_id
  ),
  before as materialized (
    select id, status from deliveries where id = any (array(select delivery_id from ended)) order by id for update
  )
  update deliveries d set manual_attempts = d.manual_attempts + ended.attempts, last_status_code = ended.status_code,
    last_error_class = ended.error_class, updated_at = ended.ended_at, attempts = coalesce(i.attempts, d.attempts),
    status = case when ended.is_delivered then 'DELIVERED' else before.status end,
    finished_at = case when ended.is_delivered and before.status <> 'DELIVERED' then ended.ended_at
      else d.finished_at end
  from ended join before on before.id = ended.delivery_id left join interrupted i using (delivery_id) where d.id = any (array[ended.delivery_id])
  returning d.id as delivery_id, d.store_id, d.dev_mode, d.webhook_id, d.event, d.status,
    d.attempts + d.manual_attempts as attempts, d.last_status_code, d.last_error_class,
    d.status <> before.status as is_changed`;

// eslint-disable-next-line pitanga/tenant-first -- rows are found by their lease; each carries its own tenant
export async function recordResends(
  tx: Db,
  results: readonly AttemptResult[],
): Promise<{ recorded: ReadonlySet<string>; finished: FinishedDelivery[] }> {
  const { rows } = await tx
    .raw<{ rows: (RecordedRow & { is_changed: boolean })[] }>(recordSql, [JSON.stringify(results.map(toRow))])
    .options({ name: 'resends_record' });
  const finished = rows.filter((row) => row.is_changed).flatMap(finishedOf);
  return { recorded: new Set(rows.map((row) => row.delivery_id)), finished };
}

function toRow(result: AttemptResult): object {
  const { delivery, verdict } = result;
  return {
    delivery_id: delivery.id,
    resend: delivery.resend,
    store_id: delivery.tenant.storeId,
    dev_mode: delivery.tenant.devMode,
    lease_token: delivery.leaseToken,
    started_at: result.startedAt,
    duration_ms: Math.round(result.durationMs),
    status_code: result.status,
    error_class: result.errorClass,
    response_head: headText(result),
    response_truncated: result.responseTruncated,
    retry_after: result.retryAfter,
    // The retry table is not for manual attempts: whatever failed is over.
    outcome: verdict.kind === 'DELIVERED' || verdict.kind === 'RELEASED' ? verdict.kind : 'FAILED',
    ended_at: result.finishedAt,
  };
}
