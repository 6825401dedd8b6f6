import { cents, systemClock } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import type { PixProvider } from '../src/provider/pix-provider';
import { createSimulatedPixProvider } from '../src/provider/simulated-pix-provider';
import { bankForEachTest } from './bank-under-test';
import { pixProviderConformance, pixProviderRules, type PixProviderUnderTest } from './pix-provider.conformance';

const at = bankForEachTest();
const now = () => systemClock.real();

const underTest = (provider: PixProvider): PixProviderUnderTest => ({
  provider,
  now,
  pay: (txid) => Promise.resolve(at.bank.books.pay(txid)),
  returnCount: () => at.bank.books.returns().length,
});

pixProviderConformance('the Bacen adapter', () => Promise.resolve(underTest(at.adapter().provider)));
pixProviderConformance('the simulator', () =>
  Promise.resolve({ provider: createSimulatedPixProvider({ ids: testIds, canEnsureSameTaxId: true }), now }),
);

describe('the conformance suite of Pix providers', () => {
  const broken = async (wrap: (provider: PixProvider) => PixProvider): Promise<string[]> => {
    const titles: string[] = [];
    for (const { title, check } of pixProviderRules) {
      await check(() => Promise.resolve(underTest(wrap(at.adapter().provider)))).catch(() => titles.push(title));
    }
    return titles;
  };

  test('finds nothing wrong with the adapter itself', async () => {
    // Each rule with a bank of its own.
    for (const { check } of pixProviderRules) {
      await at.restart();
      await check(() => Promise.resolve(underTest(at.adapter().provider)));
    }
  });

  test('finds a provider that returns the money again when it is asked again', async () => {
    const found = await broken((provider) => ({
      ...provider,
      refundPix: (order) => provider.refundPix({ ...order, refundId: testIds.token(30), amountCents: cents(1) }),
    }));
    expect(found).toContain('sends a payment back once, however often it is asked');
  });

  test('finds a provider that reads reais as centavos', async () => {
    const found = await broken((provider) => ({
      ...provider,
      readPix: async (txid) => {
        const reading = await provider.readPix(txid);
        const payments = reading?.payments.map((payment) => ({
          ...payment,
          amountCents: cents(Math.floor(payment.amountCents / 100)),
        }));
        return reading && { ...reading, payments: payments ?? [] };
      },
    }));
    expect(found).toContain(
      'reads a charge as open until it is paid, and then its payment to the centavo, the same each time',
    );
  });

  test('finds a provider whose code is no code, and one that fails with bare errors', async () => {
    const found = await broken((provider) => ({
      ...provider,
      createPix: async (order) => ({ brCode: `${(await provider.createPix(order)).brCode.slice(0, -4)}0000` }),
      refundPix: () => Promise.reject(new Error('ECONNRESET')),
    }));
    expect(found).toEqual(
      expect.arrayContaining([
        'answers a code that a payer can read, for every amount',
        'refuses with an error that says what happened, never with a bare one',
      ]),
    );
  });
});
