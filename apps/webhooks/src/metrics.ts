import type { Metrics } from '@pitanga/runtime';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { AttemptResult } from './deliveries/attempt';
import type { FinishedDelivery } from './deliveries/delivery';
import type { QueueDepth } from './deliveries/queue-queries';

export interface WebhookMetrics {
  attempted(result: AttemptResult): void;
  finished(deliveries: readonly FinishedDelivery[]): void;
  queued(depth: readonly QueueDepth[], now: Date): void;
}

const states = ['WAITING', 'READY', 'LEASED'] as const;

export function createWebhookMetrics(registry: Metrics, inFlight: () => number): WebhookMetrics {
  const registers = [registry];
  const attempts = new Histogram({
    name: 'pitanga_webhook_attempt_seconds',
    help: 'Calls to endpoints, by what they came to (a status class or an error class).',
    labelNames: ['result'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const deliveries = new Counter({
    name: 'pitanga_webhook_deliveries_total',
    help: 'Deliveries that reached their end.',
    labelNames: ['outcome'],
    registers,
  });
  const depth = new Gauge({
    name: 'pitanga_webhook_queue_depth',
    help: 'Deliveries not finished yet.',
    labelNames: ['state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'pitanga_webhook_oldest_due_seconds',
    help: 'How long the delivery that is overdue the longest has been ready; 0 when none is.',
    registers,
  });
  new Gauge({
    name: 'pitanga_webhook_calls_in_flight',
    help: 'Calls under way in this process.',
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  return {
    attempted: ({ durationMs, errorClass, status }) => {
      const result = errorClass ?? `${String(Math.floor((status ?? 0) / 100))}xx`;
      attempts.observe({ result }, durationMs / 1000);
    },
    finished: (finished) => {
      for (const { outcome } of finished) deliveries.inc({ outcome });
    },
    queued: (rows, now) => {
      const byState = new Map(rows.map((row) => [row.state, row]));
      for (const state of states) depth.set({ state }, byState.get(state)?.count ?? 0);
      const due = byState.get('READY')?.oldestDueAt;
      oldest.set(due ? Math.max(0, now.getTime() - due.getTime()) / 1000 : 0);
    },
  };
}
