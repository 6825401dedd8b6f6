/** Lets a bounded number of works run at once, of which each group has its own small share. */
export interface DownloadGate {
  /**
   * Runs `work` as soon as there is room.
   * @throws what `busy` makes, when there is no room in time or too many wait already
   */
  run<T>(group: string, work: () => Promise<T>): Promise<T>;
}

export interface GateLimits {
  /** Works at once. */
  readonly max: number;
  /** Of one group at once: one store with slow servers does not hold up the others. */
  readonly groupMax: number;
  /** Of one group waiting. */
  readonly groupWaitingMax: number;
  readonly waitMs: number;
}

interface Waiting {
  readonly group: string;
  readonly start: () => void;
}

export function createDownloadGate(limits: GateLimits, busy: () => Error): DownloadGate {
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
