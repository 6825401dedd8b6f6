/** What a test file or a `describe` has of its own. */
interface Stoppable {
  stop(): unknown;
}

/**
 * Starts a service before all tests of the file (or of the `describe`), and stops it after them. What `start` gives is
 * there once they run, and not while the file is read.
 *
 * ```ts
 * const billing = startBeforeAll(startBilling);
 * ```
 */
export function startBeforeAll<T extends Stoppable>(start: () => Promise<T>): T {
  const started: Partial<T> = {};
  beforeAll(async () => {
    Object.defineProperties(started, Object.getOwnPropertyDescriptors(await start()));
  });
  afterAll(() => started.stop?.());
  return started as T;
}
