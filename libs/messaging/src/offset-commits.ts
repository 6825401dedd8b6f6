import { setTimeout as delay } from 'node:timers/promises';
import { createStreamPace } from '@pitanga/runtime';
import type { EachBatchPayload } from 'kafkajs';
import { createLinger } from './linger';

/** The part of a batch's payload that knows what its member has handled and not committed, of all its partitions. */
type Member = Pick<EachBatchPayload, 'uncommittedOffsets' | 'commitOffsetsIfNecessary'>;

export interface OffsetCommits {
  /** Commits soon what the member has resolved so far, all partitions in one request. */
  request(member: Member): void;
  /** Resolves when nothing is left to commit, or when a commit failed. */
  flush(): Promise<void>;
  stop(): void;
}

const retryMs = 250;
/** Most milliseconds between two commits of a stream: what a crash leaves uncommitted comes again. */
const streamMs = 200;

/**
 * Commits offsets beside the next fetch and not before it: one request at a time, whose successor takes all that was
 * handled meanwhile. What a crash or a rebalance leaves uncommitted comes again, as after any crash. A failed commit is
 * tried again; when the group has gone on without this member, its heartbeat tells, and the next member starts from
 * what was committed.
 */
export function createOffsetCommits(): OffsetCommits {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pace = createStreamPace({ aloneMs: 0, streamMs });
  const linger = createLinger(signal);
  let committedMs = 0;
  let isUrgent = false;
  let wanted: Member | undefined;
  let running: Promise<void> | undefined;

  const commit = async (): Promise<void> => {
    // Batches that end in the same turn of the event loop share a request.
    await new Promise((resolve) => setImmediate(resolve));
    while (wanted && !signal.aborted) {
      const restMs = committedMs + pace.spacingMs() - performance.now();
      if (restMs > 0 && !isUrgent) await linger.pass(restMs);
      committedMs = performance.now();
      const member = wanted;
      wanted = undefined;
      try {
        const offsets = member.uncommittedOffsets();
        if (offsets.topics.length > 0) await member.commitOffsetsIfNecessary(offsets);
      } catch {
        wanted ??= member;
        break;
      }
    }
    running = undefined;
    if (wanted && !signal.aborted) void delay(retryMs, undefined, { signal }).then(start, () => undefined);
  };
  const start = (): void => {
    running ??= commit();
  };
  return {
    request: (member) => {
      wanted = member;
      pace.note(1);
      start();
    },
    flush: async () => {
      isUrgent = true;
      linger.end();
      await running;
      isUrgent = false;
    },
    stop: () => {
      stopping.abort();
    },
  };
}
