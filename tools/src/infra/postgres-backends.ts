import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from './process';

const memoryTable = '/proc/sysvipc/shm';

/** A backend ends when it next waits for its client; one whose statement is still at work after this is reported. */
const patienceMs = 30_000;

/**
 * Makes way for a server on data whose server was killed.
 *
 * Its backends end by themselves, a moment after it. Until then PostgreSQL refuses to start on their data ("pre-existing
 * shared memory block … is still in use"). After its time this gives up, and PostgreSQL names its reason.
 *
 * Its lock file names its pid, which any program of ours can have by now: in a new container pids begin at 1 again.
 * PostgreSQL would take that one for the server, so the file is removed.
 */
export async function clearKilledServer(dataDir: string, note: (line: string) => void): Promise<void> {
  const file = join(dataDir, 'postmaster.pid');
  const [pid = '', , , , , , memory = ''] = readOrEmpty(file).split('\n');
  // A server that runs is PostgreSQL's own error.
  if (pid === '' || isServer(Number(pid), dataDir)) return;
  // The seventh line is the key and the id of the memory; a server that was killed early has not written it.
  const id = memory.trim().split(/\s+/)[1];
  const deadline = performance.now() + patienceMs;
  for (let turn = 0; countAttached(id) > 0 && performance.now() < deadline; turn += 1) {
    if (turn === 0) note('PostgreSQL was killed, and waits for what is left of it to end.');
    await delay(20);
  }
  if (existsSync(memoryTable) && countAttached(id) === 0) rmSync(file, { force: true });
}

/** A server works in the folder of its data. What hides its folder is taken for one. */
function isServer(pid: number, dataDir: string): boolean {
  if (processIdentity(pid) === undefined) return false;
  try {
    return readlinkSync(`/proc/${String(pid)}/cwd`) === realpathSync(dataDir);
  } catch {
    return processIdentity(pid) !== undefined;
  }
}

/** How many processes have the shared memory of this id; none are seen on a system without /proc. */
function countAttached(id: string | undefined): number {
  const rows = readOrEmpty(memoryTable)
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  // key shmid perms size cpid lpid nattch …
  return Number(rows.find(([, shmid]) => shmid !== undefined && shmid === id)?.[6] ?? 0);
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
