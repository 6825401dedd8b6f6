import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { rootDir, workspaceBin } from '../src/workspace';

const run = promisify(execFile);

interface Report {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
}

async function cruise(cwd: string, folders: readonly string[]): Promise<Report['summary']> {
  const args = [...folders, '--config', join(rootDir, '.dependency-cruiser.cjs'), '--output-type', 'json'];
  const { stdout } = await run(workspaceBin('depcruise'), args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  return (JSON.parse(stdout) as Report).summary;
}

/** A service of these files, as folder/file and content; answers the rules it breaks. */
async function brokenRules(files: Readonly<Record<string, string>>): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'pitanga-folders-'));
  try {
    await writeFile(join(root, 'tsconfig.base.json'), '{}');
    for (const [name, content] of Object.entries(files)) {
      const path = join(root, 'apps/shop/src', name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
    const { violations } = await cruise(root, ['apps']);
    return [...new Set(violations.map(({ rule }) => rule.name))].sort();
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

describe('the folders of every service and library', () => {
  it('import each other without a cycle, and nothing but the composition root imports api, jobs and consumers', async () => {
    const { totalCruised, violations } = await cruise(rootDir, ['apps', 'libs']);
    expect(totalCruised).toBeGreaterThan(500);
    expect(violations).toEqual([]);
  });

  it('break the rules as soon as two of them import each other, also through a third and by a type alone', async () => {
    const cycle = await brokenRules({
      'orders/order.ts': `import { buyer } from '../buyers/buyer'; export const order = buyer;`,
      'buyers/buyer.ts': `import { cart } from '../carts/cart'; export const buyer = cart;`,
      'carts/cart.ts': `import type { Line } from '../orders/line'; export const cart: Line = 1;`,
      'orders/line.ts': `export type Line = number;`,
    });
    expect(cycle).toEqual(['no-folder-cycles']);
  });

  it('break the rules when an entity imports api, or the composition root', async () => {
    const files = {
      'api/order-rpc.ts': `export const handlers = {};`,
      'shop.ts': `export const createShop = 1;`,
      'orders/order.ts': `export const order = 1;`,
    };
    expect(await brokenRules(files)).toEqual([]);
    const upwards = `import { handlers } from '../api/order-rpc'; import { createShop } from '../shop'; export const order = [handlers, createShop];`;
    expect(await brokenRules({ ...files, 'orders/order.ts': upwards })).toEqual([
      'api-and-jobs-on-top',
      'no-import-of-the-composition-root',
    ]);
  });
});
