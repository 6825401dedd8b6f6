import type { Metrics } from '@pitanga/runtime';
import { Gauge, Histogram } from 'prom-client';

/** Starts the measurement of a batch; the function it returns ends it. */
type MeasureBatch = (what: 'facts' | 'holds', items: number) => () => void;

export function writerMetrics(metrics: Metrics, queued: () => number): MeasureBatch {
  const registers = [metrics];
  const labelNames = ['what'] as const;
  new Gauge({
    name: 'pitanga_ledger_queue_waiting',
    help: 'Postings that wait for a writer.',
    registers,
    collect() {
      this.set(queued());
    },
  });
  const sizes = new Histogram({
    name: 'pitanga_ledger_batch_items',
    help: 'Items that one batch of a writer took.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    labelNames,
    registers,
  });
  const durations = new Histogram({
    name: 'pitanga_ledger_batch_seconds',
    help: 'Time to write and commit a batch.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
    labelNames,
    registers,
  });
  return (what, items) => {
    sizes.observe({ what }, items);
    return durations.startTimer({ what });
  };
}
