import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 20;

/**
 * Polls until the probe returns neither undefined nor false. A probe that throws is called again; after `timeoutMs` the
 * error names what was waited for, with the probe's last error as its cause.
 */
export async function waitFor<T>(
  what: string,
  probe: () => Promise<T | undefined | false>,
  timeoutMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let cause: unknown;
  for (;;) {
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false) return answer;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (Date.now() >= deadline) throw new Error(`waited ${String(timeoutMs)} ms in vain for ${what}`, { cause });
    await delay(pollMs);
  }
}
