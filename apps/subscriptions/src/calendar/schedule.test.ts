import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { cycles, daysLater, dueInstant, type Cycle } from './schedule';

const iso = (at: Date): string => at.toISOString();
const dues = (anchor: string, cycle: Cycle, ns: readonly number[]): string[] =>
  ns.map((n) => iso(dueInstant(new Date(anchor), cycle, n)));

describe('the n-th due instant', () => {
  test.each<[string, string, Cycle, readonly number[], readonly string[]]>([
    ['is the anchor for 0', '2026-11-20T15:00:00.123Z', 'MONTHLY', [0], ['2026-11-20T15:00:00.123Z']],
    [
      'keeps the day of the week',
      '2026-12-25T15:00:00.000Z',
      'WEEKLY',
      [1, 2, 53],
      ['2027-01-01T15:00:00.000Z', '2027-01-08T15:00:00.000Z', '2027-12-31T15:00:00.000Z'],
    ],
    [
      'uses the last day of a shorter month, and the anchor day again after it',
      '2027-01-31T12:30:00.000Z',
      'MONTHLY',
      [1, 2, 3, 11, 12, 13],
      [
        '2027-02-28T12:30:00.000Z',
        '2027-03-31T12:30:00.000Z',
        '2027-04-30T12:30:00.000Z',
        '2027-12-31T12:30:00.000Z',
        '2028-01-31T12:30:00.000Z',
        '2028-02-29T12:30:00.000Z',
      ],
    ],
    [
      'takes the day of the month from São Paulo, not from UTC',
      '2026-12-01T02:59:59.999Z', // 30 November there
      'MONTHLY',
      [1, 3],
      ['2026-12-31T02:59:59.999Z', '2027-03-01T02:59:59.999Z'],
    ],
    [
      'steps by quarters',
      '2026-11-30T15:00:00.000Z',
      'QUARTERLY',
      [1, 2, 5],
      ['2027-02-28T15:00:00.000Z', '2027-05-30T15:00:00.000Z', '2028-02-29T15:00:00.000Z'],
    ],
    [
      'steps by half years',
      '2027-08-31T15:00:00.000Z',
      'SEMIANNUALLY',
      [1, 2],
      ['2028-02-29T15:00:00.000Z', '2028-08-31T15:00:00.000Z'],
    ],
    [
      'keeps 29 February for leap years',
      '2028-02-29T15:00:00.000Z',
      'ANNUALLY',
      [1, 3, 4, 72],
      ['2029-02-28T15:00:00.000Z', '2031-02-28T15:00:00.000Z', '2032-02-29T15:00:00.000Z', '2100-02-28T15:00:00.000Z'],
    ],
    [
      'keeps the local time of day when the clocks are moved',
      '2018-10-15T13:00:00.000Z', // 10:00 at -03:00
      'MONTHLY',
      [1, 5],
      ['2018-11-15T12:00:00.000Z', '2019-03-15T13:00:00.000Z'],
    ],
    [
      'comes an hour later on a day whose first hour was left out',
      '2018-10-04T03:30:00.000Z', // 00:30; on 4 November the clocks went from 00:00 to 01:00
      'MONTHLY',
      [1],
      ['2018-11-04T03:30:00.000Z'],
    ],
    [
      'is the first of an hour that came twice',
      '2019-01-17T01:30:00.000Z', // 23:30 at -02:00 of the 16th
      'MONTHLY',
      [1],
      ['2019-02-17T01:30:00.000Z'],
    ],
  ])('%s', (_name, anchor, cycle, ns, expected) => {
    expect(dues(anchor, cycle, ns)).toEqual(expected);
  });
});

/**
 * The rule once more, walked day by day over a calendar of its own: count whole cycles, take the anchor's day, step
 * back while the month has no such day. For anchors since 2020, when São Paulo is at -03:00 all year.
 */
