import fc from 'fast-check';
import { addBusinessDays, businessDayOnOrAfter, daysBetween, isBusinessDay } from './business-days';
import { addDays } from './time';

const anyDay = fc.integer({ min: 0, max: 36_500 }).map((days) => addDays('2000-01-01', days));

/** Weekdays of a year on which banks are closed. */
function closedWeekdays(year: number): string[] {
  const days = Array.from({ length: 366 }, (_, index) => addDays(`${String(year)}-01-01`, index));
  return days.filter((day) => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    return day.startsWith(String(year)) && weekday > 0 && weekday < 6 && !isBusinessDay(day);
  });
}

describe('the banking calendar', () => {
  test.each([
    [2024, ['02-12', '02-13', '03-29', '05-30']],
    [2025, ['03-03', '03-04', '04-18', '06-19']],
    [2026, ['02-16', '02-17', '04-03', '06-04']],
    [2027, ['02-08', '02-09', '03-26', '05-27']],
    [2028, ['02-28', '02-29', '04-14', '06-15']],
    // The latest Easter of the century, and years in which the moon tables take their exceptions.
    [2038, ['03-08', '03-09', '04-23', '06-24']],
    [1954, ['03-01', '03-02', '04-16', '06-17']],
    [1981, ['03-02', '03-03', '04-17', '06-18']],
  ])('has the movable holidays of %i', (year, movable) => {
    const closed = closedWeekdays(year);
    const fixed = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'];
    expect(closed.filter((day) => !fixed.includes(day.slice(5)))).toEqual(
      movable.map((monthDay) => `${String(year)}-${monthDay}`),
    );
  });

  test('has the fixed holidays of a year, as far as they are weekdays', () => {
    expect(closedWeekdays(2026)).toEqual([
      '2026-01-01',
      '2026-02-16',
      '2026-02-17',
      '2026-04-03',
      '2026-04-21',
      '2026-05-01',
      '2026-06-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-02',
      '2026-11-20',
      '2026-12-25',
    ]);
  });

  test.each([
    ['31 December, although branches are closed', '2026-12-31', true],
    ['Ash Wednesday', '2026-02-18', true],
    ['20 November before its law', '2023-11-20', true],
    ['20 November since its law', '2024-11-20', false],
    ['24 December', '2026-12-24', true],
    ['a Saturday', '2026-11-21', false],
    ['a Sunday', '2026-11-22', false],
    ['a holiday of São Paulo only', '2024-07-09', true],
  ])('says of %s (%s) whether it is a business day', (_name, day, expected) => {
    expect(isBusinessDay(day)).toBe(expected);
  });

  test.each(['2026-02-30', '2026-2-3', '', '2026-11-21T00:00:00Z'])('refuses %j, which is no day', (text) => {
    expect(() => isBusinessDay(text)).toThrow(new RangeError(`not a calendar day: ${text}`));
    expect(() => addBusinessDays(text, 0)).toThrow(RangeError);
    expect(() => daysBetween('2026-01-01', text)).toThrow(RangeError);
  });
});

describe('counting business days', () => {
  test.each([
    ['2026-02-13', '2026-02-20'],
    ['2026-04-02', '2026-04-08'],
    ['2026-06-03', '2026-06-09'],
    ['2026-10-09', '2026-10-15'],
    ['2026-11-18', '2026-11-24'],
    ['2026-11-19', '2026-11-25'],
    ['2026-12-28', '2026-12-31'],
    ['2025-12-29', '2026-01-02'],
    ['2028-02-25', '2028-03-03'],
    // From a Saturday: Monday is the first.
    ['2026-11-21', '2026-11-25'],
  ])('the third after %s is %s', (day, expected) => {
    expect(addBusinessDays(day, 3)).toBe(expected);
  });

  test('is done from the day itself when the count is 0', () => {
    expect(addBusinessDays('2026-11-21', 0)).toBe('2026-11-21');
  });

  test('counts calendar days in both directions', () => {
    expect(daysBetween('2026-02-27', '2026-03-02')).toBe(3);
    expect(daysBetween('2026-03-02', '2026-02-27')).toBe(-3);
    expect(daysBetween('2026-03-02', '2026-03-02')).toBe(0);
  });

  test.each([-1, 0.5, Number.NaN])('refuses a count of %d', (count) => {
    expect(() => addBusinessDays('2026-11-18', count)).toThrow(
      new RangeError('a number of business days is not negative'),
    );
  });

  test('lands on a business day, with exactly the count of them since the day after the start', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 40 }), (day, count) => {
        const landed = addBusinessDays(day, count);
        const walked = Array.from({ length: daysBetween(day, landed) }, (_, index) => addDays(day, index + 1));
        expect(isBusinessDay(landed)).toBe(true);
        expect(walked.filter(isBusinessDay)).toHaveLength(count);
      }),
    );
  });

  test('can be done in two steps', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(15), fc.nat(15), (day, first, second) => {
        expect(addBusinessDays(addBusinessDays(day, first), second)).toBe(addBusinessDays(day, first + second));
      }),
    );
  });

  test('a debt due on a closed day is on time on the next open one, at most five days later', () => {
    expect(businessDayOnOrAfter('2026-02-14')).toBe('2026-02-18');
    expect(businessDayOnOrAfter('2026-11-26')).toBe('2026-11-26');
    fc.assert(
      fc.property(anyDay, (day) => {
        const open = businessDayOnOrAfter(day);
        expect(isBusinessDay(open)).toBe(true);
        expect(open === day).toBe(isBusinessDay(day));
        expect(daysBetween(day, open)).toBeGreaterThanOrEqual(0);
        expect(daysBetween(day, open)).toBeLessThanOrEqual(5);
      }),
    );
  });
});
