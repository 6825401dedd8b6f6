import type { InboundEvent } from '@pitanga/contracts';

type Handle = (events: readonly InboundEvent[]) => Promise<void>;

/** What the consumer of this process has applied, for callers that wait for it. */
export interface AppliedEvents {
  /** Runs a consumer's handler and notes the events when it has succeeded. */
  readonly noting: (handle: Handle) => Handle;
  /** Whether these events are among the last that were applied here; waits `ms` for them at most. */
  readonly wait: (events: readonly InboundEvent[], ms: number) => Promise<boolean>;
}

interface Waiter {
  readonly missing: Set<string>;
  readonly done: () => void;
}

/** A caller asks a few milliseconds after its event was appended; this many take seconds at the highest rate. */
const rememberedMax = 5_000;

export function createAppliedEvents(): AppliedEvents {
  /** In the order in which they were applied. */
  const remembered = new Set<string>();
  const waiters = new Set<Waiter>();

  const note = (id: string): void => {
    remembered.add(id);
    const [oldest] = remembered;
    if (remembered.size > rememberedMax && oldest !== undefined) remembered.delete(oldest);
    for (const waiter of waiters) {
      waiter.missing.delete(id);
      if (waiter.missing.size === 0) waiter.done();
    }
  };

  return {
    noting: (handle) => async (events) => {
      await handle(events);
      for (const { id } of events) note(id);
    },
    wait: async (events, ms) => {
      const missing = new Set(events.map(({ id }) => id).filter((id) => !remembered.has(id)));
      if (missing.size === 0) return true;
      const ended = Promise.withResolvers<boolean>();
      const waiter: Waiter = {
        missing,
        done: () => {
          ended.resolve(true);
        },
      };
      const timer = setTimeout(ended.resolve, ms, false);
      waiters.add(waiter);
      const isApplied = await ended.promise;
      waiters.delete(waiter);
      clearTimeout(timer);
      return isApplied;
    },
  };
}
