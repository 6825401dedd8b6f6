import { durationHistogram, type Metrics } from '@pitanga/runtime';
import { Gauge } from 'prom-client';

export interface PayoutMetrics {
  /** @param outcome a status class, or why there was no answer */
  called(operation: string, outcome: string, durationMs: number): void;
  violated(invariant: string, count: number): void;
}

export function createPayoutMetrics(registry: Metrics): PayoutMetrics {
  const calls = durationHistogram(registry, {
    name: 'pitanga_payout_provider_seconds',
    help: 'Calls to payout providers, by operation and what they came to (a status class or why there was no answer).',
    labelNames: ['operation', 'outcome'],
  });
  const violations = new Gauge({
    name: 'pitanga_payouts_invariant_violations',
    help: 'Violations found by the last check of each rule of payouts (at most 100 are counted).',
    labelNames: ['invariant'],
    registers: [registry],
  });
  return {
    called: (operation, outcome, durationMs) => calls.observe({ operation, outcome }, durationMs / 1_000),
    violated: (invariant, count) => violations.set({ invariant }, count),
  };
}
