import { durationHistogram, type Metrics } from '@pitanga/runtime';
import { Gauge } from 'prom-client';

export interface PayoutMetrics {
  /** @param outcome a status class, or why there was no answer */
  called(operation: string, outcome: string, durationMs: number): void;
  /** @param most what the account at Asaas with the most calls has made in twelve hours */
  asaasCalls(most: number): void;
}

export function createPayoutMetrics(registry: Metrics): PayoutMetrics {
  const calls = durationHistogram(registry, {
    name: 'pitanga_payout_provider_seconds',
    help: 'Calls to payout providers, by operation and what they came to (a status class or why there was no answer).',
    labelNames: ['operation', 'outcome'],
  });
  const most = new Gauge({
    name: 'pitanga_asaas_calls',
    help: 'Calls of the account at Asaas with the most calls in twelve hours, of which Asaas allows 25,000.',
    registers: [registry],
  });
  return {
    asaasCalls: (count) => most.set(count),
    called: (operation, outcome, durationMs) => calls.observe({ operation, outcome }, durationMs / 1_000),
  };
}
