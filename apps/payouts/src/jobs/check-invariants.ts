import type { Db } from '@pitanga/database';
import type { Log } from '@pitanga/runtime';
import { invariants } from '../invariants/invariant-queries';
import type { PayoutMetrics } from '../metrics';

/** Measures every rule: a gauge above zero and an error in the log say that a person must look. */
export async function checkInvariants({
  db,
  log,
  metrics,
}: {
  readonly db: Db;
  readonly log: Log;
  readonly metrics: PayoutMetrics;
}): Promise<void> {
  for (const { name, violations } of invariants) {
    const found = await violations(db);
    metrics.violated(name, found.length);
    if (found.length > 0)
      log.error({ invariant: name, count: found.length, first: found.slice(0, 5) }, 'a rule is broken');
  }
}
