import type { Batch, EachBatchPayload } from 'kafkajs';
import { partitionName, toReadEvent, type ReadEvent } from './read-event';

/** Messages of a partition: from an offset on, before another. */
export interface OffsetRange {
  /** As the catalogue names it. */
  readonly topic: string;
  readonly partition: number;
  readonly from: number;
  readonly to: number;
}

type Take = (event: ReadEvent) => void;

/** What is still to come of the ranges that are read now. */
export interface RangeProgress {
  /** Resolves when all of the ranges has come. */
  begin(ranges: readonly OffsetRange[], take: Take): Promise<void>;
  /** True from the first range on. */
  readonly hasBegun: () => boolean;
  readonly takeBatch: (payload: EachBatchPayload) => Promise<void>;
  readonly fail: (reason: Error) => void;
  /** Rejects at the first failure, which is for good. */
  readonly failed: Promise<never>;
  readonly assertRunning: () => void;
}

interface Left {
  next: number;
  readonly to: number;
}

const silentMs = 30_000;

/** @param prefix of the names of topics on the broker */
export function createRangeProgress(prefix: string): RangeProgress {
  const { fail, failed, assertRunning } = createFailure();
  const left = new Map<string, Left>();
  let take: Take = () => undefined;
  let done = Promise.withResolvers<undefined>();
  let heardAtMs: number | undefined;

  async function ended(): Promise<void> {
    const watch = setInterval(() => {
      if (performance.now() - (heardAtMs ?? 0) > silentMs) fail(new Error('Kafka sends nothing of what it holds'));
    }, 1_000);
    try {
      await Promise.race([done.promise, failed]);
    } finally {
      clearInterval(watch);
    }
  }

  return {
    begin(ranges, taker) {
      left.clear();
      for (const { topic, partition, from, to } of ranges) {
        left.set(partitionName(prefix + topic, partition), { next: from, to });
      }
      take = taker;
      done = Promise.withResolvers();
      if (left.size === 0) done.resolve(undefined);
      heardAtMs = performance.now();
      return ended();
    },
    hasBegun: () => heardAtMs !== undefined,
    takeBatch(payload) {
      const { batch } = payload;
      const name = partitionName(batch.topic, batch.partition);
      const range = left.get(name);
      if (!range) return Promise.resolve();
      heardAtMs = performance.now();
      try {
        takeMessages(batch, batch.topic.slice(prefix.length), range, take);
      } catch (error) {
        fail(error as Error);
      }
      // Compaction may have taken the last ones.
      if (Number(batch.lastOffset()) >= range.to - 1) {
        left.delete(name);
        payload.pause();
        if (left.size === 0) done.resolve(undefined);
      }
      return Promise.resolve();
    },
    fail,
    failed,
    assertRunning,
  };
}

function takeMessages({ messages, partition }: Batch, topic: string, range: Left, take: Take): void {
  for (const message of messages) {
    const offset = Number(message.offset);
    if (offset >= range.to) break;
    // What was on its way before the seek comes again.
    if (offset < range.next) continue;
    range.next = offset + 1;
    take(toReadEvent({ topic, partition, message }));
  }
}

/** The first failure, which is for good. */
function createFailure(): Pick<RangeProgress, 'fail' | 'failed' | 'assertRunning'> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // It goes to the waiter, if there is one.
  failed.catch(() => undefined);
  let first: Error | undefined;
  return {
    fail(reason) {
      first ??= reason;
      reject(first);
    },
    failed,
    assertRunning: () => {
      if (first) throw first;
    },
  };
}
