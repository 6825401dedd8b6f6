import { createAsaasCallsGauge } from '@pitanga/provider-account';
import { durationHistogram, type Metrics } from '@pitanga/runtime';

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
  return {
    asaasCalls: createAsaasCallsGauge(registry),
    called: (operation, outcome, durationMs) => calls.observe({ operation, outcome }, durationMs / 1_000),
  };
}
