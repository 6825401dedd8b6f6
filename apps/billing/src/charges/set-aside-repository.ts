import type { CrossTenant, Owned } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';

/** The work at which a row failed. */
export type SetAsideJob = 'CHARGE_EXPIRY' | 'CHECKOUT_EXPIRY' | 'ERASURE' | 'SIMULATED_DISPUTE';

/** The condition that a row of `table`, with its id in `id`, is not set aside at `:now`. */
export const isNotSetAside = (job: SetAsideJob, table: string, id = 'id'): string => `not exists (
  select from set_aside s where s.store_id = ${table}.store_id and s.dev_mode = ${table}.dev_mode and s.job = '${job}'
    and s.id = ${table}.${id} and s.run_at > :now)`;

/** Sets a row aside for a minute, and for twice as long after each further failure, up to an hour. */
export async function setAside(
  db: Db,
  { tenant, id }: Owned<{ readonly id: string }>,
  job: SetAsideJob,
  now: Date,
): Promise<void> {
  await db.raw(
    `insert into set_aside (store_id, dev_mode, job, id, failures, since, run_at)
     values (:storeId, :devMode, :job, :id, 1, :now, cast(:now as timestamptz) + interval '1 minute')
     on conflict (store_id, dev_mode, job, id) do update set failures = set_aside.failures + 1,
       run_at = excluded.since
         + least(interval '1 minute' * power(2, least(set_aside.failures, 20)), interval '1 hour')`,
    { ...tenant, job, id, now },
  );
}

/** Ends what was set aside of rows that have succeeded. */
export async function endSetAside(tx: Tx, _all: CrossTenant, job: SetAsideJob, ids: readonly string[]): Promise<void> {
  await tx('set_aside')
    .where({ job })
    .whereIn('id', [...ids])
    .delete();
}

const keptMs = 86_400_000;

/** Deletes what was not tried again for a day: the row went another way, paid or deleted. */
export async function purgeSetAside(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  return db('set_aside')
    .where('run_at', '<', new Date(now.getTime() - keptMs))
    .delete();
}
