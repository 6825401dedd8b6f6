import { randomInt } from 'node:crypto';
import type { Log } from './log';
import { backoffMs, createFailureLog } from './failure-log';

export interface Periodic {
  /** No run starts after this; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` now and then again `everyMs` after each run has ended, so runs never overlap. After a run that failed it
 * waits longer, up to ten seconds; failures are logged once for each state.
 *
 * @param random from 0 to 1, spreads the waits after failures
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
    // `stop` may have been called while the work was awaited.
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
