import { setTimeout as delay } from 'node:timers/promises';
import { isAppError } from '@pitanga/core';

/** As many as take four times the connections of a service's pool. */
const callsAtOnce = 24;
/** The calls have then taken what connections they take. */
const readAfterMs = 20;

/** Of a read beside them: far below the 5 s that a call waits for a connection, and enough for a busy machine. */
export const burstReadMsMax = 3_000;

/** What simultaneous calls answered, and how long a read beside them took. */
export interface Burst {
  /** `OK` or the reason of the error, each once, sorted. */
  readonly outcomes: readonly string[];
  readonly readMs: number;
}

/**
 * Makes 24 calls of a write at once, and a read for another store beside them. A write that asks the outside inside its
 * transaction shows here: its calls wait for connections that they hold themselves, and so does the read.
 *
 * @param write makes one call; `index` counts from 0
 */
export async function burst(write: (index: number) => Promise<unknown>, read: () => Promise<unknown>): Promise<Burst> {
  // The first read opens connections and plans its statements.
  await read();
  const calls = Array.from({ length: callsAtOnce }, (_, index) => write(index).then(() => 'OK', toReason));
  await delay(readAfterMs);
  const beganMs = performance.now();
  await read();
  const readMs = performance.now() - beganMs;
  return { outcomes: [...new Set(await Promise.all(calls))].sort(), readMs };
}

function toReason(error: unknown): string {
  return isAppError(error) ? error.reason : String(error);
}
