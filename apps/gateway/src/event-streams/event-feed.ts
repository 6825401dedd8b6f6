import { periodic, type Log } from '@pitanga/runtime';
import type { EventBatch } from './event-batch';

/** A stream that has caught up with its feed. */
export interface Follower {
  readonly position: () => number;
  /** Ends the stream if its caller may no longer read it. */
  recheck(): Promise<void>;
  /** Sends the events after the follower's position. */
  deliver(batch: EventBatch): void;
}

export interface EventFeed {
  /** Adds a follower; false if the feed is ahead of it, which must read on first. */
  attach(follower: Follower): boolean;
  /** Removes a follower; true if it was the last. */
  detach(follower: Follower): boolean;
  stop(): void;
}

/** How often a store that is watched is asked for new events, however many streams watch it. */
const pollEveryMs = 1_000;

/** Follows the events of one environment of a store for all of its streams at this gateway, from a position on. */
export function createEventFeed(options: {
  readonly start: number;
  readonly read: (position: number) => Promise<EventBatch>;
  readonly log: Log;
  readonly everyMs?: number | undefined;
}): EventFeed {
  const { start, read, log, everyMs = pollEveryMs } = options;
  const followers = new Set<Follower>();
  let position = start;

  async function poll(): Promise<void> {
    for (;;) {
      if (followers.size === 0) return;
      const batch = await read(position);
      if (batch.events.length > 0) await Promise.all([...followers].map((follower) => follower.recheck()));
      // No follower is behind `position`, so what one attached meanwhile has not got is in this batch or a later one.
      for (const follower of followers) follower.deliver(batch);
      position = batch.position;
      if (batch.isLast) return;
    }
  }

  const polling = periodic('event feed', everyMs, poll, log);
  return {
    attach(follower) {
      if (follower.position() < position) return false;
      followers.add(follower);
      return true;
    },
    detach(follower) {
      followers.delete(follower);
      return followers.size === 0;
    },
    stop: () => void polling.stop(),
  };
}
