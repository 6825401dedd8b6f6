import { eventCounter, type Metrics } from '@pitanga/runtime';
import { Gauge } from 'prom-client';
import { isCardTesting, type AttemptKind, type CardVelocity } from './attempt';

export type AttemptOutcome = 'passed' | 'failed' | 'paused_page' | 'paused_card' | 'paused_store';

export interface AttemptMetrics {
  tried(kind: AttemptKind, outcome: AttemptOutcome, devMode: boolean): void;
  stores(velocities: readonly (CardVelocity & { readonly devMode: boolean })[]): void;
}

const environmentLabel = (devMode: boolean): string => (devMode ? 'dev' : 'production');

export function createAttemptMetrics(registry: Metrics): AttemptMetrics {
  const attempts = eventCounter(registry, {
    name: 'pitanga_page_attempts_total',
    help: 'Cards and coupons tried without a secret key, by what became of them, and those refused by a pause.',
    labelNames: ['kind', 'outcome', 'environment'],
  });
  const stores = new Gauge({
    name: 'pitanga_card_testing_stores',
    help: 'Stores with 20 declines or more in 10 minutes that are 80 % of their card attempts.',
    labelNames: ['environment'],
    registers: [registry],
  });
  return {
    tried: (kind, outcome, devMode) => {
      attempts.inc({ kind: kind.toLowerCase(), outcome, environment: environmentLabel(devMode) });
    },
    stores: (velocities) => {
      for (const devMode of [true, false]) {
        const suspicious = velocities.filter((store) => store.devMode === devMode && isCardTesting(store));
        stores.set({ environment: environmentLabel(devMode) }, suspicious.length);
      }
    },
  };
}
