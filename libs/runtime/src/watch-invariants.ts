import { Gauge } from 'prom-client';
import type { Lifecycle } from './lifecycle';
import type { Log } from './log';
import type { Metrics } from './metrics';
import { periodic } from './periodic';

/** A rule over a database of kind `Db`. */
interface Rule<Db> {
  readonly name: string;
  /** One sentence a violation; empty when the rule holds. */
  readonly violations: (db: Db, now: Date) => Promise<readonly string[]>;
}

export interface WatchedInvariants<Db> {
  /** The first part of the metric's name. */
  readonly service: string;
  readonly db: Db;
  readonly invariants: readonly Rule<Db>[];
  readonly everyMs: number;
  readonly now: () => Date;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Checks a service's invariants periodically until the service stops. A violation is logged as an error and sets the
 * gauge above zero; nothing repairs it automatically. An invariant that cannot be checked sets −1, and the others are
 * checked.
 */
export function watchInvariants<Db>(watched: WatchedInvariants<Db>, lifecycle: Lifecycle): void {
  const gauge = new Gauge({
    name: `pitanga_${watched.service}_invariant_violations`,
    help: 'Violations found by the last check of each invariant (at most 100 are counted), -1 when it could not be asked.',
    labelNames: ['invariant'],
    registers: [watched.metrics],
  });
  const checks = periodic('check invariants', watched.everyMs, () => checkAll(watched, gauge), watched.log);
  lifecycle.defer('invariants', () => checks.stop());
}

async function checkAll<Db>(
  { db, invariants, now, log }: WatchedInvariants<Db>,
  gauge: Gauge<'invariant'>,
): Promise<void> {
  for (const { name, violations } of invariants) {
    try {
      const found = await violations(db, now());
      gauge.set({ invariant: name }, found.length);
      if (found.length === 0) continue;
      log.error({ invariant: name, count: found.length, first: found.slice(0, 5) }, 'an invariant is broken');
    } catch (error) {
      gauge.set({ invariant: name }, -1);
      log.error({ invariant: name, err: error }, 'an invariant could not be checked');
    }
  }
}
