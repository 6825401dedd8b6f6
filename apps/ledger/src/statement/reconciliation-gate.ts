/** Runs work, unless as much as may run at once is running: then it is refused, and nothing waits. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

export function createGate(max: number, busy: () => Error): Gate {
  let running = 0;
  return async (work) => {
    if (running >= max) throw busy();
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
