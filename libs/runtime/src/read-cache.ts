/** Answers of reads that are used again for a while. Simultaneous reads of a key are one read. */
export interface ReadCache<Value> {
  /**
   * The answer of the last `ttlMs`, or that of `read`, which gets the answer before if it is still in memory. A failed
   * read reaches everybody who waits for it and is not kept.
   */
  get(key: string, read: (before: Value | undefined) => Promise<Value>): Promise<Value>;
  /** After a change. A read that is under way still answers those who wait for it, and is not kept. */
  forget(key: string): void;
  /** The answers in memory, newer and older ones. */
  values(): Value[];
}

export interface ReadCacheOptions {
  /** How old an answer may be, counted from when its read began. */
  readonly ttlMs: number;
  readonly nowMs: () => number;
  /** Most keys in memory; the one that was read longest ago leaves first. @default 10000 */
  readonly max?: number;
}

interface Entry<Value> {
  readonly reading: Promise<Value>;
  beganMs: number;
  /** The last answer: of this read once it has ended, of the one before until then. */
  value: { readonly of: Value } | undefined;
}

/**
 * Not lru-cache's `fetchMethod`: that lets a request join a read that began longer than `ttlMs` ago, so a revoked key
 * would count for longer while the database is slow; and it keeps no `undefined`.
 */
export function createReadCache<Value>({ ttlMs, nowMs, max = 10_000 }: ReadCacheOptions): ReadCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  return {
    get(key, read) {
      const known = entries.get(key);
      const beganMs = nowMs();
      if (known && beganMs - known.beganMs < ttlMs) return known.reading;
      const entry: Entry<Value> = {
        reading: read(known?.value?.of).then(
          (answer) => {
            entry.value = { of: answer };
            return answer;
          },
          (error: unknown) => {
            entry.beganMs = -Infinity;
            throw error;
          },
        ),
        beganMs,
        value: known?.value,
      };
      // A Map keeps insertion order, so its first key is the one that was read longest ago.
      entries.delete(key);
      if (entries.size >= max) entries.delete(entries.keys().next().value ?? '');
      entries.set(key, entry);
      return entry.reading;
    },
    forget(key) {
      entries.delete(key);
    },
    values: () => [...entries.values()].flatMap(({ value }) => (value ? [value.of] : [])),
  };
}
