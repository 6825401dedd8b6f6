import { cents, isAppError, judgeKeyOwner, type Cents } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { expect } from 'expect';
import type { PayoutOrder, PayoutProvider, PayoutReading } from '../src/provider/payout-provider';

/** A provider with what its test environment can do. */
export interface PayoutProviderUnderTest {
  readonly provider: PayoutProvider;
  /** Ends a payout there; absent where payouts end by themselves. */
  readonly end?: (payoutId: string, status: 'COMPLETE' | 'FAILED') => void | Promise<void>;
  /** How many payouts it has sent; absent where it keeps none. */
  readonly sentCount?: () => number;
  /** Makes the code of one charge known, of this amount; absent where no code is read before it is paid. */
  readonly price?: (code: string, amountCents: Cents) => void;
  /** Makes a key known, of this owner. */
  readonly own?: (type: string, key: string, taxId: string) => void;
  /** Loses the answer of the next order, which it takes all the same. */
  readonly loseNextAnswer?: () => void;
  /** What an order has that is to end so, where payouts end in their own time and not every order can be sent. */
  readonly order?: (end: 'COMPLETE' | 'FAILED') => Partial<PayoutOrder>;
}

/** What a rule wants beside an order that is paid; not every test environment has it. */
export type PayoutNeed = 'KNOWN_OWNERS' | 'FAILURES' | 'LOST_ANSWERS' | 'EVERY_ORDER';

interface Rule {
  readonly title: string;
  readonly needs?: PayoutNeed;
  readonly check: (make: () => Promise<PayoutProviderUnderTest>) => Promise<void>;
}

const endToEndId = expect.stringMatching(/^E[0-9A-Z]{8}\d{12}[0-9A-Za-z]{11}$/);

