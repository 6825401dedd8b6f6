import { isAppError } from '@pitanga/core';
import type { HoldCommand } from '../src/holds/hold-rules';
import type { Model } from './model';

/** A call, its times and its result. */
export interface Call {
  readonly command: HoldCommand | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
  /** The reason of a refusal. */
  readonly refused: string | undefined;
  /** Journals that must be there when it was not refused, and that only such calls cause when there is a command. */
  readonly journals: readonly string[];
  /** Of a transfer: whether there is too little for it. */
  readonly lacksFunds?: (model: Model) => boolean;
}

/**
 * Retries a call until it succeeds or is refused, as a caller whose connection broke does. Returns the reason of a
 * refusal.
 */
async function answered(work: () => Promise<unknown>): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return undefined;
    } catch (error) {
      if (isAppError(error)) return error.reason;
      if (attempt === 100) throw error;
    }
  }
}

/** The same, recorded in `calls`. */
export async function record(
  calls: Call[],
  call: Pick<Call, 'command' | 'journals' | 'lacksFunds'>,
  work: () => Promise<unknown>,
): Promise<string | undefined> {
  const startedAt = performance.now();
  const refused = await answered(work);
  calls.push({ ...call, startedAt, endedAt: performance.now(), refused });
  return refused;
}
