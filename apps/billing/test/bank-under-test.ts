import { systemClock, type Clock } from '@pitanga/core';
import { createMetrics, type Log } from '@pitanga/runtime';
import { silentLog, testIds } from '@pitanga/testing';
import { createBacenPixProvider, type BacenPixProvider } from '../src/bacen-pix/bacen-pix-provider';
import { createPixMetrics } from '../src/bacen-pix/pix-metrics';
import { checkedAccount } from '../src/pix-accounts/pix-account';
import { startFakeBank, type FakeBank } from './fake-bank';
import { mannersOf, type MannersCode } from './fake-bank-manners';

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

/** What an owner types at this bank beside credentials; its addresses are those of the stand-in. */
export function dialectSettings(code: MannersCode): object {
  return {
    bank: code,
    ...(code === 'SICOOB' && { clientSecret: undefined }),
    ...(code === 'BANCO_DO_BRASIL' && { appKey: 'chave-da-aplicacao' }),
    ...(code === 'INTER' && { contaCorrente: '1234567' }),
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

/** A fake bank for each test of the file, on real time. @param code whose manners it has, and whose dialect is spoken */
export function bankForEachTest(code?: MannersCode): BankUnderTest {
  let bank: FakeBank;
  let open: BacenPixProvider[] = [];
  const start = async (): Promise<void> => {
    bank = await startFakeBank(() => systemClock.real(), undefined, code && mannersOf[code]);
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
        config: checkedAccount(
          JSON.stringify(settingsOf(bank, { ...(code && dialectSettings(code)), ...over.config })),
          systemClock.real(),
          ['127.0.0.0/8'],
        ).settings,
        account: 'of the store',
        clock: over.clock ?? systemClock,
        ids: testIds,
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
