import type { Db } from './connect';

/** A rule that always holds. Each statement reads one snapshot, so that writes can continue. */
export interface Invariant {
  readonly name: string;
  /** What it selects; of one that speaks of ages, with `:now`. */
  readonly sql: string;
  /** One sentence a violation, at most {@link violationsMax}; empty when the rule holds. Ages are those at `now`, real time. */
  readonly violations: (db: Db, now: Date) => Promise<readonly string[]>;
}

/** One hundred violations are enough to diagnose; reading millions would load the database. */
const violationsMax = 100;

/** The rule that `sql`, a select of sentences in the column `violation`, finds nothing. It may refer to `:now`. */
export function invariant(name: string, sql: string): Invariant {
  return {
    name,
    sql,
    violations: async (db, now) => {
      const result = await db.raw<{ rows: { violation: string }[] }>(
        `select violation from (${sql}) as found limit ${String(violationsMax)}`,
        { now },
      );
      return result.rows.map((row) => row.violation);
    },
  };
}

/** Every event is published within a minute of its commit. */
const outboxIsPublished = invariant(
  'outbox_is_published',
  `select format('%s %s waits since %s', type, event_id, recorded_at) as violation
    from outbox where recorded_at < :now::timestamptz - interval '1 minute'`,
);

/** The dead outbox is empty. */
const noFactIsDead = invariant(
  'no_fact_is_dead',
  `select format('%s %s was given up: %s', type, event_id, reason) as violation from outbox_dead`,
);

/** The invariants of the tables that every service has. */
export const platformInvariants: readonly Invariant[] = [outboxIsPublished, noFactIsDead];