/** What the rest of the system believes of every payout provider. */
export const payoutProviderRules: readonly Rule[] = [
  {
    title: 'has a name that tells it from others and stays',
    check: async (make) => {
      const { provider } = await make();
      expect(provider.name).toMatch(/^\S{3,}$/);
    },
  },
  {
    title: 'keeps the key of a holder apart from another’s, as it says that it does',
    needs: 'KNOWN_OWNERS',
    check: async (make) => {
      const { provider, own } = await make();
      const [holder, other] = [{ taxId: '52998224725' }, 'mismatch@example.com'];
      own?.('EMAIL', 'ana@example.com', holder.taxId);
      own?.('EMAIL', other, '11222333000181');
      const judge = { LOOKUP: lookedUp, AT_SENDING: judgedAtSending, TAX_ID_KEYS: () => Promise.resolve('UNKNOWN') };
      const { ownerCheck } = provider.capabilities;
      const judged = async (key: string) => judge[ownerCheck](provider, key, holder.taxId);
      const expected = ownerCheck === 'TAX_ID_KEYS' ? ['UNKNOWN', 'UNKNOWN'] : ['OWN', 'OTHER'];
      expect([await judged('ana@example.com'), await judged(other)]).toEqual(expected);
      expect(provider.lookupKey !== undefined).toBe(ownerCheck === 'LOOKUP');
    },
  },
  {
    title: 'sends an order once, however often and whenever it is given',
    check: async (make) => {
      const { provider, end, sentCount, order: made } = await make();
      const order = anOrder(made?.('COMPLETE'));
      await Promise.all([provider.sendPayout(order), provider.sendPayout(order)]);
      // One that ends in its own time may end between two of these calls.
      const before = await provider.readPayout(order);
      const again = await provider.sendPayout(order);
      expect([before, await provider.readPayout(order)]).toContainEqual(again);
      await end?.(order.payoutId, 'COMPLETE');
      const ended = await provider.readPayout(later(order));
      expect(await provider.sendPayout(later(order))).toEqual(ended);
      if (sentCount) expect(sentCount()).toBe(1);
    },
  },
  {
    title: 'says pending until the end, then complete with the id of the Pix, the same each time',
    check: async (make) => {
      const { provider, end, order: made } = await make();
      const order = anOrder({ amountCents: cents(12_300), ...made?.('COMPLETE') });
      expect(await provider.sendPayout(order)).toEqual({ status: 'PENDING' });
      // One that ends in its own time may have ended.
      if (!made) expect(await provider.readPayout(order)).toEqual({ status: 'PENDING' });
      await end?.(order.payoutId, 'COMPLETE');
      const reading = await provider.readPayout(later(order));
      expect(reading).toEqual({ status: 'COMPLETE', endToEndId, returnedCents: 0 });
      expect(await provider.readPayout(later(order))).toEqual(reading);
    },
  },
  {
    title: 'says failed with a reason that a merchant may read',
    needs: 'FAILURES',
    check: async (make) => {
      const { provider, end, order: made } = await make();
      const order = anOrder({ amountCents: cents(1_013), ...made?.('FAILED') });
      await provider.sendPayout(order);
      await end?.(order.payoutId, 'FAILED');
      const reading = await provider.readPayout(later(order));
      expect(reading).toEqual({
        status: 'FAILED',
        failureReason: expect.stringMatching(/^[A-Z_]+$/),
        providerCode: expect.stringMatching(/^[A-Z0-9_]+$/),
      });
    },
  },
  {
    title: 'leaves an order whose answer was lost to be asked about, and knows it then',
    needs: 'LOST_ANSWERS',
    check: async (make) => {
      const { provider, loseNextAnswer, sentCount } = await make();
      loseNextAnswer?.();
      const order: PayoutOrder = { ...anOrder(), target: { type: 'EMAIL', key: 'timeout@example.com' } };
      const lost = await provider.sendPayout(order).catch((error: unknown) => error);
      expect(isAppError(lost) && lost.kind).toBe('UNAVAILABLE');
      expect(await provider.readPayout(order)).toEqual({ status: 'PENDING' } satisfies PayoutReading);
      if (sentCount) expect(sentCount()).toBe(1);
    },
  },
  {
    title: 'takes every kind of key, amount and description that payouts allow',
    needs: 'EVERY_ORDER',
    check: async (make) => {
      const { provider, price } = await make();
      const code = '0002012658…6304ABCD';
      price?.(code, cents(12_345));
      const targets = [
        { type: 'CPF', key: '52998224725' },
        { type: 'CNPJ', key: '12ABC34501DE35' },
        { type: 'PHONE', key: '+5511987654321' },
        { type: 'RANDOM', key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906' },
        { type: 'BR_CODE', key: code },
      ] as const;
      for (const [at, target] of targets.entries()) {
        const amountCents = cents([100, 350, 9_999_999_999, 101, 12_345][at] ?? 100);
        const order = { ...anOrder(), target, amountCents, description: 'Açaí 🍒 '.repeat(62) };
        expect(await provider.sendPayout(order)).toEqual({ status: 'PENDING' });
      }
    },
  },
];

async function lookedUp(provider: PayoutProvider, key: string, taxId: string): Promise<string> {
  const target = { type: 'EMAIL', key } as const;
  return judgeKeyOwner(target, taxId, (await provider.lookupKey?.(target, { taxId }))?.taxId);
}

async function judgedAtSending(provider: PayoutProvider, key: string, ownerTaxId: string): Promise<string> {
  const order = anOrder({ target: { type: 'EMAIL', key }, ownerTaxId });
  try {
    await provider.sendPayout(order);
    return 'OWN';
  } catch (error) {
    if (!isAppError(error) || error.kind !== 'FAILED_PRECONDITION') throw error;
    expect(error.metadata['failureReason']).toBe('OWNER_MISMATCH');
    expect(await provider.readPayout(order)).toBeUndefined();
    return 'OTHER';
  }
}

/** Runs every rule against a provider: one call in the provider's own test file. */
export function payoutProviderConformance(name: string, make: () => Promise<PayoutProviderUnderTest>): void {
  describe(`${name} as a payout provider`, () => {
    test.each(payoutProviderRules.map((rule) => [rule.title, rule] as const))('%s', (_title, rule) => rule.check(make));
  });
}

export function anOrder(changes: Partial<PayoutOrder> = {}): PayoutOrder {
  const now = new Date('2026-11-20T15:00:00.000Z');
  return {
    payoutId: testIds.next('payout', now),
    amountCents: cents(12_345),
    askedCents: changes.amountCents ?? cents(12_345),
    target: { type: 'EMAIL', key: 'ana@example.com' },
    description: 'Saque',
    ownerTaxId: undefined,
    isComplete: false,
    endToEndId: undefined,
    sentAt: now,
    now,
    ...changes,
  };
}

const later = (order: PayoutOrder): PayoutOrder => ({ ...order, now: new Date(order.now.getTime() + 2_000) });
