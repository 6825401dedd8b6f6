import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolsDir } from '../workspace';
import { cachedFolder, fetchOnce, readWheel } from './fetched';
import { userError } from '@pitanga/runtime/user-error';

const requirements = join(toolsDir, 'redis', 'requirements.txt');
/** Older ones of Valkey and Redis get no more repairs from those who make them. */
const oldestMajor = 8;

/** Where the server is that pip brings, whether it is there already or not. */
export function pinnedRedis(): string {
  return serverIn(cachedFolder('valkey', requirements));
}

/**
 * A server of Valkey or Redis: the machine's, when it is one that is still repaired, else the pinned one, which pip
 * fetches once.
 * @throws a user error when pip is needed and absent, or cannot fetch.
 */
export async function redisBinary(): Promise<string> {
  return installedRedis() ?? serverIn(await fetchOnce('valkey', requirements, fetchServer));
}

export function installedRedis(): string | undefined {
  return ['valkey-server', 'redis-server'].find(isCurrent);
}

function isCurrent(command: string): boolean {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  return status === 0 && parseMajor(stdout) >= oldestMajor;
}

/** The major version of what `--version` prints (`Valkey server v=9.1.2 sha=…`), 0 of anything else. */
export function parseMajor(printed: string): number {
  return Number(/\bv=(\d+)\./.exec(printed)?.[1] ?? 0);
}

async function fetchServer(folder: string): Promise<void> {
  const isServer = (path: string): boolean => path.endsWith('/valkey-server');
  const problem = `There is no Valkey or Redis ${String(oldestMajor)}, and pip could not fetch one: install it (apt-get install valkey-server, brew install valkey), or set REDIS_URL to a server of your own.`;
  const [server] = (await readWheel(requirements, isServer, problem)).values();
  if (server === undefined) throw userError(`The wheel of ${requirements} has no valkey-server.`);
  writeFileSync(serverIn(folder), server, { mode: 0o755 });
}

function serverIn(folder: string): string {
  return join(folder, 'valkey-server');
}
