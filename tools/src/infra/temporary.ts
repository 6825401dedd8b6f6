import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerFile, removeLeftovers } from './leftovers';
import { canEnter, postgresAccount } from './postgres-account';
import { processIdentity } from './process';

const prefix = 'pitanga-';

/**
 * A folder for data that is thrown away. What earlier owners, killed before they could tidy up, have left in such
 * folders is stopped and removed first.
 */
export async function temporaryFolder(): Promise<string> {
  const account = postgresAccount(tmpdir());
  const base = canEnter(tmpdir(), account) ? tmpdir() : '/var/tmp';
  await removeLeftovers(base, prefix);
  const folder = mkdtempSync(join(base, prefix));
  // PostgreSQL under another account (when this is root) must be able to pass through.
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, ownerFile), JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) }));
  return folder;
}
