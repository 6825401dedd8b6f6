/** The open pages of this process, by the ids of what they wait for. */
export interface PageHub {
  /** Calls `wake` at every fact about one of these ids. Returns what ends it. */
  watch(ids: readonly string[], wake: () => void): () => void;
  /** Wakes the pages that wait for this id. */
  readonly tell: (id: string) => void;
}

export function createPageHub(): PageHub {
  const watchers = new Map<string, Set<() => void>>();

  function remove(id: string, wake: () => void): void {
    const set = watchers.get(id);
    set?.delete(wake);
    if (set?.size === 0) watchers.delete(id);
  }

  return {
    watch(ids, wake) {
      for (const id of ids) {
        const set = watchers.get(id) ?? new Set();
        watchers.set(id, set.add(wake));
      }
      return () => {
        for (const id of ids) remove(id, wake);
      };
    },
    tell(id) {
      for (const wake of [...(watchers.get(id) ?? [])]) wake();
    },
  };
}
