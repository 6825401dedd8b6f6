import { hash } from 'node:crypto';
import { tooManyRequests } from './edge-limits';
import { createSlidingWindows } from './sliding-windows';

/** Bounds what unknown secrets cost: API keys, and the last parts of callback addresses. */
export interface Guesses {
  /**
   * What `find` answers for a secret: undefined for a wrong one, which is not looked for again for some seconds. One
   * address may try so many different wrong ones a minute; a secret that was right lately is always looked for.
   * @throws AppError RESOURCE_EXHAUSTED for a further one
   */
  look<T>(address: string, secret: string, find: () => Promise<T | undefined>): Promise<T | undefined>;
}

export interface GuessOptions {
  /** Different wrong secrets of one address a minute; 0 = no limit, and no memory. */
  readonly limit: number;
  /** A keyed hash of an address. */
  readonly hashClient: (address: string) => string;
  readonly nowMs: () => number;
}

const minuteMs = 60_000;
/** A secret that was wrong cannot become right, but by a store that is opened again. */
const wrongKeptMs = 5_000;
const secretsMax = 10_000;

export function createGuesses({ limit, hashClient, nowMs }: GuessOptions): Guesses {
  const windows = createSlidingWindows();
  const right = createRecent(secretsMax);
  const wrong = createRecent(secretsMax);
  /** Being looked for: a burst of one key is one guess. */
  const looking = new Set<string>();

  /** Counts before the look, so that guesses at once are held to the limit; answers what takes it back. */
  function count(address: string, now: number): () => void {
    const client = hashClient(address);
    const counted = windows.count(client, limit, minuteMs, now);
    if (counted && !counted.isExceeded) {
      return () => {
        windows.uncount(client);
      };
    }
    const oldestMs = counted?.oldestMs ?? now;
    throw tooManyRequests(Math.max(1, Math.ceil((oldestMs + minuteMs - now) / 1_000)));
  }

  return {
    async look(address, secret, find) {
      if (limit === 0) return find();
      const name = hash('sha256', secret, 'base64');
      const now = nowMs();
      const wrongAgeMs = now - (wrong.at(name) ?? -Infinity);
      if (wrongAgeMs < wrongKeptMs) return undefined;
      const isCounted = looking.has(name) || right.at(name) !== undefined || wrongAgeMs < minuteMs;
      const takeBack = isCounted ? undefined : count(address, now);
      looking.add(name);
      try {
        const found = await find();
        if (found === undefined) {
          right.forget(name);
          wrong.note(name, now);
        } else {
          wrong.forget(name);
          right.note(name, now);
          takeBack?.();
        }
        return found;
      } catch (error) {
        takeBack?.();
        throw error;
      } finally {
        looking.delete(name);
      }
    },
  };
}

/** When something was noted, of the newest names. */
function createRecent(max: number) {
  const times = new Map<string, number>();
  return {
    at: (name: string): number | undefined => times.get(name),
    note(name: string, at: number): void {
      times.delete(name);
      if (times.size >= max) times.delete(times.keys().next().value ?? '');
      times.set(name, at);
    },
    forget(name: string): void {
      times.delete(name);
    },
  };
}
