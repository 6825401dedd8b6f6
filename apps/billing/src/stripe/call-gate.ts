/** Runs work, some of it at once and the rest in turn. */
export type CallGate = <T>(work: () => Promise<T>) => Promise<T>;

export interface CallGateLimits {
  readonly concurrentMax: number;
  readonly waitingMax: number;
  /** How long work waits for its place, milliseconds. */
  readonly waitMs: number;
}

/** @throws from the gate what `busy` makes, when too many wait already or the wait is too long */
export function createCallGate({ concurrentMax, waitingMax, waitMs }: CallGateLimits, busy: () => Error): CallGate {
  const waiting = new Set<() => void>();
  let running = 0;

  const waitForPlace = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(enter);
        reject(busy());
      }, waitMs);
      waiting.add(enter);
    });

  return async (work) => {
    if (running >= concurrentMax) {
      if (waiting.size >= waitingMax) throw busy();
      // The one that ends hands its place on.
      await waitForPlace();
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else {
        running -= 1;
      }
    }
  };
}
