import { randomInt } from 'node:crypto';
import type { Log } from './log';
import { backoffMs, createFailureLog } from './failure-log';

export interface Periodic {
  /** Starts no further run; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` now, and again `everyMs` after each run has ended, so that runs never overlap. Failed runs back off up to
 * ten seconds (see createFailureLog).
 *
 * @param random from 0 to 1, spreads the backoff
 */
export function periodic(
  name: string,
  everyMs: number,
  work: () => Promise<unknown>,
  log: Log,
  random: () => number = systemRandom,
): Periodic {
  const trouble = createFailureLog({ log, job: name });
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current = run();

  async function run(): Promise<void> {
    try {
      await work();
      trouble.succeeded();
    } catch (error) {
      trouble.failed(error);
    }
    // `stop` may have been called during `work`.
    if (stopped) return;
    timer = setTimeout(
      () => {
        current = run();
      },
      backoffMs(trouble.failures(), everyMs, random),
    );
  }

  return {
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
