import { createFailureLog } from '@pitanga/runtime';
import { silentLog } from '@pitanga/testing';
import { repeatWhileBusy, type WakeableLoop } from './loops';

let loop: WakeableLoop | undefined;
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(async () => {
  const stopped = loop?.stop();
  await jest.runAllTimersAsync();
  await stopped;
  jest.useRealTimers();
});

/** The instants at which it looked, from its start on, in milliseconds; `next` is what each look answers. */
function looks(next: () => number | undefined): { readonly at: number[] } {
  const at: number[] = [];
  const startedMs = performance.now();
  const work = (): Promise<number | undefined> => {
    at.push(Math.round(performance.now() - startedMs));
    return Promise.resolve(next());
  };
  const failureLog = createFailureLog({ log: silentLog, job: 'look', message: 'it could not look' });
  loop = repeatWhileBusy({ everyMs: 250, restMs: 2_000 }, work, failureLog);
  return { at };
}

describe('a loop that repeats while it is busy', () => {
  it('pauses for longer each time when there is nothing to do, up to its rest', async () => {
    const { at } = looks(() => undefined);
    await jest.advanceTimersByTimeAsync(6_000);
    expect(at).toEqual([250, 750, 1_750, 3_750, 5_750]);
  });

  it('does not rest while it has something to do', async () => {
    const { at } = looks(() => 0);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(at).toEqual([250, 500, 750, 1_000]);
  });

  it('looks at the instant at which something falls due', async () => {
    const dueMs = 4_321;
    const startedMs = performance.now();
    const { at } = looks(() => Math.max(0, dueMs - (performance.now() - startedMs)) || undefined);
    await jest.advanceTimersByTimeAsync(dueMs);
    expect(at.at(-1)).toBe(dueMs);
  });

  it('ends its rest when it is woken, and looks no more often than when it is busy', async () => {
    const { at } = looks(() => undefined);
    await jest.advanceTimersByTimeAsync(3_800);
    loop?.wake();
    loop?.wake();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(at.slice(3)).toEqual([3_750, 4_000, 4_500]);
  });

  it('ends at once when it is stopped during a rest', async () => {
    const { at } = looks(() => undefined);
    await jest.advanceTimersByTimeAsync(1_800);
    const stopped = loop?.stop();
    await jest.advanceTimersByTimeAsync(0);
    await stopped;
    expect(at).toEqual([250, 750, 1_750]);
  });
});
