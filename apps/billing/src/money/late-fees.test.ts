import { addDays, businessDayOnOrAfter, cents } from '@pitanga/core';
import fc from 'fast-check';
import { amountDueOn, lastPayableDay, lateFeesOn, payableUntil, type LateTerms } from './late-fees';

const terms: LateTerms = {
  amountCents: cents(100_000),
  dueDate: '2026-11-26',
  interestBasisPointsPerMonth: 100,
  fine: { kind: 'PERCENTAGE', value: 200 },
};

describe('what a boleto costs late', () => {
  test.each([
    ['early', '2026-11-01', 0, 0],
    ['on the due date', '2026-11-26', 0, 0],
    ['a day late', '2026-11-27', 2000, 33],
    ['fifteen days late', '2026-12-11', 2000, 500],
    ['a month late', '2026-12-26', 2000, 1000],
  ])('%s, on %s: fine %i and interest %i', (_name, payDay, fineCents, interestCents) => {
    expect(lateFeesOn(terms, payDay)).toEqual({ fineCents, interestCents });
    expect(amountDueOn(terms, payDay)).toBe(100_000 + fineCents + interestCents);
  });

  test.each([
    ['on the Saturday itself', '2026-11-21', 0],
    ['on the Monday after', '2026-11-23', 0],
    // Three calendar days since the due date, not one since Monday.
    ['on the Tuesday after', '2026-11-24', 100],
  ])('nothing for a closed bank: due on a Saturday and paid %s', (_name, payDay, interestCents) => {
    expect(lateFeesOn({ ...terms, dueDate: '2026-11-21' }, payDay).interestCents).toBe(interestCents);
  });

  test('due at Carnival, it is on time on Ash Wednesday', () => {
    const carnival = { ...terms, dueDate: '2026-02-14' };
    expect(amountDueOn(carnival, '2026-02-18')).toBe(100_000);
    expect(lateFeesOn(carnival, '2026-02-19')).toEqual({ fineCents: 2000, interestCents: 167 });
  });

  test.each([
    ['nothing when neither was agreed', {}, 0, 0],
    ['a fixed fine as it is', { fine: { kind: 'FIXED', value: 500 } as const }, 500, 0],
    ['interest alone', { interestBasisPointsPerMonth: 100 }, 0, 1],
    ['half a centavo of fine as one', { fine: { kind: 'PERCENTAGE', value: 150 } as const }, 2, 0],
  ])('%s', (_name, agreed, fineCents, interestCents) => {
    const small = { amountCents: cents(100), dueDate: '2026-11-26', ...agreed };
    // Sixteen days of 1% a month on R$ 1,00 are 0.53 centavo.
    expect(lateFeesOn(small, '2026-12-12')).toEqual({ fineCents, interestCents });
  });

  test('rounds the interest of all days once: thirty days are a month to the centavo', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), fc.integer({ min: 0, max: 2000 }), (amount, rate) => {
        const late = { amountCents: cents(amount), dueDate: '2026-11-26', interestBasisPointsPerMonth: rate };
        const exact = (BigInt(amount) * BigInt(rate) * 2n + 10_000n) / 20_000n;
        expect(BigInt(lateFeesOn(late, '2026-12-26').interestCents)).toBe(exact);
      }),
    );
  });

  test('never shrinks from one day to the next', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 60 }), (days) => {
        const payDay = addDays(terms.dueDate, days);
        expect(amountDueOn(terms, addDays(payDay, 1))).toBeGreaterThanOrEqual(amountDueOn(terms, payDay));
      }),
    );
  });
});

describe('until when a boleto is payable', () => {
  test.each([
    ['without fees, on a business day: that day', '2026-11-26', false, '2026-11-27T02:59:59.999Z'],
    ['without fees, on a Saturday: the Monday after', '2026-11-21', false, '2026-11-24T02:59:59.999Z'],
    ['without fees, on New Year: the first open day', '2028-01-01', false, '2028-01-04T02:59:59.999Z'],
    ['with fees: thirty days after', '2026-11-26', true, '2026-12-27T02:59:59.999Z'],
    ['with fees, on a Saturday: thirty days after it', '2026-11-21', true, '2026-12-22T02:59:59.999Z'],
  ])('%s', (_name, dueDate, hasInterestOrFine, instant) => {
    expect(payableUntil(dueDate, hasInterestOrFine).toISOString()).toBe(instant);
  });

  test('is never before the day on which it is on time', () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days));
    fc.assert(
      fc.property(day, fc.boolean(), (dueDate, hasInterestOrFine) => {
        expect(lastPayableDay(dueDate, hasInterestOrFine) >= businessDayOnOrAfter(dueDate)).toBe(true);
      }),
    );
  });
});
