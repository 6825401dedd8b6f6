import type { Db } from './connect';

export interface PurgeLimits {
  /** Rows a statement deletes at most, so that no lock is held for long. Default 1,000. */
  readonly batchSize?: number;
  /** Statements of one run at most; the next run goes on. Default 100. */
  readonly batchesMax?: number;
}

/**
 * Runs a delete with the bindings (now, batch size) until a batch is not full or the limit is reached;
 * each statement commits by itself. Answers how many rows are gone.
 */
export async function deleteInBatches(
  db: Db,
  sql: string,
  now: Date,
  { batchSize = 1_000, batchesMax = 100 }: PurgeLimits = {},
): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const { rowCount } = await db.raw<{ rowCount: number }>(sql, [now, batchSize]);
    total += rowCount;
    if (rowCount < batchSize) break;
  }
  return total;
}
