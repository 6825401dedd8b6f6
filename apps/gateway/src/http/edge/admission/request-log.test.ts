import { createRequestLog } from './request-log';

describe('the log of requests', () => {
  it('keeps no more keys and instants than it may, and makes room when windows are over', () => {
    const log = createRequestLog({ keysMax: 2, timesMax: 3 });
    expect(log.take('a', 2, 1_000, 10_000)?.isExceeded).toBe(false);
    expect(log.take('b', 2, 1_000, 10_000)?.isExceeded).toBe(false);
    expect(log.take('c', 2, 1_000, 10_000)).toBeUndefined();
    expect(log.take('c', 2, 1_000, 11_000)?.isExceeded).toBe(false);
    for (const key of ['c', 'd']) log.take(key, 9, 1_000, 11_000);
    expect(log.take('e', 2, 1_000, 11_500)).toBeUndefined();
    expect(log.take('e', 2, 1_000, 12_100)?.used).toBe(1);
  });

  it('forgets what lies in the future when the clock was set back', () => {
    const log = createRequestLog();
    expect(log.take('a', 1, 1_000, 10_000)?.isExceeded).toBe(false);
    expect(log.take('a', 1, 1_000, 5_000)?.isExceeded).toBe(false);
    expect(log.take('a', 1, 1_000, 5_001)?.isExceeded).toBe(true);
  });
});
