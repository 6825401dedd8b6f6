import { randomUUID } from 'node:crypto';
import { PitangaError } from '@pitanga-pay/sdk';
import { wrongUse } from '../failure';

/** A write whose outcome is unknown. A repeat with its key does nothing twice. */
export class UndecidedWrite extends Error {
  constructor(
    override readonly cause: unknown,
    readonly idempotencyKey: string,
  ) {
    super('The write may have happened.');
  }
}

/** The network, a time-out, or an error of the server. */
export function isUnanswered({ status, code }: PitangaError): boolean {
  return ['CONNECTION_FAILED', 'TIMED_OUT', 'UNREADABLE_ANSWER'].includes(code) || status >= 500;
}

/**
 * Writes with a key that outlives the run.
 * @param given by the caller; one is made when left out
 * @throws UndecidedWrite in the place of an error that leaves open whether it happened
 */
export async function writeOnce<T>(
  given: string | undefined,
  interrupted: AbortSignal,
  write: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  if (given !== undefined && !/^[ -~]{1,255}$/.test(given))
    throw wrongUse('An idempotency key has 1 to 255 characters of ASCII.');
  const idempotencyKey = given ?? randomUUID();
  try {
    return await write(idempotencyKey);
  } catch (error) {
    if (interrupted.aborted || (error instanceof PitangaError && isUndecided(error)))
      throw new UndecidedWrite(error, idempotencyKey);
    throw error;
  }
}

/** The last attempt may have met the first one still at work, or too many others, after that was not answered. */
function isUndecided(error: PitangaError): boolean {
  return isUnanswered(error) || error.code === 'IDEMPOTENCY_KEY_IN_FLIGHT' || error.status === 429;
}