function slowDue(anchor: Date, cycle: Cycle, n: number): string {
  const local = new Date(anchor.getTime() - 3 * 3_600_000).toISOString();
  const [time, [year = 0, month = 0, anchorDay = 0]] = [local.slice(10), local.slice(0, 10).split('-').map(Number)];
  const isLeap = (y: number): boolean => (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  const length = (y: number, m: number): number =>
    [31, isLeap(y) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]!;
  let [y, m, d] = [year, month, anchorDay];
  if (cycle === 'WEEKLY') {
    for (let day = 0; day < 7 * n; day += 1) {
      d += 1;
      if (d > length(y, m)) [d, m] = [1, m + 1];
      if (m > 12) [m, y] = [1, y + 1];
    }
  } else {
    for (let step = 0; step < n * { MONTHLY: 1, QUARTERLY: 3, SEMIANNUALLY: 6, ANNUALLY: 12 }[cycle]; step += 1) {
      m += 1;
      if (m > 12) [m, y] = [1, y + 1];
    }
    while (d > length(y, m)) d -= 1;
  }
  const two = (value: number): string => String(value).padStart(2, '0');
  return new Date(`${String(y)}-${two(m)}-${two(d)}${time}`.replace('Z', '-03:00')).toISOString();
}

/** The calendar that comes with the engine, behind a flag in this version: written by others, from the same rules. */
interface TemporalCalendar {
  Instant: { fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(zone: string): Zoned } };
}
interface Zoned {
  readonly epochMilliseconds: number;
  add(duration: { readonly weeks?: number; readonly months?: number; readonly days?: number }): Zoned;
}

function temporal(): TemporalCalendar {
  setFlagsFromString('--harmony-temporal');
  return runInNewContext('Temporal') as TemporalCalendar;
}

const anchors = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true });
const stepOf = {
  WEEKLY: (n: number) => ({ weeks: n }),
  MONTHLY: (n: number) => ({ months: n }),
  QUARTERLY: (n: number) => ({ months: 3 * n }),
  SEMIANNUALLY: (n: number) => ({ months: 6 * n }),
  ANNUALLY: (n: number) => ({ months: 12 * n }),
} as const;

describe('due instants against other calendars', () => {
  it('are those of the rule walked day by day', () => {
    fc.assert(
      fc.property(anchors, fc.constantFrom(...cycles), fc.integer({ min: 0, max: 60 }), (anchor, cycle, n) => {
        expect(iso(dueInstant(anchor, cycle, n))).toBe(slowDue(anchor, cycle, n));
      }),
      { numRuns: 1_000 },
    );
  });

  it('are those of Temporal, also in the years whose clocks were moved', () => {
    const { Instant } = temporal();
    const long = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    const zoned = (at: Date) => Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO('America/Sao_Paulo');
    fc.assert(
      fc.property(long, fc.constantFrom(...cycles), fc.integer({ min: 1, max: 120 }), (anchor, cycle, n) => {
        const expected = zoned(anchor).add(stepOf[cycle](n)).epochMilliseconds;
        expect(iso(dueInstant(anchor, cycle, n))).toBe(iso(new Date(expected)));
        expect(iso(daysLater(anchor, n))).toBe(iso(new Date(zoned(anchor).add({ days: n }).epochMilliseconds)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('never fall on the same day twice and never leave a month out', () => {
    fc.assert(
      fc.property(anchors, fc.constantFrom(...cycles), (anchor, cycle) => {
        const days = Array.from({ length: 30 }, (_, n) => dueInstant(anchor, cycle, n).getTime() / 86_400_000);
        const gaps = days.slice(1).map((day, index) => Math.round(day - (days[index] ?? 0)));
        const [min, max] = {
          WEEKLY: [7, 7],
          MONTHLY: [28, 31],
          QUARTERLY: [89, 92],
          SEMIANNUALLY: [181, 184],
          ANNUALLY: [365, 366],
        }[cycle];
        expect(gaps.every((gap) => gap >= min! && gap <= max!)).toBe(true);
      }),
    );
  });
});
