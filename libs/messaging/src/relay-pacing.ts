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
  /** Waits `pollMs`, or until woken. */
  readonly idle: () => Promise<void>;
  /** Waits `ms`, or until stopped. */
  readonly pause: (ms: number) => Promise<void>;
  readonly stop: () => void;
  readonly isStopped: () => boolean;
}

export function createRelayPacing(pollMs: number, lingerMs: number): RelayPacing {
  const stopping = new AbortController();
  let isWoken = false;
  let isUrgent = false;
  let endIdle: (() => void) | undefined;
  let endLinger: (() => void) | undefined;

  const wake = (): void => {
    isWoken = true;
    endIdle?.();
  };
  const pause = (ms: number): Promise<void> => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  const linger = async (): Promise<void> => {
    const ended = Promise.withResolvers<undefined>();
    endLinger = () => {
      ended.resolve(undefined);
    };
    await Promise.race([pause(lingerMs), ended.promise]);
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
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        endIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      endIdle = undefined;
    },
    pause,
    stop: () => {
      stopping.abort();
      endIdle?.();
    },
    isStopped: () => stopping.signal.aborted,
  };
}
