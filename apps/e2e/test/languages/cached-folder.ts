import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const cache = join(__dirname, '../../../../.cache');

/**
 * A folder of `.cache` that is filled once for what it is made of, and made anew when that changes; the folders of
 * before are removed.
 */
export async function cachedFolder(
  name: string,
  madeOf: readonly string[],
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256').update(madeOf.join('\0')).digest('hex').slice(0, 12);
  const folder = join(cache, `${name}-${hash}`);
  const filled = join(folder, '.filled');
  if (existsSync(filled)) return folder;
  mkdirSync(cache, { recursive: true });
  for (const other of readdirSync(cache).filter((it) => it.startsWith(`${name}-`)))
    rmSync(join(cache, other), { recursive: true });
  mkdirSync(folder);
  await fill(folder);
  writeFileSync(filled, '');
  return folder;
}
