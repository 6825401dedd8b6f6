import { everyTenant, type Owned } from '@pitanga/core';
import { transact, type Tx } from '@pitanga/database';
import type { Deps, ReadDeps, TxDeps } from '../deps';
import { endSetAside, setAside, type SetAsideJob } from '../charges/set-aside-repository';

/** Work on rows of all stores that are due. */
export interface DueWork<Row extends Owned<{ readonly id: string }>> {
  readonly job: SetAsideJob;
  readonly batchSize: number;
  /** Locks up to `limit` rows that are due and not set aside at `now` (real time); other processes skip them. */
  claim(tx: Tx, now: Date, limit: number): Promise<readonly Row[]>;
  /** Does the work of claimed rows, so that they are due no more. */
  run(deps: TxDeps, rows: readonly Row[]): Promise<void>;
}

/** A run ends after this many transactions; the next run continues. */
const roundsMax = 200;

/**
 * Does the work of the rows that are due, a batch in a transaction; returns how many rows. After a fault this run continues
 * row by row: one that fails is logged and set aside (`no_row_is_set_aside` names it), so that it keeps no other waiting.
 * @throws when the database is away
 */
export async function runDue<Row extends Owned<{ readonly id: string }>>(
  deps: Deps,
  work: DueWork<Row>,
): Promise<number> {
  let limit = work.batchSize;
  let done = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    let claimed: readonly Row[] = [];
    try {
      await transact(deps, async (tx) => {
        claimed = await work.claim(tx.db, tx.clock.real(), limit);
        if (claimed.length === 0) return;
        await work.run(tx, claimed);
        const ids = claimed.map(({ id }) => id);
        await endSetAside(tx.db, everyTenant, work.job, ids);
      });
      done += claimed.length;
      if (claimed.length < limit) return done;
    } catch (error) {
      const [row] = claimed;
      if (!row) throw error;
      if (limit === 1) await putAside(deps, work.job, row, error);
      limit = 1;
    }
  }
  return done;
}

async function putAside(
  { db, clock, log }: ReadDeps,
  job: SetAsideJob,
  row: Owned<{ readonly id: string }>,
  error: unknown,
): Promise<void> {
  await setAside(db, row, job, clock.real());
  log.error({ err: error, job, storeId: row.tenant.storeId, rowId: row.id }, 'a row is set aside: its work fails');
}
