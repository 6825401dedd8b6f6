import type { Db } from './connect';

export interface PurgeLimits {
  /** Rows of one statement, so that no lock is held for long. @default 1000 */
  readonly batchSize?: number;
  /** Statements of one run; the next run continues. @default 100 */
  readonly batchesMax?: number;
}

/**
 * Runs a delete with the bindings (now, batch size) until a batch is not full or the limit is reached; each statement
 * commits by itself. Returns the number of deleted rows.
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
