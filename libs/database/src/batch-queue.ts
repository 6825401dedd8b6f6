import { setImmediate as nextTick, setTimeout as delay } from 'node:timers/promises';
import { noteEffect } from '@pitanga/runtime';
import { databaseFailure } from './failure';

/** The result of writing an item: undefined when it succeeded. */
export type WriteResult = { readonly error: unknown } | undefined;

export interface BatchQueueOptions<T> {
  /** Largest sum of the sizes of queued items; further items are refused at once. */
  readonly queuedMax: number;
  /** Largest sum of the sizes of a batch, unless a single item is larger. */
  readonly batchMax: number;
  /** Batches in flight at once. */
  readonly writers: number;
  readonly size: (item: T) => number;
  /**
   * Writes a batch and returns the result of each item, in their order. Must be idempotent: after an error it is unknown
   * what was committed, and the batch is written again.
   */
  readonly write: (items: readonly T[]) => Promise<readonly WriteResult[]>;
  /** Whether a write would fail again however often it is retried, because of what an item contains. */
  readonly isPermanent: (error: unknown) => boolean;
  /** The error of an item that is refused because the queue is full or stopped. */
  readonly busy: () => Error;
}

export interface BatchQueue<T> {
  /** Resolves when the item is committed. @throws the item's error, or `busy` */
  submit(item: T): Promise<void>;
  /** The sum of the sizes of items that are not in a batch yet. */
  queued(): number;
  /** Writes what is queued; further items are refused as busy. */
  stop(): Promise<void>;
}

interface QueuedItem<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Delays before a failed batch is retried: after a deadlock, a broken connection, a restart of the server. */
const backoffsMs = [0, 20, 200] as const;

/**
 * A bounded queue with few writers. Each writer takes everything queued, up to a batch, and answers once that is
 * committed. An item that arrives alone is written at once; under load batches grow, so that items share the cost of a
 * commit and rarely wait for locks in the database.
 */
export function createBatchQueue<T>(options: BatchQueueOptions<T>): BatchQueue<T> {
  const { queuedMax, batchMax, writers, size, busy } = options;
  const queue: QueuedItem<T>[] = [];
  let queued = 0;
  const writing = new Set<Promise<void>>();
  let isStopped = false;

  const takeBatch = (): QueuedItem<T>[] => {
    let count = 0;
    let total = 0;
    for (const { item } of queue) {
      const next = size(item);
      if (count > 0 && total + next > batchMax) break;
      total += next;
      count += 1;
    }
    queued -= total;
    return queue.splice(0, count);
  };
  const writeAll = async (): Promise<void> => {
    do {
      // Lets requests that have already arrived, and the callers just answered, add to this batch.
      await nextTick();
      await writeBatch(options, takeBatch());
    } while (queue.length > 0);
  };
  const startWriter = (): void => {
    if (writing.size === writers) return;
    const ended = (): void => {
      writing.delete(writer);
      // An item may have arrived after the last check of this writer.
      if (queue.length > 0) startWriter();
    };
    const writer: Promise<void> = writeAll().then(ended, ended);
    writing.add(writer);
  };

  return {
    submit: (item) => {
      const itemSize = size(item);
      if (isStopped || queued + itemSize > queuedMax) return Promise.reject(busy());
      const written = new Promise<void>((resolve, reject) => {
        queue.push({ item, resolve, reject });
        queued += itemSize;
        startWriter();
      });
      // The batch was written for several requests, of which each has its effect.
      return written.then(noteEffect);
    },
    queued: () => queued,
    stop: async () => {
      isStopped = true;
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}

/**
 * Writes a batch, which may be empty, and settles its items; never throws. Halves a batch that fails permanently until
 * the faulty item fails alone.
 */
async function writeBatch<T>(options: BatchQueueOptions<T>, batch: readonly QueuedItem<T>[]): Promise<void> {
  if (batch.length === 0) return;
  try {
    const results = await writeWithRetries(options, batch);
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index];
      if (result) reject(result.error);
      else resolve();
    }
  } catch (error) {
    if (batch.length > 1 && options.isPermanent(error)) {
      const half = Math.ceil(batch.length / 2);
      await writeBatch(options, batch.slice(0, half));
      await writeBatch(options, batch.slice(half));
    } else {
      for (const { reject } of batch) reject(error);
    }
  }
}

async function writeWithRetries<T>(
  { write, isPermanent }: BatchQueueOptions<T>,
  batch: readonly QueuedItem<T>[],
): Promise<readonly WriteResult[]> {
  const items = batch.map(({ item }) => item);
  /** Of an attempt that may have been committed, whatever the later ones came to. */
  let unknown: unknown;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await write(items);
    } catch (error) {
      if (databaseFailure(error)?.reason === 'DATABASE_OUTCOME_UNKNOWN') unknown ??= error;
      const backoffMs = backoffsMs[attempt];
      if (isPermanent(error)) throw error;
      if (backoffMs === undefined) throw unknown ?? error;
      await delay(backoffMs);
    }
  }
}
