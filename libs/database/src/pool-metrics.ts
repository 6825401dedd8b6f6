import { durationHistogram, type Metrics } from '@pitanga/runtime';
import type { Knex } from 'knex';
import { Gauge } from 'prom-client';

/** The used part of knex's pool (tarn), which its types leave open. */
interface Pool {
  on(event: 'acquireRequest' | 'acquireSuccess' | 'acquireFail', told: (id: number) => void): unknown;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Measures waits for a connection, which show that a pool is too small before queries fail. */
export function measurePool(db: Knex, metrics: Metrics): void {
  const { pool } = db.client as { readonly pool: Pool };
  const waits = durationHistogram(metrics, {
    name: 'pitanga_database_pool_wait_seconds',
    help: 'How long work waited for a connection of the pool, by whether it got one',
    labelNames: ['outcome'],
  });
  // Exported as 0 from the start, so that the first failure is an increase for the alert.
  waits.zero({ outcome: 'failed' });
  const since = new Map<number, number>();
  const ended = (outcome: 'acquired' | 'failed'): ((id: number) => void) => {
    const series = waits.labels(outcome);
    return (id) => {
      const startedMs = since.get(id);
      since.delete(id);
      if (startedMs !== undefined) series.observe((performance.now() - startedMs) / 1_000);
    };
  };
  pool.on('acquireRequest', (id) => since.set(id, performance.now()));
  pool.on('acquireSuccess', ended('acquired'));
  pool.on('acquireFail', ended('failed'));
  new Gauge({
    name: 'pitanga_database_pool_connections',
    help: 'Connections that are used and idle, and work that waits for one',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.set({ state: 'used' }, pool.numUsed());
      this.set({ state: 'idle' }, pool.numFree());
      this.set({ state: 'awaited' }, pool.numPendingAcquires());
    },
  });
}
