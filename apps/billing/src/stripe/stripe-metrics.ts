import { durationHistogram, type Metrics } from '@pitanga/runtime';

export interface StripeMetrics {
  /** @param outcome the status class, or the reason for no response */
  called(operation: string, outcome: string, durationMs: number): void;
}

export function createStripeMetrics(registry: Metrics): StripeMetrics {
  const calls = durationHistogram(registry, {
    name: 'pitanga_stripe_seconds',
    help: 'Calls to Stripe, by operation and what they came to (a status class or why there was no answer).',
    labelNames: ['operation', 'outcome'],
  });
  return { called: (operation, outcome, durationMs) => calls.observe({ operation, outcome }, durationMs / 1_000) };
}
