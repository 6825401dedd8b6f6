import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { saoPauloDay } from '@pitanga/core';
import { testTimeoutMs, waitFor } from '@pitanga/testing';
import { cachedFolder } from './languages/cached-folder';
import { runWell } from './languages/run';
import { usePlatform } from './use-platform';

const scripts = join(__dirname, 'ofx-readers');
const nodeReader = 'ofx-js@1.1.1';

/** What a reader found. */
interface Read {
  readonly account: string;
  readonly end: string;
  readonly balance: string;
  /** Name, memo and amount. */
  readonly lines: readonly (readonly string[])[];
  readonly days: readonly string[];
}

async function readByPython(file: Uint8Array): Promise<readonly Read[]> {
  const requirements = join(scripts, 'requirements.txt');
  const venv = await cachedFolder('ofx-python', [readFileSync(requirements, 'utf8')], async (folder) => {
    await runWell('python3', ['-m', 'venv', folder]);
    await runWell(join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '-r', requirements]);
  });
  const printed = await runWell(join(venv, 'bin/python'), [join(scripts, 'read.py')], { input: file });
  return JSON.parse(printed) as Read[];
}

async function readByNode(file: Uint8Array): Promise<readonly Read[]> {
  const script = readFileSync(join(scripts, 'read.cjs'), 'utf8');
  const folder = await cachedFolder('ofx-node', [nodeReader, script], async (home) => {
    await runWell('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', home, nodeReader], {
      cwd: home,
    });
    copyFileSync(join(scripts, 'read.cjs'), join(home, 'read.cjs'));
  });
  return JSON.parse(await runWell(process.execPath, [join(folder, 'read.cjs')], { input: file })) as Read[];
}

describe('a statement as OFX', () => {
  const platform = usePlatform();

  it(
    'has a sale of half past eleven in the evening on its own day, and every letter, for each program that imports it',
    async () => {
      const { api, baseUrl, demo } = platform;
      const now = new Date((await api.get('/v2/test-clock/get')).json.data.now as string);
      const day = saoPauloDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 0, 15)));
      await api.post('/v2/test-clock/advance', { to: `${day}T23:30:00-03:00` });
      const customer = { name: 'João – “Irmãos” & Cia €', taxId: '12345678909' };
      const data = { amount: 10_000, description: 'Ação <1>', externalId: 'pedido-1', customer };
      const { id } = (await api.post('/v2/transparents/create', { method: 'PIX', data })).json.data;
      await api.post(`/v2/transparents/simulate-payment?id=${id}`);
      await waitFor('the money', async () => (await api.get('/v2/store/get')).json.data.balance.available === 9_920);
      await api.post('/v2/test-clock/advance', { to: `${day}T23:50:00-03:00` });

      const answer = await fetch(`${baseUrl}/v2/bank-statement/export?format=ofx&endDate=${day}`, {
        headers: { authorization: `Bearer ${demo.devKey}` },
      });
      const file = new Uint8Array(await answer.arrayBuffer());
      const memo = `Ação <1> pedido-1 ${id}`;
      for (const read of [...(await readByPython(file)), ...(await readByNode(file))]) {
        expect(read).toEqual({
          account: expect.stringMatching(/^DEV-.{18}$/) as string,
          end: day,
          balance: '99.20',
          lines: [
            ['João – “Irmãos” & Cia €', memo, '100.00'],
            ['Tarifa', memo, '-0.80'],
          ],
          days: [day, day],
        });
      }
    },
    10 * testTimeoutMs,
  );
});
