import { createAsaasCallsGauge } from '@pitanga/provider-account';
import { durationHistogram, type Metrics } from '@pitanga/runtime';

export interface AsaasMetrics {
  /** @param outcome the status class, or the reason for no response */
  readonly called: (operation: string, outcome: string, durationMs: number) => void;
  /** @param mostCalls what the account with the most calls has made in twelve hours */
  readonly counted: (mostCalls: number) => void;
}

export function createAsaasMetrics(registry: Metrics): AsaasMetrics {
  const calls = durationHistogram(registry, {
    name: 'pitanga_asaas_seconds',
    help: 'Calls to Asaas, by operation and what they came to (a status class or why there was no answer).',
    labelNames: ['operation', 'outcome'],
  });
  return {
    called: (operation, outcome, durationMs) => calls.observe({ operation, outcome }, durationMs / 1_000),
    counted: createAsaasCallsGauge(registry),
  };
}
