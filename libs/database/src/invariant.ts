import type { Db } from './connect';

/** A rule that must hold at every moment; each statement sees one snapshot, so it needs no pause in the writes. */
export interface Invariant {
  readonly name: string;
  /** What is broken, one sentence each, at most {@link violationsMax}; empty when the rule holds. */
  readonly violations: (db: Db) => Promise<readonly string[]>;
}

/** One hundred broken rows already say everything; reading millions would hurt the patient. */
const violationsMax = 100;

/** The rule that `sql`, a select of sentences in the column `violation`, finds nothing. */
export function invariant(name: string, sql: string): Invariant {
  return {
    name,
    violations: async (db) => {
      const result = await db.raw<{ rows: { violation: string }[] }>(
        `select violation from (${sql}) as found limit ${String(violationsMax)}`,
      );
      return result.rows.map((row) => row.violation);
    },
  };
}

/** Every fact is published within a minute of its commit. */
const outboxIsPublished = invariant(
  'outbox_is_published',
  `select format('%s %s waits since %s', type, event_id, recorded_at) as violation
    from outbox where recorded_at < now() - interval '1 minute'`,
);

/** No fact was given up. */
const noFactIsDead = invariant(
  'no_fact_is_dead',
  `select format('%s %s was given up: %s', type, event_id, reason) as violation from outbox_dead`,
);

/** What must hold of the tables that every service has, besides its own rules. */
export const platformInvariants: readonly Invariant[] = [outboxIsPublished, noFactIsDead];
