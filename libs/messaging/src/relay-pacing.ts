import { createStreamPace } from '@pitanga/runtime';
import { createLinger, waitFor } from './linger';

/** Decides when a relay runs its next round. */
export interface RelayPacing {
  /** Ends `idle`: events were appended. */
  readonly wake: () => void;
  /** Like `wake`, and the next round begins without lingering. */
  readonly flush: () => void;
  /**
   * Begins a round. A woken relay first waits `lingerMs` for more events to share its batch.
   * @returns whether the relay was woken since the last round began
   */
  readonly startRound: () => Promise<boolean>;
  /** Waits until woken; at most `pollMs` after activity, then twice as long each time, up to `restMs`. */
  readonly idle: () => Promise<void>;
  /** There were so many events: the next waits are short again. */
  readonly active: (events: number) => void;
  /** Waits `ms`, or until stopped. */
  readonly pause: (ms: number) => Promise<void>;
  readonly stop: () => void;
  readonly isStopped: () => boolean;
}

export interface RelayPace {
  readonly pollMs: number;
  readonly restMs: number;
  readonly lingerMs: number;
  /** Most milliseconds between the begins of two rounds while events come in a stream. */
  readonly streamMs: number;
}

export function createRelayPacing(
  { pollMs, restMs, lingerMs, streamMs }: RelayPace,
  nowMs: () => number = () => performance.now(),
): RelayPacing {
  const stopping = new AbortController();
  const pace = createStreamPace({ aloneMs: 0, streamMs }, nowMs);
  let roundBeganMs = 0;
  let waitMs = pollMs;
  let isWoken = false;
  let isUrgent = false;
  let endIdle: (() => void) | undefined;
  const linger = createLinger(stopping.signal);

  const wake = (): void => {
    isWoken = true;
    waitMs = pollMs;
    endIdle?.();
  };

  return {
    wake,
    flush: () => {
      isUrgent = true;
      linger.end();
      wake();
    },
    startRound: async () => {
      const wasWoken = isWoken;
      const ms = Math.max(lingerMs, roundBeganMs + pace.spacingMs() - nowMs());
      if (wasWoken && ms > 0 && !isUrgent) await linger.pass(ms);
      roundBeganMs = nowMs();
      isWoken = false;
      isUrgent = false;
      return wasWoken;
    },
    idle: async () => {
      if (isWoken) return;
      const thisMs = waitMs;
      waitMs = Math.min(restMs, waitMs * 2);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, thisMs);
        endIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      endIdle = undefined;
    },
    active: (events) => {
      pace.note(events);
      waitMs = pollMs;
    },
    pause: (ms) => waitFor(ms, stopping.signal),
    stop: () => {
      stopping.abort();
      endIdle?.();
    },
    isStopped: () => stopping.signal.aborted,
  };
}
