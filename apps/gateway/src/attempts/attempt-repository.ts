import type { CrossTenant } from '@pitanga/core';
import { deleteInBatches, type Db, type Tx } from '@pitanga/database';

/** When a subject is locked, and for how long: ms of the first lock, doubled by each further failure. */
export interface LockRule {
  /** Failures from which on each one locks. */
  readonly failuresMax: number;
  readonly firstLockMs: number;
  readonly longestLockMs: number;
  /** Failures are forgotten after this time without another one. */
  readonly forgetMs: number;
}

export interface CountedAttempt {
  readonly failures: number;
  readonly lockedUntil: Date | undefined;
}

/** Counts and locks in one statement, which does nothing while the subject is locked. Parallel attempts queue here. */
const countSql = `
  insert into sign_in_attempts as known (subject, failures, last_at, locked_until)
  values (:subject, 1, cast(:now as timestamptz), case when cast(:failuresMax as integer) <= 1 then cast(:now as timestamptz) + cast(:firstLock as double precision) * interval '1 millisecond' end)
  on conflict (subject) do update set
    failures = case when known.last_at <= cast(:forgetBefore as timestamptz) then 1 else least(known.failures + 1, 100) end,
    last_at = excluded.last_at,
    locked_until = case
      when known.last_at > cast(:forgetBefore as timestamptz) and known.failures + 1 >= cast(:failuresMax as integer) then
        excluded.last_at + interval '1 millisecond'
          * least(cast(:longestLock as double precision), cast(:firstLock as double precision) * power(2, least(known.failures + 1 - cast(:failuresMax as integer), 30)))
    end
  where known.locked_until is null or known.locked_until <= excluded.last_at
  returning failures, locked_until`;

/** Counts an attempt as a failure before it is made; undefined, and not counted, while the subject is locked. */
export async function countAttempt(
  db: Db,
  _all: CrossTenant,
  subject: string,
  now: Date,
  rule: LockRule,
): Promise<CountedAttempt | undefined> {
  const { rows } = await db.raw<{ rows: { failures: number; locked_until: Date | null }[] }>(countSql, {
    subject,
    now,
    failuresMax: rule.failuresMax,
    firstLock: rule.firstLockMs,
    longestLock: rule.longestLockMs,
    forgetBefore: new Date(now.getTime() - rule.forgetMs),
  });
  const [row] = rows;
  return row && { failures: row.failures, lockedUntil: row.locked_until ?? undefined };
}

/** The end of a subject's lock. */
export async function findLock(db: Db, _all: CrossTenant, subject: string): Promise<Date | undefined> {
  const row = await db('sign_in_attempts')
    .where({ subject })
    .first<{ locked_until: Date | null } | undefined>('locked_until');
  return row?.locked_until ?? undefined;
}

/** Forgets a subject's failures. */
export async function deleteAttempts(db: Db | Tx, _all: CrossTenant, subjects: readonly string[]): Promise<void> {
  await db('sign_in_attempts').whereIn('subject', subjects).delete();
}

/** Takes one counted attempt back, which did not fail. */
export async function uncountAttempt(db: Db, _all: CrossTenant, subject: string): Promise<void> {
  await db('sign_in_attempts')
    .where({ subject })
    .where('failures', '>', 0)
    .update({ failures: db.raw('failures - 1'), locked_until: null });
}

/** Deletes attempts that nothing was added to for two days. */
export async function purgeAttempts(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  return deleteInBatches(
    db,
    `delete from sign_in_attempts where subject in
       (select subject from sign_in_attempts where last_at <= ?::timestamptz - interval '2 days' order by last_at limit ?)`,
    now,
  );
}
