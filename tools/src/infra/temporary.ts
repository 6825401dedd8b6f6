import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, postgresAccount } from './postgres-account';
import { processIdentity, stopLeftovers } from './process';

const prefix = 'pitanga-';
const ownerFile = 'owner.json';

/**
 * A folder for data that is thrown away. What earlier owners, killed before they could tidy up, have left in such
 * folders is stopped and removed first.
 */
export async function temporaryFolder(): Promise<string> {
  const account = postgresAccount(tmpdir());
  const base = canEnter(tmpdir(), account) ? tmpdir() : '/var/tmp';
  await sweep(base);
  const folder = mkdtempSync(join(base, prefix));
  // PostgreSQL under another account (when this is root) must be able to pass through.
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, ownerFile), JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) }));
  return folder;
}

async function sweep(base: string): Promise<void> {
  for (const name of readdirSync(base).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(base, name);
    try {
      const { pid, identity } = JSON.parse(readFileSync(join(folder, ownerFile), 'utf8')) as {
        pid: number;
        identity: string;
      };
      if (processIdentity(pid) === identity) continue;
      await stopLeftovers(join(folder, 'run'));
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Not one of these folders, or another user's, who will sweep it.
    }
  }
}
