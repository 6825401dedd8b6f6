import type { Metrics } from '@pitanga/runtime';
import { Counter, Gauge } from 'prom-client';

export interface SubscriptionMetrics {
  /** Attempts to collect a cycle, by outcome; UNKNOWN ones are made again. */
  readonly attempts: Counter<'outcome'>;
  /** How long the oldest due work has waited. */
  readonly backlogAge: Gauge;
}

export function createSubscriptionMetrics(registry: Metrics): SubscriptionMetrics {
  const registers = [registry];
  return {
    attempts: new Counter({
      name: 'pitanga_cycle_attempts_total',
      help: 'Attempts to collect a cycle, by outcome: PAID, FAILED, VOID or UNKNOWN.',
      labelNames: ['outcome'],
      registers,
    }),
    backlogAge: new Gauge({
      name: 'pitanga_cycles_due_age_seconds',
      help: 'Age of the oldest cycle that is due and not yet asked for.',
      registers,
    }),
  };
}
