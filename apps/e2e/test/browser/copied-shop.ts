import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@pitanga/testing';
import { freePort } from '@pitanga/tools';
import { runWell } from '../languages/run';

const example = join(__dirname, '../../../../examples/shop');

export interface CopiedShop {
  readonly url: string;
  close(): Promise<void>;
}

/** The example shop copied out of the repository: its folder alone, with the SDK that the platform serves. */
export async function startCopiedShop(
  baseUrl: string,
  { devKey, publicKey }: { readonly devKey: string; readonly publicKey: string },
): Promise<CopiedShop> {
  const folder = join(mkdtempSync(join(tmpdir(), 'pitanga-shop-')), 'shop');
  cpSync(example, folder, { recursive: true, filter: (path) => !path.endsWith('node_modules') });
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline'];
  await runWell('npm', [...install, `${baseUrl}/docs/packages/pitanga-pay-sdk.tgz`], { cwd: folder });
  const shop = spawn(process.execPath, ['src/main.js'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PITANGA_URL: baseUrl,
      PITANGA_KEY: devKey,
      PITANGA_PUBLIC_KEY: publicKey,
      PORT: String(await freePort()),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [shop.stdout, shop.stderr]) output.on('data', (part: Buffer) => (said += part.toString()));
  return {
    url: await waitFor('the shop to open', () => Promise.resolve(/open at (\S+)/.exec(said)?.[1])),
    close: async () => {
      shop.kill('SIGTERM');
      if (shop.exitCode === null) await once(shop, 'exit');
      rmSync(join(folder, '..'), { recursive: true });
    },
  };
}
