import { cents } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import type { CardData, CardOrder, CardProvider } from '../src/provider/card-provider';
import type { RefundOrder } from '../src/provider/refund-reading';

/** A provider with cards of its test environment. */
export interface CardProviderUnderTest {
  readonly provider: CardProvider;
  readonly approved: CardData;
  readonly declined: CardData;
  /** Real time at the provider. */
  readonly now: () => Date;
}

interface Rule {
  readonly title: string;
  readonly check: (make: () => Promise<CardProviderUnderTest>) => Promise<void>;
}

/** What the rest of the system believes of every card provider. */
export const cardProviderRules: readonly Rule[] = [
  {
    title: 'vaults a card under a name that is not its number, with brand and last four digits',
    check: async (make) => {
      const { provider, approved } = await make();
      const card = await provider.vaultCard(approved);
      expect(card.lastFour).toBe(digits(approved).slice(-4));
      expect(card.brand).toMatch(/^[A-Z_]+$/);
      for (const secret of [digits(approved), digits(approved).slice(0, 12)]) {
        expect(JSON.stringify(card)).not.toContain(secret);
      }
      expect(Object.values(card)).not.toContain(approved.cvv);
    },
  },
  {
    title: 'takes a number with spaces or dashes as the same card',
    check: async (make) => {
      const { provider, approved } = await make();
      const plain = await provider.vaultCard({ ...approved, number: digits(approved) });
      for (const separator of [' ', '-']) {
        const number = digits(approved).replace(/(\d{4})(?=\d)/g, `$1${separator}`);
        expect((await provider.vaultCard({ ...approved, number })).lastFour).toBe(plain.lastFour);
      }
    },
  },
  {
    title: 'refuses a card that cannot be one and does not repeat it',
    check: async (make) => {
      const { provider, approved, now } = await make();
      const wrongDigit = (Number(digits(approved).slice(-1)) + 1) % 10;
      const cases: Partial<CardData>[] = [
        { number: `${digits(approved).slice(0, -1)}${String(wrongDigit)}` },
        { number: '4242' },
        { expMonth: 13 },
        { expYear: now().getUTCFullYear() - 1 },
        { cvv: '1' },
        { holderName: '' },
      ];
      for (const over of cases) {
        const refused = await errorOf(provider.vaultCard({ ...approved, ...over }));
        expect(refused).toMatchObject({ kind: 'INVALID_ARGUMENT' });
        expect(refused.message).not.toContain(over.number ?? digits(approved));
      }
    },
  },
  {
    title: 'approves with an authorisation id, and another one for another attempt',
    check: async (make) => {
      const { provider, approved } = await make();
      const { vaultReference } = await provider.vaultCard(approved);
      const first = await provider.chargeCard(anOrder(vaultReference));
      const second = await provider.chargeCard(anOrder(vaultReference));
      expect([first.status, second.status]).toEqual(['APPROVED', 'APPROVED']);
      expect(authorizationOf(first)).not.toBe(authorizationOf(second));
    },
  },
  {
    title: 'charges once however often an attempt is sent, also at the same time, and answers every repeat alike',
    check: async (make) => {
      const { provider, approved, declined } = await make();
      for (const card of [approved, declined]) {
        const { vaultReference } = await provider.vaultCard(card);
        const order = anOrder(vaultReference);
        const first = await provider.chargeCard(order);
        for (let round = 0; round < 3; round += 1) expect(await provider.chargeCard(order)).toEqual(first);
        const racing = anOrder(vaultReference);
        const outcomes = await Promise.all(Array.from({ length: 10 }, () => provider.chargeCard(racing)));
        expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
      }
    },
  },
  {
    title: 'declines with an ABECS code, a class and a sentence',
    check: async (make) => {
      const { provider, declined } = await make();
      const { vaultReference } = await provider.vaultCard(declined);
      expect(await provider.chargeCard(anOrder(vaultReference))).toEqual({
        status: 'DECLINED',
        code: expect.stringMatching(/^[0-9A-Z]{2,3}$/) as string,
        declineClass: expect.stringMatching(/^(IR)?REVERSIBLE$/) as string,
        message: expect.stringMatching(/^\p{Lu}.+\.$/u) as string,
      });
    },
  },
  {
    title: 'reads an attempt as it ended, and nothing of an attempt it never got',
    check: async (make) => {
      const { provider, approved, declined } = await make();
      expect(await provider.readCardCharge(`card${testIds.token(20)}`)).toBeUndefined();
      for (const card of [approved, declined]) {
        const { vaultReference } = await provider.vaultCard(card);
        const order = anOrder(vaultReference);
        const outcome = await provider.chargeCard(order);
        expect(await provider.readCardCharge(order.attemptId)).toEqual(outcome);
      }
    },
  },
  {
    title: 'verifies a good card and takes no money by that',
    check: async (make) => {
      const { provider, approved } = await make();
      const { vaultReference } = await provider.vaultCard(approved);
      expect((await provider.verifyCard(vaultReference)).status).toBe('APPROVED');
    },
  },
  {
    title: 'charges no card that is not in its vault',
    check: async (make) => {
      const { provider } = await make();
      expect(await errorOf(provider.chargeCard(anOrder('nobody')))).toMatchObject({ isAppError: true });
    },
  },
  {
    title: 'refunds an authorisation, the same order once',
    check: async (make) => {
      const { provider, approved, now } = await make();
      const { vaultReference } = await provider.vaultCard(approved);
      const order = anOrder(vaultReference);
      const refund = aRefund(authorizationOf(await provider.chargeCard(order)), order, now());
      const first = await provider.refundCard(refund);
      expect(['PENDING', 'COMPLETE']).toContain(first.status);
      expect(await provider.refundCard(refund)).toEqual(first);
      expect(await provider.readCardRefund(refund)).toEqual(first);
    },
  },
  {
    title: 'refunds an authorisation in parts, each by an id of its own',
    check: async (make) => {
      const { provider, approved, now } = await make();
      const order = anOrder((await provider.vaultCard(approved)).vaultReference);
      const target = authorizationOf(await provider.chargeCard(order));
      for (const amount of [1, order.amountCents - 1]) {
        const refund = { ...aRefund(target, order, now()), amountCents: cents(amount) };
        await provider.refundCard(refund);
        const later = { ...refund, now: new Date(now().getTime() + 60_000) };
        expect((await provider.readCardRefund(later))?.status).toBe('COMPLETE');
      }
    },
  },
];

/** Runs every rule against a provider: one call in the provider's own test file. */
export function cardProviderConformance(name: string, make: () => Promise<CardProviderUnderTest>): void {
  describe(`${name} as a card provider`, () => {
    it.each(cardProviderRules.map((rule) => [rule.title, rule] as const))('%s', (_title, rule) => rule.check(make));
  });
}

function digits({ number }: CardData): string {
  return number.replace(/\D/g, '');
}

function anOrder(vaultReference: string): CardOrder {
  const attemptId = `card${testIds.token(20)}`;
  return { attemptId, vaultReference, amountCents: cents(12_345), installments: 1, merchantName: 'Loja São João' };
}

function aRefund(target: string, { amountCents }: CardOrder, now: Date): RefundOrder {
  return { refundId: testIds.token(24), target, amountCents, requestedAt: now, now };
}

function authorizationOf(outcome: Awaited<ReturnType<CardProvider['chargeCard']>>): string {
  if (outcome.status !== 'APPROVED') throw new Error(`not approved: ${outcome.code}`);
  return outcome.authorizationId;
}

async function errorOf(work: Promise<unknown>): Promise<Error> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('it was not refused');
  return error;
}
