import type { Owned } from '@pitanga/core';
import type { Row, Tx } from '@pitanga/database';
import type { AttemptResult } from './attempt';
import { attemptColumns, countInterrupted, logInterrupted, logManual, toAttemptRow } from './attempt-log';
import type { RecordedAttempts } from './attempt-repository';
import { finishedSql, toFinished } from './finished-delivery';

const recordSql = `
  with results as (
    select * from json_to_recordset(:results::json) as r (${attemptColumns}, resend int, lease_token text, outcome text,
      ended_at timestamptz)
  ),
  locked as materialized (
    select q.* from (select distinct delivery_id, store_id, dev_mode from results) r
    join delivery_queue q on q.delivery_id = any (array[r.delivery_id]) and q.store_id = r.store_id
      and q.dev_mode = r.dev_mode
    order by q.delivery_id, q.resend for update of q
  ),
  owned as materialized (
    select results.*, locked.attempts as calls from results
    join locked using (delivery_id, resend, lease_token, store_id, dev_mode)
  ),
  logged as (${logManual}),
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
  returning ${finishedSql}, d.status <> before.status as is_changed`;

/**
 * Records manual attempts in one statement: all of them in the log, and what becomes of the deliveries whose lease this
 * process still holds. A success delivers a delivery whatever its status, and ends the retries of a pending one;
 * everything else leaves status and retries as they are. A released attempt counts now and not when it is made again.
 * The queue rows of a delivery are locked together, in the order of every other writer.
 */
export async function recordManualAttempts(
  tx: Tx,
  results: readonly Owned<AttemptResult>[],
): Promise<RecordedAttempts> {
  const { rows } = await tx
    .raw<{ rows: Row[] }>(recordSql, { results: JSON.stringify(results.map(toRow)) })
    .options({ name: 'resends_record' });
  const finished = rows.filter((row) => row['is_changed'] === true).flatMap(toFinished);
  return { recorded: new Set(rows.map((row) => row['id'] as string)), finished };
}

function toRow(result: AttemptResult): object {
  const { delivery, verdict } = result;
  return {
    ...toAttemptRow(result),
    resend: delivery.resend,
    lease_token: delivery.leaseToken,
    // Manual attempts are not retried, so every other verdict is a failure.
    outcome: verdict.kind === 'DELIVERED' || verdict.kind === 'RELEASED' ? verdict.kind : 'FAILED',
    ended_at: result.finishedAt,
  };
}
