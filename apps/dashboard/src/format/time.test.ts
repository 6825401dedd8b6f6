import { addDays, storeDay, daysBetween, formatDay, formatInstant } from './time';

describe('times of the store', () => {
  it.each([
    ['2026-11-23T02:59:59.000Z', '22/11/2026, 23:59'],
    ['2026-11-23T03:00:00.000Z', '23/11/2026, 00:00'],
  ])('%s is %s in São Paulo, wherever the browser is', (instant, shown) => {
    expect(formatInstant(instant, 'pt-BR')).toBe(shown);
  });

  it('a day is shown as itself, and an instant as its day in São Paulo', () => {
    expect(formatDay('2026-11-23', 'en')).toBe('23 Nov 2026');
    expect(formatDay('2026-11-23T02:00:00Z', 'en')).toBe('22 Nov 2026');
    expect(storeDay(new Date('2026-11-23T02:00:00Z'))).toBe('2026-11-22');
  });

  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
  ])('%s and %d days is %s', (from, days, to) => {
    expect(addDays(from, days)).toBe(to);
    expect(daysBetween(from, to)).toBe(days);
  });
});
