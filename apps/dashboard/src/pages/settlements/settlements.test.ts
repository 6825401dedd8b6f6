import { toMonths, sumUp, usualPeriod } from './settlements';

const days = [
  {
    day: '2026-11-30',
    amount: 300,
    count: 3,
    methods: [
      { method: 'BOLETO' as const, amount: 100, count: 1 },
      { method: 'CARD' as const, amount: 200, count: 2 },
    ],
  },
  { day: '2026-12-01', amount: 50, count: 1, methods: [{ method: 'CARD' as const, amount: 50, count: 1 }] },
];

describe('the calendar of what comes in', () => {
  it('is by months, each with its days and sum', () => {
    const months = toMonths({ days });
    expect(months.map(({ month, amount, count }) => [month, amount, count])).toEqual([
      ['2026-11', 300, 3],
      ['2026-12', 50, 1],
    ]);
    expect(sumUp(months)).toEqual({ amount: 350, count: 4 });
  });

  it('of one method has its money and its days alone', () => {
    expect(toMonths({ days }, 'BOLETO').map(({ month, amount }) => [month, amount])).toEqual([['2026-11', 100]]);
  });

  it('begins today, and ends on a day that the API still takes', () => {
    expect(usualPeriod('2026-11-30')).toEqual({ startDate: '2026-11-30', endDate: '2027-11-29' });
    expect(usualPeriod('2028-02-29').endDate).toBe('2029-02-27');
  });
});
