import { cents } from '@pitanga/core';
import { boletoParts, cardParts, planTakings } from './pending-part';

const day = 86_400_000;
const paidAt = new Date('2026-11-20T15:00:00.123Z');

describe('the parts of a payment', () => {
  it.each([
    ['a Friday that is a holiday', '2026-11-20T15:00:00.000Z', '2026-11-23T03:00:00.000Z'],
    ['an ordinary Monday', '2026-11-23T15:00:00.000Z', '2026-11-24T03:00:00.000Z'],
    ['a Thursday late in the evening of São Paulo', '2026-11-27T02:59:59.999Z', '2026-11-27T03:00:00.000Z'],
    ['the Friday before Carnival', '2027-02-05T15:00:00.000Z', '2027-02-10T03:00:00.000Z'],
    ['the last day of the year', '2026-12-31T15:00:00.000Z', '2027-01-04T03:00:00.000Z'],
  ])('of a boleto are one, due at the start of the next business day after %s', (_when, paid, due) => {
    expect(boletoParts(cents(9_750), new Date(paid))).toEqual([
      { number: 1, amountCents: 9_750, dueAt: new Date(due) },
    ]);
  });

  it.each([
    [9_540, 1, [9_540]],
    [9_540, 3, [3_180, 3_180, 3_180]],
    [10_000, 3, [3_334, 3_333, 3_333]],
    [10_001, 3, [3_334, 3_334, 3_333]],
    [11, 12, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
    [0, 2, []],
  ])('of a card net of %d centavos in %d installments are %j', (net, count, amounts) => {
    expect(cardParts(cents(net), count, paidAt).map(({ amountCents }) => amountCents)).toEqual(amounts);
  });

  it('of a card are due 30 days of 24 hours apart, the first 30 days after payment', () => {
    const due = cardParts(cents(12_000), 12, paidAt);
    expect(due.map(({ number, dueAt }) => [number, dueAt.getTime() - paidAt.getTime()])).toEqual(
      Array.from({ length: 12 }, (_, index) => [index + 1, (index + 1) * 30 * day]),
    );
  });
});

describe('a taking', () => {
  const parts = [0, 300, 200, 100].map((openCents, index) => ({ number: index + 1, openCents: cents(openCents) }));

  it.each([
    [
      1_000,
      [
        [2, 300],
        [3, 200],
        [4, 100],
      ],
    ],
    [
      600,
      [
        [2, 300],
        [3, 200],
        [4, 100],
      ],
    ],
    [
      350,
      [
        [2, 300],
        [3, 50],
      ],
    ],
    [0, []],
  ])('of %d centavos takes from the earlier parts first, and nothing of settled ones: %j', (wanted, expected) => {
    expect(planTakings(parts, cents(wanted)).map(({ number, amountCents }) => [number, amountCents])).toEqual(expected);
  });
});

test("a store's own settlement days move the dates", () => {
  // A Friday: two business days later is Tuesday, at midnight in São Paulo.
  const friday = new Date('2026-11-27T15:00:00.000Z');
  expect(boletoParts(cents(100), friday, 2)[0]?.dueAt).toEqual(new Date('2026-12-01T03:00:00.000Z'));
  const due = cardParts(cents(200), 2, friday, 14).map(({ dueAt }) => dueAt.toISOString());
  expect(due).toEqual(['2026-12-11T15:00:00.000Z', '2026-12-25T15:00:00.000Z']);
});
