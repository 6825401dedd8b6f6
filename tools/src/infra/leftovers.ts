import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity, signalProcess, stopLeftovers } from './process';

/** In a folder of temporary data: whose it is. */
export const ownerFile = 'owner.json';

/** Stops and removes what owners that were killed have left in folders of this name below `base`. */
export async function removeLeftovers(base: string, prefix: string): Promise<void> {
  for (const name of readdirSync(base).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(base, name);
    try {
      if (hasOwner(folder)) continue;
      await stopLeftovers(join(folder, 'run'));
      await killWriters(folder);
      unmountBelow(folder);
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Not one of these folders, or another user's, who will remove it.
    }
  }
}

/** @throws when it has no signature */
function hasOwner(folder: string): boolean {
  const { pid, identity } = JSON.parse(readFileSync(join(folder, ownerFile), 'utf8')) as {
    readonly pid: number;
    readonly identity: string;
  };
  return processIdentity(pid) === identity;
}

/** A process has no pid file yet when its launcher is killed right after it began; but its output goes to the folder. */
async function killWriters(folder: string): Promise<void> {
  const writers = numbersIn('/proc').filter((pid) => findOutput(pid).startsWith(folder + sep));
  for (const pid of writers) signalProcess(pid, 'SIGKILL');
  while (writers.some((pid) => processIdentity(pid) !== undefined)) await delay(20);
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    // A system without /proc.
    return [];
  }
}

function findOutput(pid: number): string {
  try {
    return readlinkSync(`/proc/${String(pid)}/fd/1`);
  } catch {
    return '';
  }
}

/** File systems in memory (npm run chaos) outlive the process that mounted them. */
function unmountBelow(folder: string): void {
  for (const path of mountPoints().filter((mounted) => mounted.startsWith(folder + sep))) {
    execFileSync('umount', ['--lazy', path], { stdio: 'ignore' });
  }
}

function mountPoints(): string[] {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').trim().split('\n');
    return lines.map((line) => line.split(' ')[4] ?? '');
  } catch {
    return [];
  }
}
