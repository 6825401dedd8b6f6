/** What a client has around it: the network, time and chance. Tests put their own in. */
export interface Surroundings {
  readonly fetch: typeof globalThis.fetch;
  /** Waits that many milliseconds, or throws the reason of the signal as soon as it is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly newKey: () => string;
}

export const webSurroundings: Surroundings = {
  // Looked up at each call: a page or a test may replace it. Some runtimes want it called on the global object.
  fetch: (input, init) => globalThis.fetch(input, init),
  sleep,
  random: Math.random,
  newKey: () => crypto.randomUUID(),
};

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
