import { cents, isAppError, systemClock, type AppError } from '@pitanga/core';
import { createMetrics } from '@pitanga/runtime';
import { silentLog, testIds } from '@pitanga/testing';
import { checkedConfig } from '../src/http-payouts/http-payouts-config';
import { createHttpPayoutProvider, type HttpPayoutProvider } from '../src/http-payouts/http-payout-provider';
import { createPayoutMetrics } from '../src/metrics';
import { toPayoutFailure, type PayoutProvider } from '../src/provider/payout-provider';
import { simulatedPayoutProvider } from '../src/provider/simulated-payout-provider';
import { startFakeProvider, type FakeProvider } from './fake-provider';
import {
  anOrder,
  payoutProviderConformance,
  payoutProviderRules,
  type PayoutProviderUnderTest,
} from './payout-provider.conformance';

const now = new Date('2026-11-20T15:00:00.000Z');
const thisMachine = ['127.0.0.0/8'];
let fake: FakeProvider;
let open: HttpPayoutProvider[] = [];
const registry = createMetrics();
const metrics = createPayoutMetrics(registry);

beforeEach(async () => {
  fake = await startFakeProvider();
});
afterEach(async () => {
  for (const provider of open) provider.close();
  open = [];
  await fake.stop();
});

function adapter(settings: object = fake.settings, timeoutMs = 60_000): HttpPayoutProvider {
  const config = checkedConfig(JSON.stringify(settings), now, thisMachine);
  const provider = createHttpPayoutProvider({
    config,
    log: silentLog,
    metrics,
    timeoutMs,
    providerRanges: thisMachine,
    clock: systemClock,
  });
  open.push(provider);
  return provider;
}

const underTest = (provider: PayoutProvider): PayoutProviderUnderTest => ({
  provider,
  end: (id, status) => fake.end(id, status),
  sentCount: () => fake.payouts.size,
  own: (type, key, taxId) => fake.owners.set(`${type} ${key}`, taxId),
  loseNextAnswer: () => fake.loseAnswer('PUT', 'cut'),
});

payoutProviderConformance('the HTTP adapter', () => Promise.resolve(underTest(adapter())));
payoutProviderConformance('the simulator', () => Promise.resolve({ provider: simulatedPayoutProvider }));

describe('the conformance suite of payout providers', () => {
  const broken = async (wrap: (provider: PayoutProvider) => PayoutProvider): Promise<string[]> => {
    const titles: string[] = [];
    for (const { title, check } of payoutProviderRules) {
      await fake.stop();
      fake = await startFakeProvider();
      await check(() => Promise.resolve(underTest(wrap(adapter())))).catch(() => titles.push(title));
    }
    return titles;
  };

  test('finds nothing wrong with the adapter itself', async () => {
    expect(await broken((provider) => provider)).toEqual([]);
  });

  test('finds a provider that sends again what it is given again', async () => {
    const found = await broken((provider) => ({
      ...provider,
      sendPayout: (order) =>
        provider.sendPayout({ ...order, payoutId: testIds.next('payout', now) }).then(() => ({ status: 'PENDING' })),
    }));
    expect(found).toContain('sends an order once, however often and whenever it is given');
  });

  test('finds a provider that takes a lost answer for a failure', async () => {
    const found = await broken((provider) => ({
      ...provider,
      sendPayout: (order) =>
        provider
          .sendPayout(order)
          .catch(() => ({ status: 'FAILED', failureReason: 'UNKNOWN', providerCode: undefined })),
    }));
    expect(found).toEqual(['leaves an order whose answer was lost to be asked about, and knows it then']);
  });

  test('finds a provider that completes without an id, and one that knows every owner', async () => {
    const found = await broken((provider) => ({
      ...provider,
      lookupKey: (_target, askedBy) => Promise.resolve(askedBy),
      readPayout: async (order) => {
        const reading = await provider.readPayout(order);
        return reading?.status === 'COMPLETE' ? { ...reading, endToEndId: '' } : reading;
      },
    }));
    expect(found).toEqual([
      'keeps the key of a holder apart from another’s, as it says that it does',
      'sends an order once, however often and whenever it is given',
      'says pending until the end, then complete with the id of the Pix, the same each time',
    ]);
  });
});

