import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInfra } from '../src/infra/infra';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-folders-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function modesAfterStart(): Promise<Readonly<Record<string, string>>> {
  await describeInfra({
    dataDir: folder,
    folders: { logs: join(folder, 'logs'), pids: join(folder, 'run') },
    durable: true,
    postgresPassword: 'secret',
    given: { postgres: 'postgres://127.0.0.1:9' },
    note: () => undefined,
  });
  const names = readdirSync(folder).sort();
  return Object.fromEntries(names.map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]));
}

const ownersOnly = { kafka: '700', logs: '700', redis: '700', run: '700' };

describe('the folders of a data folder', () => {
  it('can be entered by their owner alone', async () => {
    expect(await modesAfterStart()).toEqual(ownersOnly);
  });

  it('are closed by the next start when an earlier one has left them open', async () => {
    for (const name of Object.keys(ownersOnly)) mkdirSync(join(folder, name), { mode: 0o755 });
    expect(await modesAfterStart()).toEqual(ownersOnly);
  });
});
