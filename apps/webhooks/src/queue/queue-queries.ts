import type { Db } from '@pitanga/database';

export interface QueueDepth {
  readonly state: 'WAITING' | 'READY' | 'LEASED';
  /** Counted up to a hundred thousand: beyond that the order of magnitude is what an operator needs. */
  readonly count: number;
  /** Of READY ones only. */
  readonly oldestDueAt: Date | undefined;
}

/**
 * A literal for each state, because only that lets the planner use the state's own index. The oldest is looked for
 * among the webhooks' oldest, as the claim does, so that a million rows cost what their webhooks do.
 */
const depthSql = `
  with recursive oldest (webhook_id, due_at) as (
    (select webhook_id, due_at from delivery_queue where state = 'READY' order by webhook_id, due_at limit 1)
    union all
    select next.webhook_id, next.due_at from oldest cross join lateral (
      select webhook_id, due_at from delivery_queue
      where state = 'READY' and webhook_id > oldest.webhook_id order by webhook_id, due_at limit 1
    ) next
  )
  select 'WAITING' as state, count(*) as count, null::timestamptz as oldest_due_at
  from (select due_at from delivery_queue where state = 'WAITING' order by due_at limit 100000) waiting
  union all
  select 'READY', count(*), (select min(due_at) from oldest)
  from (select webhook_id from delivery_queue where state = 'READY' order by webhook_id limit 100000) ready
  union all
  select 'LEASED', count(*), null
  from (select lease_until from delivery_queue where state = 'LEASED' order by lease_until limit 100000) leased`;

/** How much is in each state, over all stores: for operators. */
export async function resolveQueueDepth(db: Db): Promise<QueueDepth[]> {
  const { rows } = await db.raw<{ rows: { state: QueueDepth['state']; count: number; oldest_due_at: Date | null }[] }>(
    depthSql,
  );
  return rows.map((row) => ({ state: row.state, count: row.count, oldestDueAt: row.oldest_due_at ?? undefined }));
}
