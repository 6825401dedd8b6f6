import { cents, paymentFailure } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { expect } from 'expect';
import type {
  CardAction,
  CardData,
  CardInput,
  CardOrder,
  CardOutcome,
  CardProvider,
  ProviderCard,
} from '../src/provider/card-provider';
import { aNumberedCard, wrongCards, wrongProviderCards } from './wrong-cards';
import type { RefundOrder } from '../src/provider/refund-reading';
import { newReference } from './conformance-run';

/** A provider with cards of its test environment. */
export interface CardProviderUnderTest {
  readonly provider: CardProvider;
  /** A new card of each kind, as the provider takes it. */
  readonly approved: () => CardInput;
  readonly declined: () => CardInput;
  /** Of a provider that takes cards on its own page. */
  readonly page?: {
    /** A payer types the approved card on the page of the action. */
    pay(action: CardAction): Promise<void>;
    /** The vault's reference of a card that was typed before, and that is declined from now on if `isDeclined`. */
    typed(provider: CardProvider, isDeclined: boolean): Promise<string>;
  };
  /** The number of the approved card. */
  readonly number: string;
  /** Real time at the provider. */
  readonly now: () => Date;
  /** Until the provider gives back the next part of a payment; absent: at once. */
  readonly awaitNextPart?: () => void;
}

interface Rule {
  readonly title: string;
  readonly check: (make: () => Promise<CardProviderUnderTest>) => Promise<void>;
}

