import { asaasLimits, type AsaasLimits } from '@pitanga/provider-account';
import { createMetrics } from '@pitanga/runtime';
import { silentLog, startAsaasStandIn, type AsaasStandIn } from '@pitanga/testing';
import { createAsaasAdapter, type AsaasAdapter } from '../src/asaas/asaas-adapter';
import { createAsaasMetrics } from '../src/asaas/asaas-metrics';

/** Longer than a busy machine stands still, and without repeats: a test of them gives its own. */
const patient: AsaasLimits = {
  ...asaasLimits,
  connectMs: 20_000,
  attemptMs: 20_000,
  operationMs: 60_000,
  repeatsMax: 0,
};

export interface AsaasUnderTest {
  /** Of the test that runs. */
  readonly asaas: AsaasStandIn;
  /** At Asaas and here. */
  now: Date;
  /** A process of its own: it remembers nothing of another's. */
  adapter(limits?: Partial<AsaasLimits>): AsaasAdapter;
  /** How many requests of this kind got in. */
  seen(pattern: RegExp): number;
}

/** An account at Asaas for each test of the file, on 2026-11-23 unless the test moves the time. */
export function asaasForEachTest(): AsaasUnderTest {
  let asaas: AsaasStandIn;
  let open: AsaasAdapter[] = [];
  beforeEach(async () => {
    test.now = new Date('2026-11-23T15:00:00.000Z');
    asaas = await startAsaasStandIn(() => test.now);
  });
  afterEach(async () => {
    for (const adapter of open) adapter.close();
    open = [];
    await asaas.stop();
  });
  const test: AsaasUnderTest = {
    get asaas() {
      return asaas;
    },
    now: new Date(0),
    adapter: (limits = {}) => {
      const { apiKey, baseUrl: apiBaseUrl, ca } = asaas;
      const adapter = createAsaasAdapter({
        config: { apiKey, environment: 'SANDBOX', apiBaseUrl, ca },
        methods: ['PIX', 'BOLETO', 'CARD'],
        keepsCards: true,
        account: asaas.books.walletId,
        owner: 'MERCHANT',
        clock: { real: () => test.now },
        log: silentLog,
        noteBegun: () => Promise.resolve(),
        metrics: createAsaasMetrics(createMetrics()),
        providerRanges: ['127.0.0.0/8'],
        limits: { ...patient, ...limits },
      });
      open.push(adapter);
      return adapter;
    },
    seen: (pattern) => asaas.seen.filter((request) => pattern.test(request)).length,
  };
  return test;
}
