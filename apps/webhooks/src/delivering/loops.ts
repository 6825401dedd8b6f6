import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, systemRandom, type FailureLog } from '@pitanga/runtime';

export interface WakefulLoop {
  readonly wake: () => void;
  /** No run starts after this; resolves when the current one has ended. */
  readonly stop: () => Promise<void>;
}

/** Runs `work` once for any number of wakes, never twice at a time; after a failure again by itself, later each time. */
export function wakefulLoop(work: () => Promise<void>, trouble: FailureLog): WakefulLoop {
  let isAwake = false;
  let isStopped = false;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  const pause = (ms: number): Promise<void> => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  const run = async (): Promise<void> => {
    // Whatever ends in this turn of the event loop is served by one run.
    await new Promise((resolve) => setImmediate(resolve));
    while (isAwake && !isStopped) {
      isAwake = false;
      try {
        await work();
        trouble.succeeded();
      } catch (error) {
        trouble.failed(error);
        isAwake = true;
        await pause(backoffMs(trouble.failures(), 0, systemRandom));
      }
    }
    running = undefined;
  };
  return {
    wake: () => {
      isAwake = true;
      if (!isStopped) running ??= run();
    },
    stop: async () => {
      isStopped = true;
      stopping.abort();
      await running;
    },
  };
}

/** Runs `work` every so often, never twice at a time; after failures less often, up to `maxMs`. */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  trouble: FailureLog,
  maxMs?: number,
): Pick<WakefulLoop, 'stop'> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    for (;;) {
      await delay(backoffMs(trouble.failures(), everyMs, systemRandom, maxMs), undefined, { signal }).catch(
        () => undefined,
      );
      if (signal.aborted) return;
      await work().then(trouble.succeeded, trouble.failed);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
