/** Limits how much work runs at once, in total and for each group. */
export interface WaitingGate {
  /**
   * Runs `work` as soon as a slot is free.
   * @throws the error of `busy` when no slot is free in time or too many wait already
   */
  run<T>(group: string, work: () => Promise<T>): Promise<T>;
}

export interface GateLimits {
  /** At once, in total. */
  readonly max: number;
  /** At once for one group: slow work of one does not delay the others. */
  readonly groupMax: number;
  /** Waiting for one group. */
  readonly groupWaitingMax: number;
  /** How long work waits for its slot. */
  readonly waitMs: number;
}

interface Waiting {
  readonly group: string;
  readonly start: () => void;
}

export function createWaitingGate(limits: GateLimits, busy: () => Error): WaitingGate {
  const running = new Map<string, number>();
  let total = 0;
  let queue: readonly Waiting[] = [];

  const hasRoom = (group: string): boolean => total < limits.max && (running.get(group) ?? 0) < limits.groupMax;
  const count = (group: string, change: 1 | -1): void => {
    total += change;
    const next = (running.get(group) ?? 0) + change;
    if (next === 0) running.delete(group);
    else running.set(group, next);
  };
  const leave = (waiting: Waiting): void => {
    queue = queue.filter((other) => other !== waiting);
  };
  const startNext = (): void => {
    const next = queue.find(({ group }) => hasRoom(group));
    if (!next) return;
    leave(next);
    count(next.group, 1);
    next.start();
  };

  const enter = async (group: string): Promise<void> => {
    if (hasRoom(group)) {
      count(group, 1);
      return;
    }
    if (queue.filter((waiting) => waiting.group === group).length >= limits.groupWaitingMax) throw busy();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        leave(waiting);
        reject(busy());
      }, limits.waitMs);
      const waiting: Waiting = {
        group,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      queue = [...queue, waiting];
    });
  };

  return {
    run: async (group, work) => {
      await enter(group);
      try {
        return await work();
      } finally {
        count(group, -1);
        startNext();
      }
    },
  };
}
