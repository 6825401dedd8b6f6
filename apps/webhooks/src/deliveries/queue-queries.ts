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
