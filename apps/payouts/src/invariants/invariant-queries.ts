import type { Db } from '@pitanga/database';

/** A rule that must hold at every moment. */
interface Invariant {
  readonly name: string;
  /** What is broken, one sentence each, at most {@link violationsMax}; empty when the rule holds. */
  readonly violations: (db: Db) => Promise<readonly string[]>;
}

/** One hundred broken rows already say everything. */
const violationsMax = 100;

function invariant(name: string, sql: string): Invariant {
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

/** Every payout has ended an hour after it was asked for: one that has not needs a person to ask its provider. */
export const outcomesAreKnown = invariant(
  'outcome_unknown_for_an_hour',
  `select format('payout %s of %s (dev %s) is at %s since %s, asked %s times', id, store_id, dev_mode, step,
      coalesce(sent_at, requested_at), attempts) as violation
    from payouts where step <> 'DONE' and requested_at < now() - interval '1 hour' order by run_at`,
);

/** What is due is taken at once, or by another replica when a lease ends. */
export const stepsAreTaken = invariant(
  'step_overdue',
  `select format('payout %s of %s (dev %s) was due for %s at %s', id, store_id, dev_mode, step, run_at) as violation
    from payouts where step <> 'DONE' and run_at < now() - interval '5 minutes' order by run_at`,
);

/** A COMPLETE payout has its Pix and its receipt, a FAILED one its reason, and neither has what the other has. */
export const endsAreWhole = invariant(
  'end_incomplete',
  `select format('payout %s of %s (dev %s) is %s', id, store_id, dev_mode, status) as violation
    from payouts
    where (status = 'COMPLETE') <> (end_to_end_id is not null and receipt_url is not null)
      or (status = 'FAILED') <> (failure_reason is not null)`,
);

/** A fact leaves within moments. */
export const factsArePublished = invariant(
  'event_unpublished_for_a_minute',
  `select format('%s of %s', type, recorded_at) as violation
    from outbox where recorded_at < now() - interval '1 minute'`,
);

export const invariants: readonly Invariant[] = [outcomesAreKnown, stepsAreTaken, endsAreWhole, factsArePublished];
