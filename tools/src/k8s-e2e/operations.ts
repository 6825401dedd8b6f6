import { kubectl } from './kubectl';

interface DemoKeys {
  readonly devKey: string;
  readonly publicKey: string;
}

/** The pod for people (k8s/components/operations), while `work` runs. */
async function withOperations<T>(work: (run: (args: readonly string[]) => Promise<string>) => Promise<T>): Promise<T> {
  await kubectl(['delete', 'job', 'operations', '--ignore-not-found', '--wait=true', '--cascade=foreground']);
  await kubectl(['create', 'job', 'operations', '--from=cronjob/operations']);
  try {
    const selector = 'app.kubernetes.io/component=operations';
    await kubectl(['wait', '--for=create', 'pod', '-l', selector, '--timeout=60s']);
    await kubectl(['wait', '--for=condition=Ready', 'pod', '-l', selector, '--timeout=120s']);
    return await work((args) => kubectl(['exec', 'job/operations', '--', 'node', ...args], { timeoutMs: 300_000 }));
  } finally {
    await kubectl(['delete', 'job', 'operations', '--wait=true', '--cascade=foreground']);
  }
}

export const demoKeys = (): Promise<DemoKeys> =>
  withOperations(async (run) => JSON.parse(await run(['admin.js', '--as', 'e2e', 'demo', '--json'])) as DemoKeys);

/** Every public event, as JSON lines. */
export const publicEvents = (): Promise<string> =>
  withOperations((run) => run(['events.js', '--topic', 'all.public', '--json']));

/** The last line of the doctor, which names how many checks hold. @throws when one does not. */
export const doctor = (): Promise<string> =>
  withOperations(async (run) => (await run(['doctor.js'])).trim().split('\n').at(-1) ?? '');
