import { cents } from '@pitanga/core';
import fc from 'fast-check';
import { computeFee, feeWithinAmount, smallestAboveFee, smallestCovering, type FeeSchedule } from './fees';

const schedule: FeeSchedule = {
  pixCents: cents(80),
  boletoCents: cents(250),
  card: { singleBasisPoints: 350, shortBasisPoints: 400, longBasisPoints: 450, fixedCents: cents(60) },
};

test.each([
  ['PIX', 100, 1, 80],
  ['PIX', 9_999_999_999, 1, 80],
  ['BOLETO', 10_000, 1, 250],
  ['CARD', 10_000, 1, 410],
  ['CARD', 10_000, 2, 460],
  ['CARD', 10_000, 6, 460],
  ['CARD', 10_000, 7, 510],
  ['CARD', 10_000, 12, 510],
  // 3.5 % of 1 014 and 1 015 centavos are 35.49 and 35.525; of 1 100, 38.5 rounds up.
  ['CARD', 1_014, 1, 95],
  ['CARD', 1_015, 1, 96],
  ['CARD', 1_100, 1, 99],
] as const)('a %s charge of %i centavos in %i installments costs %i centavos', (method, amount, installments, fee) => {
  expect(computeFee(schedule, method, cents(amount), installments)).toBe(fee);
});

test.each([
  ['PIX', 80, 'O valor mínimo para PIX é R$ 0,81'],
  ['BOLETO', 250, 'O valor mínimo para BOLETO é R$ 2,51'],
  ['CARD', 62, 'O valor mínimo para CARD é R$ 0,63'],
] as const)('a %s charge of %i centavos is refused, since its fee would reach its amount', (method, amount, text) => {
  expect(() => feeWithinAmount(schedule, method, cents(amount))).toThrow(text);
  expect(feeWithinAmount(schedule, method, cents(amount + 1))).toBeLessThanOrEqual(amount);
});

test('the smallest amount is the first one whose fee is below it, for any card schedule', () => {
  const cardSchedule = fc.record({
    basisPoints: fc.integer({ min: 0, max: 9_999 }),
    fixed: fc.integer({ min: 0, max: 9_000 }),
  });
  fc.assert(
    fc.property(cardSchedule, ({ basisPoints, fixed }) => {
      const card = { ...schedule.card, singleBasisPoints: basisPoints, fixedCents: cents(fixed) };
      const smallest = smallestAboveFee({ ...schedule, card }, 'CARD');
      expect(computeFee({ ...schedule, card }, 'CARD', smallest)).toBeLessThan(smallest);
      if (smallest > 1)
        expect(computeFee({ ...schedule, card }, 'CARD', cents(smallest - 1))).toBeGreaterThanOrEqual(smallest - 1);
    }),
  );
});

describe('the smallest card payment that covers a price', () => {
  it.each([
    [10_000, 2, 10_479],
    [10_000, 1, 10_425],
    [10_000, 12, 10_534],
    [100, 1, 166],
    // 4 % of 10 487 is 419.48 and rounds down: one centavo less than without rounding.
    [10_008, 2, 10_487],
  ] as const)('%i centavos in %i installments: %i', (price, installments, amount) => {
    expect(smallestCovering(schedule, cents(price), installments)).toBe(amount);
  });

  it('is the one that trying every amount finds, for any schedule, price and number of installments', () => {
    const anyCard = fc.record({
      singleBasisPoints: fc.integer({ min: 0, max: 9_999 }),
      shortBasisPoints: fc.integer({ min: 0, max: 1_500 }),
      longBasisPoints: fc.integer({ min: 0, max: 3_000 }),
      fixedCents: fc.integer({ min: 0, max: 500 }).map(cents),
    });
    fc.assert(
      fc.property(
        anyCard,
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 12 }),
        (card, price, count) => {
          const fees = { ...schedule, card };
          const covers = (amount: number) => amount - computeFee(fees, 'CARD', cents(amount), count) >= price;
          let amount = price;
          // A jump that is surely too short, for the steep schedules whose answer is far.
          if (count === 1)
            amount = Math.max(price, Math.floor(((price - 1) * 10_000) / (10_000 - card.singleBasisPoints)));
          while (amount > price && covers(amount - 1)) amount -= 1;
          while (!covers(amount)) amount += 1;
          expect(smallestCovering(fees, cents(price), count)).toBe(amount);
        },
      ),
    );
  });

  it('is exact at the largest price', () => {
    const amount = smallestCovering(schedule, cents(9_999_999_999), 12);
    expect(amount - computeFee(schedule, 'CARD', amount, 12)).toBe(9_999_999_999);
    expect(amount - 1 - computeFee(schedule, 'CARD', cents(amount - 1), 12)).toBeLessThan(9_999_999_999);
  });
});
