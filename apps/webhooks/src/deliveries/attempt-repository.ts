import { tenantOf } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { FinishedDelivery } from './delivery';
import type { AttemptResult } from './attempt';

/** A delivery after a record of its attempts. */
export interface RecordedRow {
  readonly delivery_id: string;
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly webhook_id: string;
  readonly event: string;
  readonly status: FinishedDelivery['outcome'] | 'PENDING';
  readonly attempts: number;
  readonly last_status_code: number | null;
  readonly last_error_class: string | null;
}

/**
 * Records a batch of attempts in one statement: the log, then the state of those deliveries whose lease is
 * still ours (`= any (array[…])`: see index-plans.ts). A result whose lease was taken away completes the entry that was
 * logged and counted then, as interrupted. Answers the deliveries that changed.
 */
const recordSql = `
  with results as (
    select * from json_to_recordset(?::json) as r (delivery_id text, store_id text, dev_mode boolean, lease_token text,
      no int, started_at timestamptz, duration_ms int, status_code int, error_class text, response_head bytea,
      response_truncated boolean, retry_after text, verdict text, due_at timestamptz, ended_at timestamptz, finished_at timestamptz)
  ),
  owned as materialized (
    select r.*, q.webhook_id from results r
    join delivery_queue q on q.delivery_id = any (array[r.delivery_id]) and q.resend = 0 and q.lease_token = r.lease_token
    order by q.delivery_id for update of q
  ),
  logged as (
    insert into attempts as known (delivery_id, no, store_id, dev_mode, trigger, started_at, duration_ms, status_code,
      error_class, response_head, response_truncated, retry_after)
    select delivery_id, no, store_id, dev_mode, 'AUTO', started_at, duration_ms, status_code,
      error_class, response_head, response_truncated, retry_after from results
    on conflict (delivery_id, no) do update set duration_ms = excluded.duration_ms, status_code = excluded.status_code,
      error_class = excluded.error_class, response_head = excluded.response_head,
      response_truncated = excluded.response_truncated, retry_after = excluded.retry_after
      where known.error_class = 'interrupted'
  ),
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
  returning d.id as delivery_id, d.store_id, d.dev_mode, d.webhook_id, d.event, d.status,
    d.attempts + d.manual_attempts as attempts, d.last_status_code, d.last_error_class`;

// eslint-disable-next-line pitanga/tenant-first -- rows are found by their lease; each carries its own tenant
export async function recordAttempts(
  tx: Db,
  results: readonly AttemptResult[],
): Promise<{ recorded: ReadonlySet<string>; finished: FinishedDelivery[] }> {
  const { rows } = await tx
    .raw<{ rows: RecordedRow[] }>(recordSql, [JSON.stringify(results.map(toRow))])
    .options({ name: 'attempts_record' });
  return { recorded: new Set(rows.map((row) => row.delivery_id)), finished: rows.flatMap(finishedOf) };
}

const lateSql = `
  with late as materialized (
    select distinct on (delivery_id) * from json_to_recordset(?::json) as r (delivery_id text, status_code int,
      error_class text, verdict text, ended_at timestamptz)
    order by delivery_id, verdict = 'DELIVERED' desc
  ),
  before as materialized (
    select id, last_error_class = 'interrupted' as is_cut,
      status = 'DROPPED' or status = 'FAILED' and last_error_class = 'interrupted' as is_open
    from deliveries where id = any (array(select delivery_id from late)) order by id for update
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
  returning d.id as delivery_id, d.store_id, d.dev_mode, d.webhook_id, d.event, d.status,
    d.attempts + d.manual_attempts as attempts, d.last_status_code, d.last_error_class, is_delivered`;

/**
 * Attempts that were logged as interrupted before they ended: where nothing has been tried since, their deliveries show
 * how they did end, and one that was dropped is delivered by a success, as one that had failed is by a late
 * manual one. A statement after the one that completed the log, because it has to see what took the lease away. Answers
 * what was delivered.
 */
// eslint-disable-next-line pitanga/tenant-first -- a batch of results spans stores
export async function recordLateEnds(tx: Db, results: readonly AttemptResult[]): Promise<FinishedDelivery[]> {
  if (results.length === 0) return [];
  const { rows } = await tx.raw<{ rows: (RecordedRow & { is_delivered: boolean })[] }>(lateSql, [
    JSON.stringify(results.map(toRow)),
  ]);
  return rows.filter((row) => row.is_delivered).flatMap(finishedOf);
}

function toRow(result: AttemptResult): object {
  const { delivery, verdict } = result;
  const isOver = verdict.kind !== 'RETRY' && verdict.kind !== 'RELEASED';
  return {
    delivery_id: delivery.id,
    store_id: delivery.tenant.storeId,
    dev_mode: delivery.tenant.devMode,
    lease_token: delivery.leaseToken,
    no: delivery.attemptNo,
    started_at: result.startedAt,
    duration_ms: Math.round(result.durationMs),
    status_code: result.status,
    error_class: result.errorClass,
    response_head: headText(result),
    response_truncated: result.responseTruncated,
    retry_after: result.retryAfter,
    verdict: verdict.kind === 'GONE' || verdict.kind === 'EXHAUSTED' ? 'FAILED' : verdict.kind,
    due_at: verdict.kind === 'RETRY' ? new Date(result.endedAt.getTime() + verdict.afterMs) : undefined,
    ended_at: result.finishedAt,
    finished_at: isOver ? result.finishedAt : undefined,
  };
}

/** How JSON carries a bytea. */
export function headText({ responseHead }: AttemptResult): string | undefined {
  return responseHead && `\\x${responseHead.toString('hex')}`;
}

export function finishedOf(row: RecordedRow): FinishedDelivery[] {
  if (row.status === 'PENDING') return [];
  return [
    {
      id: row.delivery_id,
      tenant: tenantOf(row.store_id, row.dev_mode),
      webhookId: row.webhook_id,
      event: row.event,
      outcome: row.status,
      attempts: row.attempts,
      lastStatusCode: row.last_status_code ?? undefined,
      lastErrorClass: row.last_error_class ?? undefined,
    },
  ];
}
