import { randomInt } from 'node:crypto';
import type { Log } from './log';
import { backoffMs, createFailureLog } from './failure-log';

export interface Periodic {
  /** Something may have to be done: a job at rest looks `everyMs` after its last run again. Cheap at any time. */
  wake(): void;
  /** Starts no further run; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/** How often a job looks for work. */
export interface Pace {
  /** From the end of a run to the next, in milliseconds. */
  readonly everyMs: number;
  /**
   * Runs that answer 0, for nothing done, double the pause up to this many milliseconds: how late work may be found that
   * fell due by time, or that another process made. Work that falls due shortly after other work is hardly later, as a
   * pause is at most as long as the quiet before it. @default everyMs
   */
  readonly restMs?: number;
}

/**
 * Runs `work` now, and again `everyMs` after each run has ended, so that runs never overlap; without work it rests (see
 * Pace). Failed runs back off up to ten seconds (see createFailureLog).
 *
 * @param pace a number is `everyMs`
 * @param work may answer how much it has done
 * @param random from 0 to 1, spreads the backoff
 */
export function periodic(
  name: string,
  pace: number | Pace,
  work: () => Promise<unknown>,
  log: Log,
  random: () => number = systemRandom,
): Periodic {
  const { everyMs, restMs = everyMs } = typeof pace === 'number' ? { everyMs: pace } : pace;
  const trouble = createFailureLog({ log, job: name });
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = everyMs;
  let endedAtMs = 0;
  let current = run();

  async function run(): Promise<void> {
    timer = undefined;
    // Before the work, as a wake during it counts: it may have looked already.
    pauseMs = Math.min(restMs, pauseMs * 2);
    try {
      if ((await work()) !== 0) pauseMs = everyMs;
      trouble.succeeded();
    } catch (error) {
      trouble.failed(error);
      pauseMs = everyMs;
    }
    // `stop` may have been called during `work`.
    if (stopped) return;
    endedAtMs = performance.now();
    startIn(backoffMs(trouble.failures(), pauseMs, random));
  }

  function startIn(ms: number): void {
    timer = setTimeout(() => {
      current = run();
    }, ms);
  }

  return {
    wake() {
      if (pauseMs === everyMs) return;
      pauseMs = everyMs;
      if (timer === undefined || stopped) return;
      clearTimeout(timer);
      startIn(Math.max(0, endedAtMs + everyMs - performance.now()));
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}

const steps = 1_000;

export function systemRandom(): number {
  return randomInt(steps) / steps;
}
