import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { privateFolder } from './private-folder';

export interface SpawnSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The OS account of the child; absent means the launcher's own. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
}

export interface Running {
  readonly pid: number;
  readonly exited: Promise<string>;
  alive(): boolean;
}

interface PidFile {
  readonly pid: number;
  readonly identity: string;
  readonly stopSignal: NodeJS.Signals;
}

/**
 * What tells a process from a later one that was given the same pid: the moment it started. Undefined when there is no
 * such process.
 */
export function processIdentity(pid: number): string | undefined {
  if (existsSync('/proc/self/stat')) {
    try {
      const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
      // The command in the second field may hold blanks and brackets; state and start time come after its last bracket.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z') return undefined;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19] ?? ''}`;
    } catch {
      return undefined;
    }
  }
  const listed = spawnSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' });
  return listed.status === 0 && listed.stdout.trim() !== '' ? listed.stdout.trim() : undefined;
}

const livePids = new Set<number>();

/** Kills every child of this process at once, on a second signal. */
export function killChildren(): void {
  for (const pid of livePids) signalProcess(pid, 'SIGKILL');
}

/**
 * Starts a child in a session of its own, so that a Ctrl-C in the terminal reaches only the launcher, with its output in
 * a file, so that it does not depend on the launcher's pipes, and with a pid file, so that a later start can find it.
 */
export function spawnLogged(
  spec: SpawnSpec,
  files: { readonly log: string; readonly pid: string; readonly stopSignal: NodeJS.Signals },
): Promise<Running> {
  const out = openSync(files.log, 'a', 0o600);
  const child = spawn(spec.command, [...spec.args], {
    detached: true,
    stdio: ['ignore', out, out],
    ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
    ...(spec.env === undefined ? {} : { env: spec.env }),
    ...(spec.account ?? {}),
  });
  closeSync(out);
  let alive = true;
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      alive = false;
      if (child.pid !== undefined) livePids.delete(child.pid);
      rmSync(files.pid, { force: true });
      resolve(signal === null ? `exit code ${String(code)}` : `signal ${signal}`);
    });
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      const pid = child.pid ?? 0;
      if (alive) livePids.add(pid);
      const content: PidFile = { pid, identity: processIdentity(pid) ?? '', stopSignal: files.stopSignal };
      if (alive) writeFileSync(files.pid, JSON.stringify(content), { mode: 0o600 });
      resolve({ pid, exited, alive: () => alive });
    });
  });
}

/** Sends the signal; a process that is gone already is no error. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Stops what an earlier launcher, killed before it could tidy up, left running under this folder. Returns the names. */
export async function stopLeftovers(pidDir: string): Promise<string[]> {
  privateFolder(pidDir);
  const stopped = await Promise.all(
    readdirSync(pidDir)
      .filter((file) => file.endsWith('.pid'))
      .map((file) => stopLeftover(join(pidDir, file))),
  );
  return stopped.filter((name) => name !== undefined);
}

async function stopLeftover(file: string): Promise<string | undefined> {
  let left: PidFile;
  try {
    left = JSON.parse(readFileSync(file, 'utf8')) as PidFile;
  } catch {
    // A pid file cut short by a crash has no pid.
    rmSync(file, { force: true });
    return undefined;
  }
  const isOurs = (): boolean => processIdentity(left.pid) === left.identity;
  const found = isOurs();
  if (found) {
    signalProcess(left.pid, left.stopSignal);
    for (let waited = 0; isOurs() && waited < 10_000; waited += 50) await delay(50);
    if (isOurs()) signalProcess(left.pid, 'SIGKILL');
    while (isOurs()) await delay(20);
  }
  rmSync(file, { force: true });
  return found ? basename(file, '.pid') : undefined;
}

/** The last lines of a log file, for a message about the process that wrote it. */
export function readTail(file: string, lines: number, from = 0): string {
  if (!existsSync(file)) return '';
  return readFileSync(file).subarray(from).toString('utf8').trimEnd().split('\n').slice(-lines).join('\n');
}
