// npm run bench:providers: how long a Pix takes by simulation, at one account, at the first of two, and while the first is down.
import { rmSync } from 'node:fs';
import { startPlatform, temporaryFolder } from '@pitanga/tools';
import { downKinds } from './chaos/faults/plan';
import { asking, Recorder, type Asking } from './chaos/load/asking';
import { openProviders } from './chaos/load/providers';
import { connectTwoAccounts } from './chaos/load/two-accounts';
import { openStore } from './crashes/merchant';

const samples = 60;
/** After as many failures in a row an account rests, so that the first Pix show what a failure costs. */
const failuresMax = 5;

async function main(): Promise<void> {
  const dataDir = await temporaryFolder();
  const platform = await startPlatform({ dataDir, env: { billing: { ALLOW_ASAAS_SANDBOX: 'true' } } });
  const providers = await openProviders(platform.baseUrl, 1);
  const of = (key: string): Asking => asking(platform.baseUrl, key, new Recorder());
  let stores = 0;
  // Of its own each time: how an account has answered is kept by store.
  const open = async (accounts: 1 | 2): Promise<Asking> => {
    const store = of((await openStore(platform, `loja${String((stores += 1))}`)).key);
    await connectTwoAccounts(store, providers.accounts);
    if (accounts === 1) await ask(store, '/v2/providers/remove', { provider: 'ASAAS' });
    await times(store, 10);
    return store;
  };
  try {
    print('simulation', await times(of(platform.demo.devKey)));
    print('one account', await times(await open(1)));
    print('two accounts, both well', await times(await open(2)));
    for (const kind of downKinds) {
      const store = await open(2);
      const restore = providers.takeDown(kind);
      print(`two accounts, ${kind}, until it rests`, await times(store, failuresMax));
      print(`two accounts, ${kind}, while it rests`, await times(store));
      restore();
    }
  } finally {
    await platform.stop();
    await providers.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** In ms, of one Pix after the other. */
async function times(store: Asking, count = samples): Promise<readonly number[]> {
  const taken: number[] = [];
  while (taken.length < count) {
    const startedAt = performance.now();
    await ask(store, '/v2/transparents/create', { method: 'PIX', data: { amount: 12_345 } });
    taken.push(performance.now() - startedAt);
  }
  return taken.sort((one, other) => one - other);
}

async function ask(store: Asking, path: string, body: object): Promise<void> {
  const { status, json } = await store.ask({ operation: path, path, body });
  if (status !== 200) throw new Error(`${path} answered ${String(status)}: ${String(json?.error)}`);
}

function print(name: string, taken: readonly number[]): void {
  const at = (share: number): string => `${(taken[Math.ceil(taken.length * share) - 1] ?? 0).toFixed(1)} ms`;
  console.log(`${name.padEnd(52)} p50 ${at(0.5)}, p90 ${at(0.9)}, longest ${at(1)}`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
