import { LRUCache } from 'lru-cache';

/** What the database answered, for at most a second: a change of keys, sessions and roles counts within that time. */
export interface BriefCache<Value> {
  /** The answer so far, or that of `lookUp`; concurrent requests of a key share one query. A failure is not kept. */
  get(key: string, lookUp: () => Promise<Value>): Promise<Value>;
}

const ttlMs = 1_000;
const answersMax = 10_000;

interface Answer<Value> {
  readonly value: Promise<Value>;
  /** When the query started: the answer may be that old. */
  readonly queriedAtMs: number;
}

/** @param toFailure what is thrown for an error of the query */
export function createBriefCache<Value>(toFailure: (error: unknown) => Error): BriefCache<Value> {
  const answers = new LRUCache<string, Answer<Value>>({ max: answersMax });
  return {
    get(key, lookUp) {
      const nowMs = performance.now();
      const known = answers.get(key);
      if (known && nowMs - known.queriedAtMs < ttlMs) return known.value;
      const value = lookUp().catch((error: unknown) => {
        answers.delete(key);
        throw toFailure(error);
      });
      answers.set(key, { value, queriedAtMs: nowMs });
      return value;
    },
  };
}
