import { cents } from '@pitanga/core';
import { testClock, testIds } from '@pitanga/testing';
import { cardProviderConformance, cardProviderRules } from '../../test/card-provider.conformance';
import { cardBrand } from './card-brand';
import type { CardData, CardOutcome, CardProvider } from './card-provider';
import { createSimulatedCardProvider, isDisputedCard, testCvv } from './simulated-card-provider';
import { simulatedRefund } from './simulated-refund';

// An ordinary Friday noon in São Paulo: 20 November 2026.
const clock = testClock();
const card: CardData = {
  number: '4242 4242 4242 4242',
  expMonth: 12,
  expYear: 2030,
  cvv: '123',
  holderName: 'ANA SOUZA',
};
const declined = { ...card, number: '4000-0000-0000-0002' };

function underTest(wrap: (provider: CardProvider) => CardProvider = (provider) => provider) {
  const provider = wrap(createSimulatedCardProvider({ clock }));
  return Promise.resolve({
    provider,
    approved: () => card,
    declined: () => declined,
    number: '4242424242424242',
    now: () => clock.real(),
  });
}

cardProviderConformance('the simulator', () => underTest());

describe('the conformance suite of card providers', () => {
  const failed = async (wrap: (provider: CardProvider) => CardProvider): Promise<string[]> => {
    const titles: string[] = [];
    for (const { title, check } of cardProviderRules) {
      await check(() => underTest(wrap)).catch(() => titles.push(title));
    }
    return titles;
  };
  const repeats =
    'charges once however often an attempt is sent, also at the same time, and answers every repeat alike';

  it('finds a provider that charges a repeated attempt again', async () => {
    const charging = (provider: CardProvider): CardProvider => ({
      ...provider,
      chargeCard: async (order) => {
        const outcome = await provider.chargeCard(order);
        return outcome.status === 'APPROVED' ? { ...outcome, authorizationId: testIds.token(12) } : outcome;
      },
    });
    expect(await failed(charging)).toContain(repeats);
  });

  it('finds a provider whose repeat ends otherwise', async () => {
    const fickle = (provider: CardProvider): CardProvider => {
      const seen = new Set<string>();
      return {
        ...provider,
        chargeCard: async (order) => {
          if (seen.has(order.attemptId)) return provider.chargeCard({ ...order, vaultReference: 'sim:9995' });
          seen.add(order.attemptId);
          return provider.chargeCard(order);
        },
      };
    };
    expect(await failed(fickle)).toContain(repeats);
  });

  it('finds a provider that keeps the number as its reference', async () => {
    const leaking = (provider: CardProvider): CardProvider => ({
      ...provider,
      vaultCard: async (data) => ({
        ...(await provider.vaultCard(data)),
        vaultReference: 'number' in data ? data.number.replace(/\D/g, '') : '',
      }),
    });
    expect((await failed(leaking))[0]).toMatch(/^vaults a card under a name that is not its number/);
  });
});

