import { formatWait, secondsUntil } from './wait';

describe('a wait that counts down', () => {
  it('is said in minutes and seconds, and in hours when it is that long', () => {
    expect([0, 9, 59, 60, 754, 3600, 3661].map(formatWait)).toEqual([
      '0:00',
      '0:09',
      '0:59',
      '1:00',
      '12:34',
      '1:00:00',
      '1:01:01',
    ]);
  });

  it('never says that it is over before it is, and stays at zero after', () => {
    expect(secondsUntil(10_000, 9_001)).toBe(1);
    expect(secondsUntil(10_000, 9_999)).toBe(1);
    expect(secondsUntil(10_000, 10_000)).toBe(0);
    expect(secondsUntil(10_000, 12_000)).toBe(0);
  });
});
