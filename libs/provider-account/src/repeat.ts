import { setTimeout as delay } from 'node:timers/promises';
import { isAppError } from '@pitanga/core';
import { isUnreached } from './provider-http';

/** What of a call decides whether it is repeated. */
export interface RepeatableCall {
  /** Whether a repeat changes nothing. */
  readonly isRepeatable: boolean;
  /** Another account is asked where this one is not reached: then even what is repeatable is not repeated. */
  readonly givesWay?: boolean | undefined;
}

export interface Repeats {
  /** The reason of a failure that passes. */
  readonly passingReason: string;
  readonly repeatsMax: number;
  /** Before the first repeat; twice as long before each further one. */
  readonly backoffMs: number;
  /** Of `performance.now()`, when the operation has to be over. */
  readonly endMs: number;
}

/** Makes a call, again and again while its failure passes. */
export async function repeatPassing<T>(
  { isRepeatable, givesWay }: RepeatableCall,
  { passingReason, repeatsMax, backoffMs, endMs }: Repeats,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await attempt();
    } catch (error) {
      const waitMs = backoffMs * 2 ** repeats;
      const isOver = repeats >= repeatsMax || performance.now() + waitMs + backoffMs >= endMs;
      const isPassing = isAppError(error) && error.reason === passingReason;
      if (!isRepeatable || isOver || !isPassing || (givesWay === true && isUnreached(error))) throw error;
      await delay(waitMs);
    }
  }
}
