import type { Db } from '@pitanga/database';

export interface QueueDepth {
  readonly state: 'WAITING' | 'READY' | 'LEASED';
  readonly count: number;
  readonly oldestDueAt: Date;
}

/** How much waits in each state, over all stores: for operators. */
export async function resolveQueueDepth(db: Db): Promise<QueueDepth[]> {
  const { rows } = await db.raw<{ rows: { state: QueueDepth['state']; count: number; oldest_due_at: Date }[] }>(
    'select state, count(*) as count, min(due_at) as oldest_due_at from delivery_queue group by state',
  );
  return rows.map((row) => ({ state: row.state, count: row.count, oldestDueAt: row.oldest_due_at }));
}

/** How many active webhooks operators were told to be failing: for operators. */
export async function resolveFailing(db: Db): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*) as count from failing_webhooks f
     join webhooks w on w.id = any (array[f.webhook_id]) where f.told_at is not null and w.status = 'ACTIVE'`,
  );
  return rows[0]?.count ?? 0;
}
