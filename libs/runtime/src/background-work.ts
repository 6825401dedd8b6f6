import type { Log } from './log';

/** Work that continues while its starter does something else. */
export interface BackgroundWork {
  /** How many more may be started now. */
  free(): number;
  /** Starts a piece of work; resolves when it has ended. What it throws is logged with `details`, and ends nothing else. */
  start(work: () => Promise<unknown>, details?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Resolves when one more may be started. */
  hasRoom(): Promise<void>;
  /** Resolves when all that was started has ended. */
  drained(): Promise<void>;
}

/**
 * Keeps promises that are not awaited at once: an uncaught rejection would end the process.
 *
 * @param name of one piece of work, in the log
 * @param max how many may run at once; `start` throws beyond
 */
export function backgroundWork(name: string, max: number, log: Log): BackgroundWork {
  const underWay = new Set<Promise<void>>();
  const run = async (work: () => Promise<unknown>, details: object): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, ...details }, `${name} failed`);
    }
  };
  return {
    free: () => max - underWay.size,
    start: (work, details = {}) => {
      if (underWay.size >= max) throw new Error(`${name}: no more than ${String(max)} at once`);
      const forget = (): void => void underWay.delete(ended);
      const ended: Promise<void> = run(work, details).then(forget, forget);
      underWay.add(ended);
      return ended;
    },
    hasRoom: async () => {
      while (underWay.size >= max) await Promise.race(underWay);
    },
    drained: async () => {
      await Promise.all(underWay);
    },
  };
}
