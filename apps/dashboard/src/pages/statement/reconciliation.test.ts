import {
  daysOfMonth,
  matchingMonth,
  monthsUntil,
  findPeriodProblem,
  sumRows,
  type Reconciliation,
} from './reconciliation';

const today = '2026-11-24';

describe('the months that can be chosen', () => {
  it('are the present one and those before, over the turn of a year', () => {
    expect(monthsUntil('2026-02-28', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
  });

  it.each([
    ['2026-11', '2026-11-01', today],
    ['2026-10', '2026-10-01', '2026-10-31'],
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2025-12', '2025-12-01', '2025-12-31'],
  ])('%s is from %s to %s', (month, startDate, endDate) => {
    expect(daysOfMonth(month, today)).toEqual({ startDate, endDate });
    expect(matchingMonth({ startDate, endDate }, today)).toBe(month);
  });

  it('are not other days of a month', () => {
    expect(matchingMonth({ startDate: '2026-10-01', endDate: '2026-10-30' }, today)).toBeUndefined();
    expect(matchingMonth({ startDate: '2026-10-02', endDate: '2026-10-31' }, today)).toBeUndefined();
  });
});

describe('a period', () => {
  it.each([
    [undefined, '2026-10-01', '2026-10-31'],
    [undefined, '2026-10-01', '2026-10-01'],
    ['tooLong', '2026-10-01', '2026-11-01'],
    ['backwards', '2026-10-02', '2026-10-01'],
  ])('is %s from %s to %s', (problem, startDate, endDate) => {
    expect(findPeriodProblem({ startDate, endDate })).toBe(problem);
  });
});

describe('the sum for a spreadsheet', () => {
  it('goes from what was available, by kind, to what was available then', () => {
    const found: Reconciliation = {
      startDate: '2026-11-01',
      endDate: today,
      openingAvailable: 5_000,
      closingAvailable: 11_920,
      lines: [
        { kind: 'PAYMENT', credits: 10_000, debits: 80, count: 1 },
        { kind: 'WITHDRAW', credits: 0, debits: 3_000, count: 2 },
      ],
      credits: 10_000,
      debits: 3_080,
      ledgerDifference: 0,
      isBalanced: true,
    };
    const names = { opening: 'before', total: 'all', closing: 'after', of: (kind: string) => kind };
    expect(sumRows(found, names).map((row) => Object.values(row).join('|'))).toEqual([
      'before||||50,00',
      'PAYMENT|1|100,00|0,80|99,20',
      'WITHDRAW|2|0,00|30,00|-30,00',
      'all|3|100,00|30,80|69,20',
      'after||||119,20',
    ]);
  });
});
