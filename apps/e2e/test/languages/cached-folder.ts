import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

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

const pollMs = 100;

/** Waits until no other process uses what `.cache` has under a name; answers how to let the next one have it. */
export async function useAlone(name: string): Promise<() => void> {
  mkdirSync(cache, { recursive: true });
  const lock = join(cache, `${name}.lock`);
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return () => {
        rmSync(lock);
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (isLeft(lock)) rmSync(lock, { force: true });
    else await delay(pollMs);
  }
}

/** Of a process that was killed. */
function isLeft(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // Not written yet.
    if (pid === 0) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
