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
  beforeAll(() => fill(started, start));
  afterAll(() => started.stop?.());
  return started as T;
}

/** The same for each test, where tests would meet in one database; it runs until the next test begins. */
export function startBeforeEach<T extends Stoppable>(start: () => Promise<T>): T {
  const started: Partial<T> = {};
  beforeEach(async () => {
    await started.stop?.();
    await fill(started, start);
  });
  afterAll(() => started.stop?.());
  return started as T;
}

async function fill<T extends object>(started: Partial<T>, start: () => Promise<T>): Promise<void> {
  const of = Object.getOwnPropertyDescriptors(await start());
  for (const property of Object.values(of)) property.configurable = true;
  Object.defineProperties(started, of);
}
