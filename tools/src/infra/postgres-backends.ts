import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from './process';

/** A backend ends when it next waits for its client; one whose statement is still at work after this is reported. */
const patienceMs = 30_000;

/**
 * The backends of a server that was killed end by themselves, a moment after it. Until then PostgreSQL refuses to start on
 * their data ("pre-existing shared memory block … is still in use"). After its time this gives up, and PostgreSQL names its reason.
 */
export async function waitForOldBackends(dataDir: string, note: (line: string) => void): Promise<void> {
  const left = readLock(dataDir);
  // A server that runs is PostgreSQL's own error.
  if (left === undefined || processIdentity(left.pid) !== undefined) return;
  const deadline = performance.now() + patienceMs;
  for (let turn = 0; countAttached(left.memory) > 0 && performance.now() < deadline; turn += 1) {
    if (turn === 0) note('PostgreSQL was killed, and waits for what is left of it to end.');
    await delay(20);
  }
}

/** The server that wrote the folder's lock file and its shared memory; none after an orderly stop. */
function readLock(dataDir: string): { readonly pid: number; readonly memory: string } | undefined {
  const lines = readOrEmpty(join(dataDir, 'postmaster.pid')).split('\n');
  // The seventh line is the key and the id of the memory; a server that was killed early has not written it.
  const memory = lines[6]?.trim().split(/\s+/)[1];
  return memory === undefined ? undefined : { pid: Number(lines[0]), memory };
}

/** How many processes have the shared memory of this id; none are seen on a system without /proc. */
function countAttached(id: string): number {
  const rows = readOrEmpty('/proc/sysvipc/shm')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  // key shmid perms size cpid lpid nattch …
  return Number(rows.find(([, shmid]) => shmid === id)?.[6] ?? 0);
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