describe('the HTTP adapter', () => {
  const kindOf = (work: Promise<unknown>) =>
    work.then(
      (value) => value,
      (error: unknown) => (isAppError(error) ? error.kind : error),
    );

  test('says the amount in centavos, the key in the form of the DICT, and at most 140 characters of description', async () => {
    await adapter().sendPayout(anOrder({ payoutId: 'tran_1', description: 'x'.repeat(200) }));
    expect(fake.payouts.get('tran_1')).toEqual({
      id: 'tran_1',
      amount: 12_345,
      pix: { type: 'EMAIL', key: 'ana@example.com' },
      description: 'x'.repeat(140),
      status: 'PENDING',
    });
  });

  test('answers the owner of a key as the provider shows it, and none of a key that nobody has', async () => {
    fake.owners.set('EMAIL ana@example.com', '***.982.247-**');
    const askedBy = { taxId: '52998224725' };
    expect(await adapter().lookupKey?.({ type: 'EMAIL', key: 'ana@example.com' }, askedBy)).toEqual({
      taxId: '***.982.247-**',
    });
    expect(await adapter().lookupKey?.({ type: 'EMAIL', key: 'nobody@example.com' }, askedBy)).toBeUndefined();
  });

  test('a refusal with a code is one, in our words', async () => {
    fake.refuseWith = 'LIMIT_EXCEEDED';
    const refused = (await adapter()
      .sendPayout(anOrder())
      .catch((error: unknown) => error)) as AppError;
    expect([refused.kind, refused.message]).toEqual([
      'FAILED_PRECONDITION',
      'The limit of the provider for this payout was exceeded',
    ]);
    expect(toPayoutFailure(refused)).toEqual({ failureReason: 'LIMIT_EXCEEDED', providerCode: 'LIMIT_EXCEEDED' });
    fake.refuseWith = 'de 529.982.247-25';
    await expect(adapter().sendPayout(anOrder())).rejects.toThrow('The provider refused the payout');
  });

  test.each([
    [500, ''],
    [503, '{"code":"BUSY"}'],
    [429, '{"code":"BUSY"}'],
    [408, ''],
    [302, ''],
    [400, '<html>'],
    [404, '<html>of a proxy</html>'],
    [422, '{"error":"no code"}'],
    [200, '<html>'],
    [200, '{}'],
    [200, '{"id":"tran_other","amount":12345,"status":"COMPLETE","endToEndId":"E12345678202611201500abcdefghijk"}'],
    [200, '{"id":"tran_1","amount":123,"status":"PENDING"}'],
    [200, '{"id":"tran_1","amount":12345,"status":"COMPLETE"}'],
    [200, '{"id":"tran_1","amount":12345,"status":"SCHEDULED"}'],
    [401, '{"code":"TOKEN"}'],
  ])('takes an answer %i %s for none: nobody knows what became of the order', async (status, body) => {
    fake.answerNext(2, status, body);
    const order = anOrder({ payoutId: 'tran_1' });
    expect([await kindOf(adapter().sendPayout(order)), await kindOf(adapter().readPayout(order))]).toEqual([
      'UNAVAILABLE',
      'UNAVAILABLE',
    ]);
  });

  test('answers that an order is unknown only when the provider itself says so', async () => {
    expect(await adapter().readPayout(anOrder())).toBeUndefined();
    fake.answerNext(1, 404, '{"code":"ROUTE"}', 'application/json');
    expect(await kindOf(adapter().readPayout(anOrder()))).toBe('UNAVAILABLE');
  });

  test.each(['no answer', 'endless answer'] as const)('gives up after its time: %s', async (how) => {
    const timeouts = async () =>
      Number(
        /^pitanga_payout_provider_seconds_count\{operation="read_payout",outcome="timeout"\} (\d+)$/m.exec(
          await registry.metrics(),
        )?.[1] ?? 0,
      );
    const before = await timeouts();
    fake.loseAnswer('GET', how);
    expect(await kindOf(adapter(fake.settings, 400).readPayout(anOrder()))).toBe('UNAVAILABLE');
    expect(await timeouts()).toBe(before + 1);
  });

  test('learns at once that the connection is refused', async () => {
    const baseUrl = 'https://127.0.0.1:9/v1';
    expect(await kindOf(adapter({ ...fake.settings, baseUrl }).readPayout(anOrder()))).toBe('UNAVAILABLE');
  });

  test('an order with the id of another is refused, and its own is read', async () => {
    const order = anOrder();
    await adapter().sendPayout(order);
    expect(await kindOf(adapter().sendPayout({ ...order, amountCents: cents(1) }))).toBe('FAILED_PRECONDITION');
    expect(await adapter().readPayout(order)).toEqual({ status: 'PENDING' });
  });

  test('shows its certificate where the provider wants one, and trusts no stranger', async () => {
    const strict = await startFakeProvider({ wantsCertificate: true });
    try {
      expect(await adapter(strict.settings).sendPayout(anOrder())).toEqual({ status: 'PENDING' });
      const without = { ...strict.settings, certificate: undefined, privateKey: undefined };
      expect(await kindOf(adapter(without).sendPayout(anOrder()))).toBe('UNAVAILABLE');
      const untrusted = { ...fake.settings, ca: undefined };
      expect(await kindOf(adapter(untrusted).sendPayout(anOrder()))).toBe('UNAVAILABLE');
      expect([strict.payouts.size, fake.payouts.size]).toEqual([1, 0]);
    } finally {
      await strict.stop();
    }
  });

  test.each([
    [{ baseUrl: 'http://provider.example/v1' }, /^Property 'baseUrl'/],
    [{ baseUrl: 'https://provider.example/v1/' }, /^Property 'baseUrl'/],
    [{ token: undefined }, /^Property 'token' is missing$/],
    [{ callbackSecret: 'short' }, /^Property 'callbackSecret'/],
    [{ surprise: 1 }, /^Property 'surprise' is not known$|^The settings/],
    [
      { certificate: '-----BEGIN CERTIFICATE-----' },
      /^Properties 'certificate' and 'privateKey' should come together$/,
    ],
    [{ ca: '-----BEGIN CERTIFICATE-----' }, /^Property 'ca' cannot be read/],
  ])('settings with %j are refused without showing a value', (change, message) => {
    const settings = JSON.stringify({ ...fake.settings, ...change });
    expect(() => checkedConfig(settings, now, thisMachine)).toThrow(message);
    expect(() => checkedConfig('{', now, thisMachine)).toThrow('one JSON object');
  });
});
