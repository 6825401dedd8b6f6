import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(__dirname, '../../../../dashboard/src/app/store-pages.ts');

/** Every page of a store: the paths of the application's own list (`/charges/$id`). */
export function storePaths(): readonly string[] {
  return [...readFileSync(source, 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path);
}
