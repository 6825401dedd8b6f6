import { cents } from '@pitanga/core';
import { createMetrics } from '@pitanga/runtime';
import { silentLog, startEfiChargesStandIn, type EfiChargesStandIn } from '@pitanga/testing';
import { createEfiAdapter, type EfiAdapter } from '../src/efi/efi-adapter';
import type { CardProvider } from '../src/provider/card-provider';
import { createPixMetrics } from '../src/bacen-pix/pix-metrics';

/** Longer than a busy machine stands still, and without repeats: a test of them gives its own. */
const patient = { connectMs: 20_000, attemptMs: 20_000, operationMs: 60_000, repeatsMax: 0 };

export interface EfiUnderTest {
  /** Of the test that runs. */
  readonly efi: EfiChargesStandIn;
  /** At Efí and here. */
  now: Date;
  /** A process of its own: it remembers nothing of another's. */
  adapter(limits?: Partial<typeof patient>): EfiAdapter & { readonly card: CardProvider };
  /** How many requests of this kind got in. */
  seen(pattern: RegExp): number;
}

/** An account at Efí for each test of the file, on 2026-11-23 unless the test moves the time. */
export function efiForEachTest(): EfiUnderTest {
  let efi: EfiChargesStandIn;
  let open: EfiAdapter[] = [];
  beforeEach(async () => {
    test.now = new Date('2026-11-23T15:00:00.000Z');
    efi = await startEfiChargesStandIn(() => test.now);
  });
  afterEach(async () => {
    for (const adapter of open) adapter.close();
    open = [];
    await efi.stop();
  });
  const test: EfiUnderTest = {
    get efi() {
      return efi;
    },
    now: new Date(0),
    adapter: (limits = {}) => {
      const { baseUrl: chargesBaseUrl, clientId, clientSecret, ca } = efi;
      const adapter = createEfiAdapter({
        config: { chargesBaseUrl, clientId, clientSecret, ca },
        owner: 'MERCHANT',
        boletoCentsMin: cents(500),
        boletoConfirmationDays: 3,
        noteBegun: () => Promise.resolve(),
        account: 'efi',
        cardCentsMin: cents(500),
        cardFields: {
          kind: 'EFI',
          payeeCode: 'a'.repeat(32),
          environment: 'SANDBOX',
          scriptUrl: 'https://efi.example/x.js',
        },
        notificationUrl: 'https://callbacks.pitanga.test/callbacks/efi/segment',
        clock: { real: () => test.now, now: () => test.now },
        log: silentLog,
        metrics: createPixMetrics(createMetrics()),
        providerRanges: ['127.0.0.0/8'],
        limits: { ...patient, ...limits },
      });
      open.push(adapter);
      const { card } = adapter;
      if (!card) throw new Error('an account without cards');
      return { ...adapter, card };
    },
    seen: (pattern) => efi.seen.filter((request) => pattern.test(request)).length,
  };
  return test;
}
