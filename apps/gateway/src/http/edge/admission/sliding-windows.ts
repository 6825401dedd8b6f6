/** The window of a key after a request was counted or refused. */
export interface Counted {
  readonly used: number;
  /** Time of the oldest counted request, in ms. */
  readonly oldestMs: number;
  readonly isExceeded: boolean;
}

/**
 * The requests of each key within its window, in this process. Counting is synchronous: no two requests see the same
 * count, even after a blocked event loop.
 */
export interface SlidingWindows {
  /** Counts or refuses a request; undefined when the counter is full of other keys. */
  count(key: string, limit: number, windowMs: number, nowMs: number): Counted | undefined;
  /** Removes the last request that {@link count} counted for a key. */
  uncount(key: string): void;
}

interface Entry {
  readonly windowMs: number;
  /** Times of counted requests in ms, oldest first. */
  readonly times: number[];
}

/** 100,000 keys and a million times are about 30 MB. */
const bounds = { keysMax: 100_000, timesMax: 1_000_000 };
const sweepEveryMs = 1_000;

export function createSlidingWindows({ keysMax, timesMax } = bounds): SlidingWindows {
  const entries = new Map<string, Entry>();
  let times = 0;
  let sweptAtMs = -Infinity;

  function forgetOld(entry: Entry, nowMs: number): void {
    const first = entry.times.findIndex((at) => at > nowMs - entry.windowMs && at <= nowMs);
    const old = first === -1 ? entry.times.length : first;
    if (old === 0) return;
    entry.times.splice(0, old);
    times -= old;
  }

  function sweep(nowMs: number): void {
    if (Math.abs(nowMs - sweptAtMs) < sweepEveryMs) return;
    sweptAtMs = nowMs;
    for (const [key, entry] of entries) {
      forgetOld(entry, nowMs);
      if (entry.times.length === 0) entries.delete(key);
    }
  }

  function isFull(): boolean {
    return entries.size >= keysMax || times >= timesMax;
  }

  return {
    count(key, limit, windowMs, nowMs) {
      let entry = entries.get(key);
      if (!entry) {
        if (isFull() || nowMs - sweptAtMs >= windowMs) sweep(nowMs);
        if (isFull()) return undefined;
        entry = { windowMs, times: [] };
        entries.set(key, entry);
      }
      forgetOld(entry, nowMs);
      const isExceeded = entry.times.length >= limit;
      if (!isExceeded) {
        entry.times.push(nowMs);
        times += 1;
      }
      return { used: entry.times.length, oldestMs: entry.times[0] ?? nowMs, isExceeded };
    },
    uncount(key) {
      if (entries.get(key)?.times.pop() !== undefined) times -= 1;
    },
  };
}
