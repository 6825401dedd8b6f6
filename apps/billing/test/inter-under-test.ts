import { createMetrics, createSealer } from '@pitanga/runtime';
import { silentLog, testIds } from '@pitanga/testing';
import { startInter, type InterAccount } from './inter-account';
import { createPixMetrics } from '../src/bacen-pix/pix-metrics';
import { createInterBoletoProvider } from '../src/inter/inter-boleto-provider';
import { checkedAccount } from '../src/pix-accounts/pix-account';
import { createPixAdapter, type BankAdapter } from '../src/pix-accounts/pix-accounts';
import type { BoletoProvider } from '../src/provider/boleto-provider';
import { limits } from './bank-under-test';

const noteBegun = () => Promise.resolve();

/** What an owner types of an account at Inter; its addresses are those of the stand-in. */
export function interSettings({ origin, clientId, clientSecret, pixKey, client, ca }: InterAccount, over: object = {}) {
  return {
    bank: 'INTER',
    methods: ['PIX', 'BOLETO'],
    baseUrl: `${origin}/pix/v2`,
    tokenUrl: `${origin}/oauth/v2/token`,
    chargesBaseUrl: `${origin}/cobranca/v3`,
    clientId,
    clientSecret,
    pixKey,
    ...client,
    ca,
    ...over,
  };
}

export interface InterUnderTest {
  /** Of the test that runs. */
  readonly inter: InterAccount;
  /** At Inter and here. */
  now: Date;
  /** A process of its own: it remembers nothing of another's. */
  adapter(over?: object): BankAdapter;
  /** Its boletos, which wait a moment for their numbers. */
  boletos(follow?: { readonly untilMs: number; readonly gapMs: number }): BoletoProvider;
  /** How many requests of this kind got in. */
  seen(pattern: RegExp): number;
}

/** An account at Inter for each test of the file, on 2026-11-23 unless the test moves the time. */
export function interForEachTest(): InterUnderTest {
  let inter: InterAccount;
  let open: BankAdapter[] = [];
  beforeEach(async () => {
    test.now = new Date('2026-11-23T15:00:00.000Z');
    inter = await startInter(() => test.now);
  });
  afterEach(async () => {
    for (const adapter of open) adapter.close();
    open = [];
    await inter.stop();
  });
  const clock = { real: () => test.now, now: () => test.now };
  const test: InterUnderTest = {
    get inter() {
      return inter;
    },
    now: new Date(0),
    adapter: (over = {}) => {
      const json = JSON.stringify(interSettings(inter, over));
      const { settings } = checkedAccount(json, test.now, ['127.0.0.0/8']);
      const deps = {
        clock,
        ids: testIds,
        sealer: createSealer(Buffer.alloc(32, 7).toString('base64')),
        log: silentLog,
        pixMetrics: createPixMetrics(createMetrics()),
        publicUrl: 'https://pitanga.test',
        providerRanges: ['127.0.0.0/8'],
        limits: { ...limits, repeatsMax: 0 },
      };
      const adapter = createPixAdapter(deps, 'store_of_inter', settings, { owner: 'MERCHANT', noteBegun });
      open.push(adapter);
      return adapter;
    },
    boletos: (follow = { untilMs: 20_000, gapMs: 5 }) => {
      const baseUrl = `${inter.origin}/cobranca/v3`;
      return createInterBoletoProvider({ pix: test.adapter(), baseUrl, owner: 'MERCHANT', clock, noteBegun, follow });
    },
    seen: (pattern) => inter.seen.filter((request) => pattern.test(request)).length,
  };
  return test;
}