/** What the rest of the system believes of every card provider. */
export const cardProviderRules: readonly Rule[] = [
  {
    title: 'vaults a card under a name that is not its number, with brand, last four digits, expiry and holder',
    check: async (make) => {
      const { provider, approved, number, page } = await make();
      const data = approved();
      const card = await provider.vaultCard(data);
      if (page) {
        expect(card).toMatchObject({ lastFour: '', brand: 'UNKNOWN', expMonth: undefined, holderName: '' });
        return;
      }
      expect(card).toMatchObject({ lastFour: number.slice(-4), expMonth: 12, expYear: 2030, holderName: 'ANA SOUZA' });
      expect(card.brand).toMatch(/^[A-Z_]+$/);
      for (const secret of [number, number.slice(0, 12)]) expect(JSON.stringify(card)).not.toContain(secret);
      if ('cvv' in data) expect(Object.values(card)).not.toContain(data.cvv);
    },
  },
  {
    title: 'takes a number with spaces or dashes as the same card, where it takes numbers',
    check: async (make) => {
      const { provider, approved, number } = await make();
      const card = approved();
      if (!('number' in card)) return;
      for (const separator of ['', ' ', '-']) {
        const written = number.replace(/(\d{4})(?=\d)/g, `$1${separator}`);
        expect((await provider.vaultCard({ ...card, number: written })).lastFour).toBe(number.slice(-4));
      }
    },
  },
  {
    title: 'refuses a card that cannot be one and does not repeat it',
    check: async (make) => {
      const { provider, approved, number, now } = await make();
      // What is typed on the provider's page comes with its payment alone.
      if (provider.fields?.kind === 'HOSTED') return;
      const card = approved();
      const others = [{ ...aNumberedCard, number }, ...wrongProviderCards];
      const cases: (CardData | ProviderCard)[] = 'number' in card ? wrongCards(card, now()) : others;
      for (const wrong of cases) {
        const refused = await errorOf(provider.vaultCard(wrong));
        expect(refused).toMatchObject({ kind: 'INVALID_ARGUMENT' });
        expect(refused.message).not.toContain('number' in wrong ? wrong.number : wrong.paymentMethod || 'pm_');
      }
    },
  },
  {
    title: 'approves with an authorisation id, and another one for another attempt',
    check: async (make) => {
      const at = await make();
      const { provider } = at;
      const vaultReference = await vaulted(at);
      const first = await charged(provider, anOrder(vaultReference));
      const second = await charged(provider, anOrder(vaultReference));
      expect([first.status, second.status]).toEqual(['APPROVED', 'APPROVED']);
      expect(authorizationOf(first)).not.toBe(authorizationOf(second));
    },
  },
  {
    title: 'charges once however often an attempt is sent, also at the same time, and answers every repeat alike',
    check: async (make) => {
      const at = await make();
      const { provider } = at;
      for (const isDeclined of [false, true]) {
        const vaultReference = await vaulted(at, isDeclined);
        const order = anOrder(vaultReference);
        const first = await charged(provider, order);
        for (let round = 0; round < 3; round += 1) expect(await charged(provider, order)).toEqual(first);
        const racing = anOrder(vaultReference);
        const outcomes = await Promise.all(Array.from({ length: 10 }, () => charged(provider, racing)));
        expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
      }
    },
  },
  {
    title: 'declines with a code of ABECS or its own that has a published reason, a class and a sentence',
    check: async (make) => {
      const at = await make();
      const { provider } = at;
      const vaultReference = await vaulted(at, true);
      const outcome = await charged(provider, anOrder(vaultReference));
      expect(outcome).toEqual({
        status: 'DECLINED',
        code: expect.stringMatching(/^[0-9A-Z]{2,3}$|^[a-z_]+$/),
        declineClass: expect.stringMatching(/^(IR)?REVERSIBLE$/),
        message: expect.stringMatching(/^\p{Lu}.+\.$/u),
      });
      if (outcome.status === 'DECLINED') expect(paymentFailure('CARD', outcome.code).reason).not.toBe('UNKNOWN');
    },
  },
  {
    title: 'reads an attempt as it ended, and nothing of an attempt it never got',
    check: async (make) => {
      const at = await make();
      const { provider } = at;
      for (const isDeclined of [false, true]) {
        const vaultReference = await vaulted(at, isDeclined);
        const order = anOrder(vaultReference);
        expect(await provider.readCardCharge(order)).toBeUndefined();
        const reference = await preparedOf(provider, order);
        expect(await provider.readCardCharge({ ...order, reference })).toBeUndefined();
        const outcome = await provider.chargeCard({ ...order, reference });
        expect(await provider.readCardCharge({ ...order, reference })).toEqual(outcome);
      }
    },
  },
  {
    title: 'cancels an attempt that has no outcome, and answers the outcome of one that has',
    check: async (make) => {
      const at = await make();
      const { provider } = at;
      const vaultReference = await vaulted(at);
      const open = anOrder(vaultReference);
      const reference = await preparedOf(provider, open);
      expect(await provider.cancelCardCharge(open)).toBeUndefined();
      expect(await provider.cancelCardCharge({ ...open, reference })).toBeUndefined();
      expect(await provider.cancelCardCharge({ ...open, reference })).toBeUndefined();
      if (reference !== undefined) {
        expect((await provider.chargeCard({ ...open, reference })).status).toBe('DECLINED');
      }
      const paid = anOrder(vaultReference);
      const paidReference = await preparedOf(provider, paid);
      const outcome = await provider.chargeCard({ ...paid, reference: paidReference });
      expect(await provider.cancelCardCharge({ ...paid, reference: paidReference })).toEqual(outcome);
    },
  },
  {
    title: 'verifies a good card and takes no money by that, or says that it cannot',
    check: async (make) => {
      const at = await make();
      const { provider } = at;
      const vaultReference = await vaulted(at);
      if (!provider.canVerify) {
        const unverified = { attemptId: `subs${testIds.token(20)}`, vaultReference, returnUrl };
        expect(await errorOf(provider.verifyCard(unverified))).toMatchObject({ kind: 'FAILED_PRECONDITION' });
        return;
      }
      const verification = { attemptId: `subs${testIds.token(20)}`, vaultReference, returnUrl };
      for (let time = 0; time < 2; time += 1) {
        expect((await provider.verifyCard(verification)).status).toBe('APPROVED');
      }
    },
  },
  {
    title: 'sends a payer to its page, where it has one, and gives the card that was typed with the payment',
    check: async (make) => {
      const { provider, approved, number, page } = await make();
      if (!page) return;
      const order = anOrder((await provider.vaultCard(approved())).vaultReference);
      const reference = await preparedOf(provider, order);
      const asked = await provider.chargeCard({ ...order, reference });
      if (asked.status !== 'REQUIRES_ACTION') throw new Error(`it asks for no card: ${asked.status}`);
      expect(await provider.readCardCharge({ ...order, reference })).toEqual(asked);
      await page.pay(asked);
      const paid = await provider.readCardCharge({ ...order, reference });
      expect(paid).toMatchObject({ status: 'APPROVED', card: { lastFour: number.slice(-4) } });
      if (paid?.status !== 'APPROVED' || !paid.card) throw new Error('no card came with the payment');
      const again = { ...anOrder(paid.card.vaultReference), isOffSession: true };
      expect((await charged(provider, again)).status).toBe(provider.canRenew ? 'APPROVED' : 'DECLINED');
      // Without a card of the vault there is nothing to charge while the payer is away.
      const away = { ...anOrder(order.vaultReference), isOffSession: true };
      expect(await provider.prepareCharge(away)).toMatchObject({ status: 'DECLINED' });
    },
  },
  {
    title: 'charges no card that is not in its vault',
    check: async (make) => {
      const { provider } = await make();
      expect(await errorOf(charged(provider, anOrder('nobody')))).toMatchObject({ isAppError: true });
    },
  },
  {
    title: 'refunds an authorisation, the same order once',
    check: async (make) => {
      const at = await make();
      const { provider, now } = at;
      const vaultReference = await vaulted(at);
      const order = anOrder(vaultReference);
      const refund = aRefund(authorizationOf(await charged(provider, order)), order, now());
      const first = await provider.refundCard(refund);
      expect(['PENDING', 'COMPLETE']).toContain(first.status);
      expect(await provider.refundCard(refund)).toEqual(first);
      expect(await provider.readCardRefund(refund)).toEqual(first);
    },
  },
  {
    title: 'refunds an authorisation in parts, each by an id of its own',
    check: async (make) => {
      const at = await make();
      const { provider, now, awaitNextPart } = at;
      const order = anOrder(await vaulted(at));
      const target = authorizationOf(await charged(provider, order));
      for (const amount of [1, order.amountCents - 1]) {
        const refund = { ...aRefund(target, order, now()), amountCents: cents(amount) };
        await provider.refundCard(refund);
        const later = { ...refund, now: new Date(now().getTime() + 60_000) };
        expect((await provider.readCardRefund(later))?.status).toBe('COMPLETE');
        awaitNextPart?.();
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

const returnUrl = 'https://pitanga.test/card-actions/x?back=1';

async function vaulted({ provider, approved, declined, page }: CardProviderUnderTest, isDeclined = false) {
  if (page) return page.typed(provider, isDeclined);
  return (await provider.vaultCard(isDeclined ? declined() : approved())).vaultReference;
}

export function anOrder(vaultReference: string): CardOrder {
  return {
    attemptId: newReference('CARD', 20),
    reference: undefined,
    vaultReference,
    amountCents: cents(12_345),
    installments: 1,
    isOffSession: false,
    returnUrl,
    payer: { name: 'ANA SOUZA', taxId: '52998224725', email: 'ana@loja.com.br', cellphone: '+5511987654321' },
  };
}

/** The reference of an attempt, as billing stores it. */
async function preparedOf(provider: CardProvider, order: CardOrder): Promise<string | undefined> {
  const prepared = await provider.prepareCharge(order);
  if (typeof prepared === 'object') throw new Error(`declined before it was sent: ${prepared.code}`);
  return prepared;
}

/** An attempt from its beginning, as billing makes it when nothing is stored yet. */
export async function charged(provider: CardProvider, order: CardOrder): Promise<CardOutcome> {
  return provider.chargeCard({ ...order, reference: await preparedOf(provider, order) });
}

function aRefund(target: string, { amountCents }: CardOrder, now: Date): RefundOrder {
  return { refundId: newReference('REFUND', 24), target, amountCents, requestedAt: now, now };
}

function authorizationOf(outcome: CardOutcome): string {
  if (outcome.status !== 'APPROVED') throw new Error(`not approved: ${outcome.status}`);
  return outcome.authorizationId;
}

async function errorOf(work: Promise<unknown>): Promise<Error> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  if (!(error instanceof Error)) throw new Error('it was not refused');
  return error;
}
