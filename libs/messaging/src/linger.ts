import { setTimeout as delay } from 'node:timers/promises';

/** Waits `ms`, or until the signal is aborted. */
export const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

/** A wait that `end` ends early. */
export function createLinger(signal: AbortSignal): { pass(ms: number): Promise<void>; end(): void } {
  let endWait: (() => void) | undefined;
  return {
    pass: async (ms) => {
      const ended = new Promise<void>((resolve) => {
        endWait = resolve;
      });
      await Promise.race([waitFor(ms, signal), ended]);
      endWait = undefined;
    },
    end: () => endWait?.(),
  };
}
