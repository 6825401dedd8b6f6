import type { Log } from './log';

export interface Periodic {
  /** No run starts after this; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` now and then again `everyMs` after each run has ended, so runs never overlap. A failed
 * run is logged and the next one comes as usual.
 */
export function periodic(name: string, everyMs: number, work: () => Promise<unknown>, log: Log): Periodic {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current = run();

  async function run(): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, job: name }, 'job failed');
    }
    // `stop` may have been called while the work was awaited.
    if (stopped) return;
    timer = setTimeout(() => {
      current = run();
    }, everyMs);
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
