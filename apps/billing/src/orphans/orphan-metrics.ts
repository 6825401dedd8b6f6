import type { Metrics } from '@pitanga/runtime';
import { Gauge } from 'prom-client';

export interface OrphanMetrics {
  measured(count: number, oldestMs: number): void;
}

export function createOrphanMetrics(registry: Metrics): OrphanMetrics {
  const registers = [registry];
  const open = new Gauge({
    name: 'pitanga_charge_orphans_open',
    help: 'Payments that an account may have made without an answer, and that are looked for.',
    registers,
  });
  const age = new Gauge({
    name: 'pitanga_charge_orphans_oldest_seconds',
    help: 'Since when the oldest of them is looked for.',
    registers,
  });
  return {
    measured: (count, oldestMs) => {
      open.set(count);
      age.set(oldestMs / 1_000);
    },
  };
}
