import type { Owned } from '@pitanga/core';
import type { Row, Tx } from '@pitanga/database';
import type { AttemptResult } from './attempt';
import { attemptColumns, logAutomatic, toAttemptRow } from './attempt-log';
import type { FinishedDelivery } from './delivery';
import { finishedSql, toFinished } from './finished-delivery';

export interface RecordedAttempts {
  /** Ids of the deliveries whose lease this process still held. */
  readonly recorded: ReadonlySet<string>;
  readonly finished: FinishedDelivery[];
}

const recordSql = `
  with results as (
    select * from json_to_recordset(:results::json) as r (${attemptColumns}, lease_token text, verdict text,
      due_at timestamptz, ended_at timestamptz, finished_at timestamptz)
  ),
  owned as materialized (
    select r.*, q.webhook_id from results r
    join delivery_queue q on q.delivery_id = any (array[r.delivery_id]) and q.resend = 0
      and q.store_id = r.store_id and q.dev_mode = r.dev_mode and q.lease_token = r.lease_token
    order by q.delivery_id for update of q
  ),
  logged as (${logAutomatic}),
  removed as (
    delete from delivery_queue q using owned
    where q.delivery_id = any (array[owned.delivery_id]) and q.resend = 0 and owned.verdict in ('DELIVERED', 'FAILED')
  ),
  kept as (
    update delivery_queue q set lease_token = null, lease_until = null,
      state = case owned.verdict when 'RETRY' then 'WAITING' else 'READY' end,
      failures = q.failures + case owned.verdict when 'RETRY' then 1 else 0 end,
      due_at = coalesce(owned.due_at, q.due_at)
    from owned
    where q.delivery_id = any (array[owned.delivery_id]) and q.resend = 0 and owned.verdict in ('RETRY', 'RELEASED')
  )
  update deliveries d set attempts = owned.no, last_status_code = owned.status_code, last_error_class = owned.error_class,
    status = case when owned.verdict in ('DELIVERED', 'FAILED') then owned.verdict else d.status end,
    updated_at = owned.ended_at, finished_at = owned.finished_at
  from owned where d.id = any (array[owned.delivery_id])
  returning ${finishedSql}`;

/**
 * Records attempts of the retry table in one statement: all of them in the log, and the state of those deliveries whose
 * lease this process still holds (`= any (array[…])`: see index-plans.ts).
 */
export async function recordAttempts(tx: Tx, results: readonly Owned<AttemptResult>[]): Promise<RecordedAttempts> {
  const { rows } = await tx
    .raw<{ rows: Row[] }>(recordSql, { results: JSON.stringify(results.map(toRow)) })
    .options({ name: 'attempts_record' });
  return { recorded: new Set(rows.map((row) => row['id'] as string)), finished: rows.flatMap(toFinished) };
}

const lateSql = `
  with late as materialized (
    select distinct on (delivery_id) * from json_to_recordset(:results::json) as r (delivery_id text, store_id text,
      dev_mode boolean, status_code int, error_class text, verdict text, ended_at timestamptz)
    order by delivery_id, verdict = 'DELIVERED' desc
  ),
  before as materialized (
    select d.id, d.last_error_class = 'interrupted' as is_cut,
      d.status = 'DROPPED' or d.status = 'FAILED' and d.last_error_class = 'interrupted' as is_open
    from late join deliveries d on d.id = any (array[late.delivery_id]) and d.store_id = late.store_id
      and d.dev_mode = late.dev_mode
    order by d.id for update of d
  ),
  judged as materialized (
    select late.*, is_cut, coalesce(is_open, false) and verdict = 'DELIVERED' as is_delivered
    from late join before on before.id = late.delivery_id
  )
  update deliveries d set last_status_code = judged.status_code, last_error_class = judged.error_class,
    status = case when is_delivered then 'DELIVERED' else d.status end,
    finished_at = case when is_delivered then ended_at else d.finished_at end,
    updated_at = case when is_delivered then ended_at else d.updated_at end
  from judged where d.id = any (array[judged.delivery_id]) and (is_cut or is_delivered)
  returning ${finishedSql}, is_delivered`;

/**
 * Applies results whose lease had ended to their deliveries. A delivery with no attempt since then shows the result; a
 * success delivers one that was dropped, or that failed with its last attempt interrupted. Returns what was delivered.
 *
 * Runs after the statement that recorded the results, because it must see the change that ended the lease.
 */
export async function recordLateResults(tx: Tx, results: readonly Owned<AttemptResult>[]): Promise<FinishedDelivery[]> {
  if (results.length === 0) return [];
  const { rows } = await tx.raw<{ rows: Row[] }>(lateSql, { results: JSON.stringify(results.map(toRow)) });
  return rows.filter((row) => row['is_delivered'] === true).flatMap(toFinished);
}

function toRow(result: AttemptResult): object {
  const { delivery, verdict } = result;
  const isFinal = verdict.kind !== 'RETRY' && verdict.kind !== 'RELEASED';
  return {
    ...toAttemptRow(result),
    lease_token: delivery.leaseToken,
    verdict: verdict.kind === 'GONE' || verdict.kind === 'EXHAUSTED' ? 'FAILED' : verdict.kind,
    due_at: verdict.kind === 'RETRY' ? new Date(result.endedAt.getTime() + verdict.afterMs) : undefined,
    ended_at: result.finishedAt,
    finished_at: isFinal ? result.finishedAt : undefined,
  };
}
