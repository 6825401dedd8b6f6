/** Runs work, some of it at once and the rest in turn. */
export type CallGate = <T>(work: () => Promise<T>) => Promise<T>;

/** @throws from the gate what `busy` makes, when too many wait already */
export function createCallGate(
  limits: { readonly concurrentMax: number; readonly waitingMax: number },
  busy: () => Error,
): CallGate {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= limits.concurrentMax) {
      if (waiting.length >= limits.waitingMax) throw busy();
      // The one that ends hands its place on.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
