import type { Metrics } from '@pitanga/runtime';
import { Gauge } from 'prom-client';

/** Sets what the account with the most calls has made in twelve hours. */
export function createAsaasCallsGauge(registry: Metrics): (mostCalls: number) => void {
  const most = new Gauge({
    name: 'pitanga_asaas_calls',
    help: 'Calls of the account at Asaas with the most calls in twelve hours, of which Asaas allows 25,000.',
    registers: [registry],
  });
  return (mostCalls) => most.set(mostCalls);
}
