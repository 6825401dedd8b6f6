import { cents, collectOrCarry, subtractCents, sumCents, zeroCents, type Cents } from '@pitanga/core';
import fc from 'fast-check';
import { currentDueAt } from '../plan-changes/due-plans';
import { startSubscription, type Subscription } from '../subscriptions/subscription';
import { paidSubscription } from './attempt-outcome';
import { beginCycle, dueAmount, toLeftAmounts } from './cycle';
import { skipDue } from './due-action';

const noon = new Date('2027-01-31T15:00:00.000Z');

const weekly = (unitPriceCents: number, quantity: number, discount: number): Subscription =>
  startSubscription({
    id: 'subs_1',
    checkoutId: 'bill_1',
    customerId: 'cust_1',
    externalId: undefined,
    productId: 'prod_1',
    quantity,
    unitPriceCents: cents(unitPriceCents),
    cycle: 'WEEKLY',
    agreedCoupons: [{ code: 'F', kind: 'FIXED', discount }],
    method: 'CARD',
    retryPolicy: { maxRetry: 3, retryEveryDays: 1 },
    trialDays: undefined,
    leadDays: 0,
    metadataJson: '{}',
    startedAt: noon,
  });

interface Books {
  readonly subscription: Subscription;
  /** Waits for the next cycle. */
  readonly usageCents: Cents;
  readonly dueCents: Cents;
  readonly chargedCents: Cents;
}

interface Step {
  readonly isSkipped: boolean;
  readonly used: Cents;
  readonly min: Cents;
  readonly carryMax: Cents;
}

/** One cycle, as it is begun, collected by billing and settled. */
function renew(books: Books, { used, min, carryMax }: Step): Books {
  const usageCents = sumCents(books.usageCents, used);
  const { cycle, subscription } = beginCycle({ subscription: books.subscription, plans: [] }, usageCents, noon);
  const { collectedCents } = collectOrCarry(dueAmount(cycle), { minCents: min, carryMaxCents: carryMax });
  const left = toLeftAmounts(cycle, collectedCents === 0 ? undefined : collectedCents);
  const priceCents = subtractCents(dueAmount(cycle).ownCents, books.usageCents);
  return {
    subscription: paidSubscription(subscription, { ...left, isCharged: collectedCents > 0 }, noon),
    usageCents: left.postponedUsageCents,
    dueCents: sumCents(books.dueCents, priceCents),
    chargedCents: sumCents(books.chargedCents, collectedCents),
  };
}

/** One cycle that falls due in a pause: its price is not due, and its usage is with the next. */
function skip(books: Books, { used }: Step): Books {
  const { subscription } = skipDue(
    { subscription: books.subscription, plans: [] },
    currentDueAt(books.subscription),
    noon,
  );
  const usageCents = sumCents(books.usageCents, used);
  return { ...books, subscription, usageCents, dueCents: sumCents(books.dueCents, used) };
}

const amount = fc.integer({ min: 0, max: 700 }).map(cents);
const steps = fc.array(fc.record({ isSkipped: fc.boolean(), used: amount, min: amount, carryMax: amount }), {
  maxLength: 20,
});

test('what is charged of cycles, and what a cancellation waives, are together what was due', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 3 }), amount, steps, (...drawn) => {
      const [price, quantity, discount, cycles] = drawn;
      let books: Books = {
        subscription: weekly(price, quantity, discount),
        usageCents: zeroCents,
        dueCents: zeroCents,
        chargedCents: zeroCents,
      };
      for (const step of cycles) books = (step.isSkipped ? skip : renew)(books, step);
      const { subscription, usageCents, dueCents, chargedCents } = books;
      expect(sumCents(chargedCents, subscription.carriedCents, usageCents)).toBe(dueCents);
      expect(subscription.cycleNumber).toBe(1 + cycles.length);
      expect(subscription.attempts).toBe(0);
    }),
  );
});
