import { setTimeout as delay } from 'node:timers/promises';

export interface WakefulLoop {
  readonly wake: () => void;
  /** No run starts after this; resolves when the current one has ended. */
  readonly stop: () => Promise<void>;
}

const errorPauseMs = 500;

/** Runs `work` once for any number of wakes, never twice at a time; after a failure again by itself. */
export function wakefulLoop(work: () => Promise<void>, onError: (error: unknown) => void): WakefulLoop {
  let isAwake = false;
  let isStopped = false;
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    // Whatever ends in this turn of the event loop is served by one run.
    await new Promise((resolve) => setImmediate(resolve));
    while (isAwake && !isStopped) {
      isAwake = false;
      try {
        await work();
      } catch (error) {
        onError(error);
        isAwake = true;
        await delay(errorPauseMs);
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
      await running;
    },
  };
}

/** Runs `work` every so often, never twice at a time. */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Pick<WakefulLoop, 'stop'> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    for (;;) {
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await work().catch(onError);
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
