import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, systemRandom, type FailureLog } from '@pitanga/runtime';

export interface WakeableLoop {
  readonly wake: () => void;
  /** Resolves when the current run has ended; none starts after it. */
  readonly stop: () => Promise<void>;
}

/** Runs `work` once for any number of wakes, never twice at a time; retries a failure, with a growing delay. */
export function wakeableLoop(work: () => Promise<void>, failureLog: FailureLog): WakeableLoop {
  let isAwake = false;
  let isStopped = false;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  const pause = (ms: number): Promise<void> => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  const run = async (): Promise<void> => {
    // Wakes of the same turn of the event loop get one run.
    await new Promise((resolve) => setImmediate(resolve));
    while (isAwake && !isStopped) {
      isAwake = false;
      try {
        await work();
        failureLog.succeeded();
      } catch (error) {
        failureLog.failed(error);
        isAwake = true;
        await pause(backoffMs(failureLog.failures(), 0, systemRandom));
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

/** Runs `work` at an interval, never twice at a time; after failures with a growing delay of at most `maxMs`. */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  failureLog: FailureLog,
  maxMs?: number,
): Pick<WakeableLoop, 'stop'> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    for (;;) {
      await delay(backoffMs(failureLog.failures(), everyMs, systemRandom, maxMs), undefined, { signal }).catch(
        () => undefined,
      );
      if (signal.aborted) return;
      await work().then(failureLog.succeeded, failureLog.failed);
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