describe('the card simulator', () => {
  const provider = createSimulatedCardProvider({ clock });
  const ending = async (outcome: Promise<CardOutcome>) => {
    const ended = await outcome;
    if (ended.status === 'REQUIRES_ACTION') return ended.actionUrl;
    return ended.status === 'APPROVED' ? 'approved' : `${ended.code} ${ended.declineClass}`;
  };
  const order = {
    reference: undefined,
    amountCents: cents(5_000),
    installments: 1,
    isOffSession: false,
    returnUrl: '',
  };

  it.each([
    ['4242424242424242', 'approved', 'approved', false],
    ['4000000000000002', '05 REVERSIBLE', '05 REVERSIBLE', false],
    ['4000000000009995', '51 REVERSIBLE', '51 REVERSIBLE', false],
    ['4000000000000069', '54 IRREVERSIBLE', '54 IRREVERSIBLE', false],
    ['4000000000000127', 'N7 REVERSIBLE', 'N7 REVERSIBLE', false],
    ['4000000000000341', '05 REVERSIBLE', 'approved', false],
    ['4000000000009979', '43 IRREVERSIBLE', 'approved', false],
    ['4000000000000259', 'approved', 'approved', true],
    ['5555555555554444', 'approved', 'approved', false],
    ['6362970000457013', 'approved', 'approved', false],
    ['378282246310005', 'approved', 'approved', false],
    ['6062825624254001', 'approved', 'approved', false],
  ])('takes test card %s: a charge is %s, a verification %s', async (number, charge, verification, disputed) => {
    const { vaultReference, brand, lastFour } = await provider.vaultCard({ ...card, number, cvv: testCvv(number) });
    expect([brand, lastFour]).toEqual([cardBrand(number), number.slice(-4)]);
    expect(await ending(provider.chargeCard({ ...order, attemptId: 'card_1', vaultReference }))).toBe(charge);
    expect(await ending(provider.verifyCard({ attemptId: 'subs_1', vaultReference, returnUrl: '' }))).toBe(
      verification,
    );
    expect(isDisputedCard(vaultReference)).toBe(disputed);
  });

  it('answers a repeat as before after a restart and in another replica', async () => {
    const { vaultReference } = await provider.vaultCard(card);
    const attempt = { ...order, attemptId: 'card_2', vaultReference };
    const restarted = createSimulatedCardProvider({ clock });
    expect(await restarted.chargeCard(attempt)).toEqual(await provider.chargeCard(attempt));
  });

  it('refuses every number that is no test card, without repeating it', async () => {
    // Luhn-valid numbers that payment systems publish for tests, and one beside a test card.
    for (const number of ['5105105105105100', '371449635398431', '4111111111111111', '4000000000000010']) {
      await expect(provider.vaultCard({ ...card, number, cvv: testCvv(number) })).rejects.toMatchObject({
        kind: 'INVALID_ARGUMENT',
        message: 'Only test cards are accepted in dev mode',
      });
    }
    for (const number of [
      '4242424242424241',
      '4242',
      '',
      'number',
      '3782822463100055',
      `4242424242424242${'0'.repeat(8)}`,
    ]) {
      await expect(provider.vaultCard({ ...card, number })).rejects.toMatchObject({
        kind: 'INVALID_ARGUMENT',
        message: "Property 'number' should be a valid card number",
      });
    }
  });

  it('refuses dates, codes and names that cannot be, naming the property', async () => {
    const cases: [Partial<CardData>, string][] = [
      [{ expMonth: 0 }, "Property 'expMonth' should be a month from 1 to 12"],
      [{ expMonth: 13 }, "Property 'expMonth' should be a month from 1 to 12"],
      [{ expMonth: 10, expYear: 2026 }, "Property 'expMonth' should not be in the past"],
      [{ expYear: 2025 }, "Property 'expYear' should not be in the past"],
      [{ expYear: 2047 }, "Property 'expYear' should be at most 20 years ahead"],
      [{ cvv: '12' }, "Property 'cvv' should have 3 or 4 digits"],
      [{ cvv: '12a' }, "Property 'cvv' should have 3 or 4 digits"],
      [{ cvv: '12345' }, "Property 'cvv' should have 3 or 4 digits"],
      [{ number: '378282246310005', cvv: '123' }, "Property 'cvv' should have 4 digits"],
      [{ holderName: 'A' }, "Property 'holderName' should have 2 to 200 characters"],
      [{ holderName: 'A'.repeat(201) }, "Property 'holderName' should have 2 to 200 characters"],
      [{ holderName: 'ANA 4242-4242 4242.4242' }, "Property 'holderName' should be the name on the card"],
    ];
    for (const [over, message] of cases) {
      await expect(provider.vaultCard({ ...card, ...over })).rejects.toMatchObject({
        kind: 'INVALID_ARGUMENT',
        message,
      });
    }
  });

  it('takes a card until the last moment of its month in São Paulo', async () => {
    const november = { ...card, expMonth: 11, expYear: 2026 };
    const at = (instant: string) => createSimulatedCardProvider({ clock: testClock(new Date(instant)) });
    await expect(at('2026-12-01T02:59:59.999Z').vaultCard(november)).resolves.toBeDefined();
    await expect(at('2026-12-01T03:00:00.000Z').vaultCard(november)).rejects.toMatchObject({
      message: "Property 'expMonth' should not be in the past",
    });
  });
});

describe('simulated refunds', () => {
  const at = (ms: number, amountCents = 5_000) =>
    simulatedRefund({
      refundId: 'ref0123456789ABCDEFGHIJ',
      amountCents: cents(amountCents),
      requestedAt: clock.real(),
      now: new Date(clock.real().getTime() + ms),
    });

  it('are pending for two seconds and then complete with a return id', () => {
    expect(at(1_999).status).toBe('PENDING');
    expect(at(2_000)).toEqual({
      status: 'COMPLETE',
      reference: expect.stringMatching(/^D99999999202611201500[0-9A-Za-z]{11}$/),
      failureReason: undefined,
      providerCode: undefined,
    });
  });

  it('fail when the amount ends in 14 centavos, with a sentence', () => {
    expect(at(0, 5_014).status).toBe('PENDING');
    expect(at(2_000, 5_014)).toMatchObject({
      status: 'FAILED',
      failureReason: 'REJECTED_BY_PAYER_BANK',
      providerCode: 'DS04',
    });
  });
});

describe('card brands', () => {
  it.each([
    ['4242424242424242', 'VISA'],
    ['5555555555554444', 'MASTERCARD'],
    ['6362970000457013', 'ELO'],
    ['378282246310005', 'AMEX'],
    ['6062825624254001', 'HIPERCARD'],
    ['30569309025904', 'DINERS'],
    ['3530111333300000', 'JCB'],
    ['9999999999999999', 'UNKNOWN'],
  ])('tell %s as %s', (number, brand) => {
    expect(cardBrand(number)).toBe(brand);
  });
});
