import { isCardTesting, pausedUntil } from './attempt';

const rule = { failuresMax: 5, withinMs: 600_000 };
const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 20, 12) + minutes * 60_000);
const minutesOf = (until: Date | undefined) => until && (until.getTime() - at(0).getTime()) / 60_000;

describe('the pauses after failed attempts', () => {
  it('begin with the fifth within ten minutes', () => {
    expect(pausedUntil([0, 1, 2, 3].map(at), rule)).toBeUndefined();
    expect(minutesOf(pausedUntil([0, 1, 2, 3, 4].map(at), rule))).toBe(5);
    expect(pausedUntil([0, 3, 6, 9, 10].map(at), rule)).toBeUndefined();
    expect(minutesOf(pausedUntil([0, 3, 6, 9, 10, 11].map(at), rule))).toBe(12);
  });

  it('last 1, 2, 4, 8, 16 and then 30 minutes', () => {
    const pauses = [5, 6, 7, 8, 9, 10, 11].map((count) => minutesOf(pausedUntil(Array<Date>(count).fill(at(0)), rule)));
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
  });

  it('are forgotten an hour after the last one', () => {
    const failures = [0, 0, 0, 0, 0, 1];
    expect(minutesOf(pausedUntil(failures.map(at), rule))).toBe(3);
    expect(minutesOf(pausedUntil([...failures, 63].map(at), rule))).toBe(67);
    expect(pausedUntil([...failures, 64].map(at), rule)).toBeUndefined();
  });
});

describe('card testing', () => {
  it('is many declines that are most of the attempts', () => {
    expect(isCardTesting({ declined: 19, approved: 0 })).toBe(false);
    expect(isCardTesting({ declined: 20, approved: 5 })).toBe(true);
    expect(isCardTesting({ declined: 20, approved: 6 })).toBe(false);
    expect(isCardTesting({ declined: 99, approved: 0 }, 100)).toBe(false);
  });
});
