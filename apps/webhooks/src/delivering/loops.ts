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
  return repeatWhileBusy({ everyMs, restMs: everyMs }, () => work().then(() => 0), failureLog, maxMs);
}

export interface BusyPace {
  readonly everyMs: number;
  /** The longest pause of a loop at rest. */
  readonly restMs: number;
}

/**
 * The same, but pauses double up to `restMs` while `work` does nothing and nothing wakes the loop.
 *
 * @param work answers after how many milliseconds it will have something to do, undefined if that is not known; 0 if it
 * had something to do now
 */
export function repeatWhileBusy(
  { everyMs, restMs }: BusyPace,
  work: () => Promise<number | undefined>,
  failureLog: FailureLog,
  maxMs?: number,
): WakeableLoop {
  const stopping = new AbortController();
  const { signal } = stopping;
  let pauseMs = everyMs;
  let endPause: (() => void) | undefined;

  const pause = async (ms: number): Promise<void> => {
    const ended = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      ended.resolve(undefined);
    }, ms);
    const beganMs = performance.now();
    endPause = () => {
      clearTimeout(timer);
      const leftMs = signal.aborted ? 0 : Math.max(0, Math.min(ms, everyMs) - (performance.now() - beganMs));
      setTimeout(() => {
        ended.resolve(undefined);
      }, leftMs);
    };
    await ended.promise;
    endPause = undefined;
  };
  const run = async (): Promise<void> => {
    for (;;) {
      await pause(backoffMs(failureLog.failures(), pauseMs, systemRandom, maxMs));
      if (signal.aborted) return;
      // Before the work, as a wake during it counts: it may have looked already.
      pauseMs = Math.min(restMs, pauseMs * 2);
      try {
        const nextMs = await work();
        if (nextMs !== undefined) pauseMs = nextMs === 0 ? everyMs : Math.min(pauseMs, nextMs);
        failureLog.succeeded();
      } catch (error) {
        failureLog.failed(error);
        pauseMs = everyMs;
      }
    }
  };
  const running = run();
  return {
    wake: () => {
      if (pauseMs <= everyMs) return;
      pauseMs = everyMs;
      endPause?.();
    },
    stop: async () => {
      stopping.abort();
      endPause?.();
      await running;
    },
  };
}
