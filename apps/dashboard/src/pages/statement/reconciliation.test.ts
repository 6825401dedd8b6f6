import { daysOfMonth, matchingMonth, monthsUntil, sumRows, type Reconciliation } from './reconciliation';

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
    const centavos = (amount: number) => ({ centavos: amount });
    const rows = sumRows(found, names);
    expect(
      rows.map(({ name, count, credits, debits, available }) => [name, count, credits, debits, available]),
    ).toEqual([
      ['before', null, null, null, centavos(5_000)],
      ['PAYMENT', 1, centavos(10_000), centavos(80), centavos(9_920)],
      ['WITHDRAW', 2, centavos(0), centavos(3_000), centavos(-3_000)],
      ['all', 3, centavos(10_000), centavos(3_080), centavos(6_920)],
      ['after', null, null, null, centavos(11_920)],
    ]);
  });
});
