import { setTimeout as delay } from 'node:timers/promises';
import { createStreamPace } from '@pitanga/runtime';

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

/** Waits `ms`, or until the signal is aborted. */
const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

/** A wait that `end` ends early. */
function createLinger(signal: AbortSignal): { pass(ms: number): Promise<void>; end(): void } {
  let endWait: (() => void) | undefined;
  return {
    pass: async (ms) => {
      const ended = new Promise<void>((resolve) => {
        endWait = resolve;
      });
      await Promise.race([waitFor(ms, signal), ended]);
      endWait = undefined;
    },
    end: () => endWait?.(),
  };
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
