import fc from 'fast-check';
import { addDays, endOfSaoPauloDay, isCalendarDay, saoPauloDay, startOfSaoPauloDay } from './time';

const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });

describe('time in São Paulo', () => {
  it('puts an instant into its calendar day there, not into the UTC day', () => {
    expect(saoPauloDay(new Date('2026-11-21T02:59:59.999Z'))).toBe('2026-11-20');
    expect(saoPauloDay(new Date('2026-11-21T03:00:00.000Z'))).toBe('2026-11-21');
    // One hour earlier while daylight saving time was in force.
    expect(saoPauloDay(new Date('2019-01-10T02:00:00.000Z'))).toBe('2019-01-10');
  });

  it('starts a day at its first instant and ends it in its last millisecond', () => {
    expect(startOfSaoPauloDay('2026-11-26').toISOString()).toBe('2026-11-26T03:00:00.000Z');
    expect(endOfSaoPauloDay('2026-11-26').toISOString()).toBe('2026-11-27T02:59:59.999Z');
  });

  it('knows the days whose clocks were moved', () => {
    // 4 November 2018 had no 00:00: it began at 01:00. The day before lasted the ordinary 24 hours.
    expect(startOfSaoPauloDay('2018-11-04').toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(endOfSaoPauloDay('2018-11-03').toISOString()).toBe('2018-11-04T02:59:59.999Z');
    expect(endOfSaoPauloDay('2018-11-04').toISOString()).toBe('2018-11-05T01:59:59.999Z');
    // 16 February 2019 had its last hour twice, so it lasted 25 hours.
    expect(startOfSaoPauloDay('2019-02-16').toISOString()).toBe('2019-02-16T02:00:00.000Z');
    expect(startOfSaoPauloDay('2019-02-17').toISOString()).toBe('2019-02-17T03:00:00.000Z');
  });

  it('has every instant inside the bounds of its own day, and days that follow without a gap', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const day = saoPauloDay(at);
        const start = startOfSaoPauloDay(day);
        const end = endOfSaoPauloDay(day);
        expect(start.getTime()).toBeLessThanOrEqual(at.getTime());
        expect(end.getTime()).toBeGreaterThanOrEqual(at.getTime());
        expect(saoPauloDay(start)).toBe(day);
        expect(saoPauloDay(end)).toBe(day);
        expect(saoPauloDay(new Date(start.getTime() - 1))).toBe(addDays(day, -1));
        expect(startOfSaoPauloDay(addDays(day, 1)).getTime()).toBe(end.getTime() + 1);
      }),
    );
  });
});

describe('calendar days', () => {
  it('are real days, written YYYY-MM-DD', () => {
    for (const day of ['2026-11-20', '2028-02-29', '2026-12-31']) expect(isCalendarDay(day)).toBe(true);
    for (const text of [
      '',
      '2026-02-29',
      '2026-02-30',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '20/11/2026',
      '2026-11-20T00:00',
      'x2026-11-20',
      '+002026-11-20',
      '2026-11-20\n',
    ]) {
      expect(isCalendarDay(text)).toBe(false);
    }
  });

  it('are counted over months, years and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2026-11-20', 0)).toBe('2026-11-20');
  });

  it('are counted without regard to daylight saving time', () => {
    expect(addDays('2018-11-03', 2)).toBe('2018-11-05');
    expect(addDays('2019-02-16', 1)).toBe('2019-02-17');
  });
});
