import { createSlidingWindows } from './sliding-windows';

describe('sliding windows', () => {
  it('bound their keys and times, and free them when windows end', () => {
    const windows = createSlidingWindows({ keysMax: 2, timesMax: 3 });
    expect(windows.count('a', 2, 1_000, 10_000)?.isExceeded).toBe(false);
    expect(windows.count('b', 2, 1_000, 10_000)?.isExceeded).toBe(false);
    expect(windows.count('c', 2, 1_000, 10_000)).toBeUndefined();
    expect(windows.count('c', 2, 1_000, 11_000)?.isExceeded).toBe(false);
    for (const key of ['c', 'd']) windows.count(key, 9, 1_000, 11_000);
    expect(windows.count('e', 2, 1_000, 11_500)).toBeUndefined();
    expect(windows.count('e', 2, 1_000, 12_100)?.used).toBe(1);
  });

  it('drop times in the future after the clock was set back', () => {
    const windows = createSlidingWindows();
    expect(windows.count('a', 1, 1_000, 10_000)?.isExceeded).toBe(false);
    expect(windows.count('a', 1, 1_000, 5_000)?.isExceeded).toBe(false);
    expect(windows.count('a', 1, 1_000, 5_001)?.isExceeded).toBe(true);
  });
});
