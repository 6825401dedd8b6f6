import { systemClock, type Clock } from '@pitanga/core';
import { createMetrics, type Log } from '@pitanga/runtime';
import { silentLog } from '@pitanga/testing';
import { createBacenPixProvider, type BacenPixProvider } from '../src/bacen-pix/bacen-pix-provider';
import { createPixMetrics } from '../src/bacen-pix/pix-metrics';
import { startFakeBank, type FakeBank } from './fake-bank';

/**
 * Longer than a busy machine stands still, and as many repeats as a random history has faults for one call: two refusals
 * and a lost answer. A test of time or of repeats gives its own.
 */
export const limits = { connectMs: 12_000, attemptMs: 12_000, operationMs: 12_000, repeatsMax: 3 };

/** What an operator would give for an account at this bank. */
export function settingsOf(bank: FakeBank, over: object = {}) {
  return {
    baseUrl: bank.baseUrl,
    tokenUrl: bank.tokenUrl,
    clientId: bank.clientId,
    clientSecret: bank.clientSecret,
    pixKey: bank.books.pixKey,
    certificate: bank.client.certificate,
    privateKey: bank.client.privateKey,
    ca: bank.ca.certificate,
    headers: { 'x-of-this-bank': 'yes' },
    ...over,
  };
}

/** What an account needs for automatic Pix at this bank. */
export const automaticAccount = { conta: '997182', tipoConta: 'CORRENTE', agencia: '1234' } as const;

export interface BankUnderTest {
  /** Of the test that runs. */
  readonly bank: FakeBank;
  /** A new adapter for it, closed after the test. */
  adapter(over?: {
    readonly config?: object;
    readonly clock?: Clock;
    readonly log?: Log;
    readonly limits?: Partial<typeof limits>;
  }): {
    readonly provider: BacenPixProvider;
    readonly metrics: () => Promise<string>;
  };
  /** How many requests of this kind got in. */
  readonly seen: (pattern: RegExp) => number;
  restart(): Promise<void>;
}

/** A fake bank for each test of the file, on real time. */
export function bankForEachTest(): BankUnderTest {
  let bank: FakeBank;
  let open: BacenPixProvider[] = [];
  const start = async (): Promise<void> => {
    bank = await startFakeBank(() => systemClock.real());
  };
  const stop = async (): Promise<void> => {
    for (const provider of open) provider.close();
    open = [];
    await bank.stop();
  };
  beforeEach(start);
  afterEach(stop);
  return {
    get bank() {
      return bank;
    },
    adapter: (over = {}) => {
      const registry = createMetrics();
      const provider = createBacenPixProvider({
        config: settingsOf(bank, over.config),
        account: 'of the store',
        clock: over.clock ?? systemClock,
        log: over.log ?? silentLog,
        metrics: createPixMetrics(registry),
        providerRanges: ['127.0.0.0/8'],
        limits: { ...limits, ...over.limits },
      });
      open.push(provider);
      return { provider, metrics: () => registry.metrics() };
    },
    seen: (pattern) => bank.seen.filter((request) => pattern.test(request)).length,
    restart: async () => {
      await stop();
      await start();
    },
  };
}
