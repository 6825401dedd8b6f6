import { setTimeout as delay } from 'node:timers/promises';

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
  /** There were events: the next waits are short again. */
  readonly active: () => void;
  /** Waits `ms`, or until stopped. */
  readonly pause: (ms: number) => Promise<void>;
  readonly stop: () => void;
  readonly isStopped: () => boolean;
}

export interface RelayPace {
  readonly pollMs: number;
  readonly restMs: number;
  readonly lingerMs: number;
}

/** Waits `ms`, or until the signal is aborted. */
const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

export function createRelayPacing({ pollMs, restMs, lingerMs }: RelayPace): RelayPacing {
  const stopping = new AbortController();
  let waitMs = pollMs;
  let isWoken = false;
  let isUrgent = false;
  let endIdle: (() => void) | undefined;
  let endLinger: (() => void) | undefined;

  const active = (): void => {
    waitMs = pollMs;
  };
  const wake = (): void => {
    isWoken = true;
    active();
    endIdle?.();
  };
  const linger = async (): Promise<void> => {
    const ended = new Promise<void>((resolve) => {
      endLinger = resolve;
    });
    await Promise.race([waitFor(lingerMs, stopping.signal), ended]);
    endLinger = undefined;
  };

  return {
    wake,
    flush: () => {
      isUrgent = true;
      endLinger?.();
      wake();
    },
    startRound: async () => {
      const wasWoken = isWoken;
      if (wasWoken && lingerMs > 0 && !isUrgent) await linger();
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
    active,
    pause: (ms) => waitFor(ms, stopping.signal),
    stop: () => {
      stopping.abort();
      endIdle?.();
    },
    isStopped: () => stopping.signal.aborted,
  };
}
