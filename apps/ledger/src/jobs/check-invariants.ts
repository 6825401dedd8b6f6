import type { Db } from '@pitanga/database';
import type { Log, Metrics } from '@pitanga/runtime';
import { Gauge } from 'prom-client';
import { invariants } from '../invariants/invariant-queries';

/**
 * The periodic proof that the ledger agrees with itself. A broken rule is an error in the log and a
 * gauge above zero: somebody must look, nothing repairs itself.
 */
export function createInvariantsCheck(deps: {
  readonly db: Db;
  readonly log: Log;
  readonly metrics: Metrics;
}): () => Promise<void> {
  const gauge = new Gauge({
    name: 'pitanga_ledger_invariant_violations',
    help: 'Violations found by the last check of each ledger invariant (at most 100 are counted).',
    labelNames: ['invariant'],
    registers: [deps.metrics],
  });
  return async () => {
    for (const { name, violations } of invariants) {
      const found = await violations(deps.db);
      gauge.set({ invariant: name }, found.length);
      if (found.length > 0)
        deps.log.error({ invariant: name, count: found.length, first: found.slice(0, 5) }, 'the ledger is broken');
    }
  };
}
