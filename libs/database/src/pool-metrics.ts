import { durationHistogram, type Metrics, type Stalls } from '@pitanga/runtime';
import type { Knex } from 'knex';
import { Gauge } from 'prom-client';

/** The used part of knex's pool (tarn), which its types leave open. */
interface Pool {
  on(event: 'acquireRequest' | 'acquireSuccess' | 'acquireFail', told: (id: number) => void): unknown;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

const measuredPools = new WeakMap<Metrics, Map<string, Pool>>();

/**
 * Measures waits for a connection, which show that a pool is too small before queries fail.
 * @param name labels the pool
 * @param stalls notes long waits
 */
export function measurePool(db: Knex, name: string, metrics: Metrics, stalls?: Stalls): void {
  const { pool } = db.client as { readonly pool: Pool };
  const waits = durationHistogram(metrics, {
    name: 'pitanga_database_pool_wait_seconds',
    help: 'How long work waited for a connection of a pool, by whether it got one',
    labelNames: ['pool', 'outcome'],
  });
  // Exported as 0 from the start, so that the first failure is an increase for the alert.
  waits.zero({ pool: name, outcome: 'failed' });
  const since = new Map<number, number>();
  const ended = (outcome: 'acquired' | 'failed'): ((id: number) => void) => {
    const series = waits.labels(name, outcome);
    return (id) => {
      const startedMs = since.get(id);
      since.delete(id);
      if (startedMs === undefined) return;
      const waitedMs = performance.now() - startedMs;
      series.observe(waitedMs / 1_000);
      stalls?.note('pool', waitedMs, { pool: name, outcome });
    };
  };
  pool.on('acquireRequest', (id) => since.set(id, performance.now()));
  pool.on('acquireSuccess', ended('acquired'));
  pool.on('acquireFail', ended('failed'));
  measuredPoolsIn(metrics).set(name, pool);
}

/** The pools of a registry, whose connections its gauge counts. */
function measuredPoolsIn(metrics: Metrics): Map<string, Pool> {
  const known = measuredPools.get(metrics);
  if (known) return known;
  const pools = new Map<string, Pool>();
  measuredPools.set(metrics, pools);
  new Gauge({
    name: 'pitanga_database_pool_connections',
    help: 'Connections of a pool that are used and idle, and work that waits for one',
    labelNames: ['pool', 'state'],
    registers: [metrics],
    collect() {
      for (const [name, pool] of pools) {
        this.set({ pool: name, state: 'used' }, pool.numUsed());
        this.set({ pool: name, state: 'idle' }, pool.numFree());
        this.set({ pool: name, state: 'awaited' }, pool.numPendingAcquires());
      }
    },
  });
  return pools;
}
