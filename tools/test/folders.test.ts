import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brokenFolderRules } from '../src/folders/folder-rules';

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
    const broken = await brokenFolderRules(root, ['apps']);
    return [...new Set(broken.map((line) => line.replace(/:.*/, '')))].sort();
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

describe('the folders of every service and library', () => {
  it('break the rules as soon as two of them import each other, also through a third and by a type alone', async () => {
    const cycle = await brokenRules({
      'orders/order.ts': `import { buyer } from '../buyers/buyer'; export const order = buyer;`,
      'buyers/buyer.ts': `import { cart } from '../carts/cart'; export const buyer = cart;`,
      'carts/cart.ts': `import type { Line } from '../orders/line'; export const cart: Line = 1;`,
      'orders/line.ts': `export type Line = number;`,
    });
    expect(cycle).toEqual(['no-cycles-with-inner-folders', 'no-folder-cycles']);
  });

  it('break the rules when a folder and one within it import each other, also in .tsx files', async () => {
    const files = {
      'shop.ts': `import { order } from './orders/order'; export const shop = order;`,
      'orders/order.ts': `import { line } from './lines/line'; export const order = line;`,
      'orders/lines/line.tsx': `export const line = 1;`,
      'orders/state.ts': `export type State = 'OPEN';`,
    };
    expect(await brokenRules(files)).toEqual([]);
    const upwards = `import type { State } from '../state'; export const line: State = 'OPEN';`;
    expect(await brokenRules({ ...files, 'orders/lines/line.tsx': upwards })).toEqual(['no-cycles-with-inner-folders']);
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
