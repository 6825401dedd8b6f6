import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

/** What became of an item: undefined when it is done. */
export type Refusal = { readonly error: unknown } | undefined;

export interface BatchQueueOptions<T> {
  /** Most that may wait, by the sizes of items; an item beyond is refused at once. */
  readonly waitingMax: number;
  /** Most that one batch takes, unless a single item is larger. */
  readonly batchMax: number;
  /** How many batches may be under way at once. */
  readonly writers: number;
  readonly sizeOf: (item: T) => number;
  /**
   * Writes a batch and answers for each item, in their order, whether it was refused. Must be safe to repeat: when it
   * throws, nobody knows what was kept.
   */
  readonly write: (items: readonly T[]) => Promise<readonly Refusal[]>;
  /** Whether writing would fail again and again, because of what one of the items holds. */
  readonly isHopeless: (error: unknown) => boolean;
  readonly busy: () => Error;
}

export interface BatchQueue<T> {
  /** Resolves when the item is written and committed. @throws what it was refused with, or `busy` */
  submit(item: T): Promise<void>;
  /** Sizes of what waits and is not in a batch yet. */
  waiting(): number;
  /** Writes what waits; further items are refused as busy. */
  stop(): Promise<void>;
}

interface Waiting<T> {
  readonly item: T;
  readonly done: () => void;
  readonly refuse: (error: unknown) => void;
}

/** Waits before a failed batch is written again: a deadlock, a connection that broke, a server that restarts. */
const backoffsMs = [0, 20, 200] as const;

/**
 * Few writers over one bounded queue: each takes all that waits, writes it together and answers once that is committed.
 * An item that comes alone is written at once; under load batches grow by themselves, so that the cost of a commit is
 * shared and hardly anybody waits for a lock inside the database.
 */
export function createBatchQueue<T>(options: BatchQueueOptions<T>): BatchQueue<T> {
  const { waitingMax, batchMax, writers, sizeOf, busy } = options;
  const queue: Waiting<T>[] = [];
  let waiting = 0;
  const writing = new Set<Promise<void>>();
  let isStopped = false;

  const take = (): Waiting<T>[] => {
    let count = 0;
    let size = 0;
    for (const { item } of queue) {
      const next = sizeOf(item);
      if (count > 0 && size + next > batchMax) break;
      size += next;
      count += 1;
    }
    waiting -= size;
    return queue.splice(0, count);
  };
  const writeAll = async (): Promise<void> => {
    do {
      // What has been read from sockets meanwhile, and what those just answered ask next, goes along.
      await turn();
      await writeOne(options, take());
    } while (queue.length > 0);
  };
  const wake = (): void => {
    if (writing.size === writers) return;
    const writer = writeAll().finally(() => {
      writing.delete(writer);
      // It may have come between this writer's last look and its end.
      if (queue.length > 0) wake();
    });
    writing.add(writer);
  };

  return {
    submit: (item) => {
      const size = sizeOf(item);
      if (isStopped || waiting + size > waitingMax) return Promise.reject(busy());
      return new Promise((resolve, reject) => {
        queue.push({ item, done: resolve, refuse: reject });
        waiting += size;
        wake();
      });
    },
    waiting: () => waiting,
    stop: async () => {
      isStopped = true;
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}

/** Writes one batch, which may be empty; never throws. One item that cannot be written is found by halving and fails alone. */
async function writeOne<T>(options: BatchQueueOptions<T>, batch: readonly Waiting<T>[]): Promise<void> {
  if (batch.length === 0) return;
  try {
    const refusals = await withRetries(options, batch);
    for (const [index, { done, refuse }] of batch.entries()) {
      const refusal = refusals[index];
      if (refusal) refuse(refusal.error);
      else done();
    }
  } catch (error) {
    if (batch.length > 1 && options.isHopeless(error)) {
      const half = Math.ceil(batch.length / 2);
      await writeOne(options, batch.slice(0, half));
      await writeOne(options, batch.slice(half));
    } else {
      for (const { refuse } of batch) refuse(error);
    }
  }
}

async function withRetries<T>(
  { write, isHopeless }: BatchQueueOptions<T>,
  batch: readonly Waiting<T>[],
): Promise<readonly Refusal[]> {
  const items = batch.map(({ item }) => item);
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await write(items);
    } catch (error) {
      const backoffMs = backoffsMs[attempt];
      if (backoffMs === undefined || isHopeless(error)) throw error;
      await delay(backoffMs);
    }
  }
}
