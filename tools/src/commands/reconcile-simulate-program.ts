// Writes the settlement file that the simulated provider would send for a store: what billing's side of it saw, which
// is not what the ledger booked.
import { writeFileSync } from 'node:fs';
import { settlementCsv } from '@pitanga/ledger';
import { isUserError } from '../infra/user-error';
import { closeDatabases, openDatabases } from './doctor-databases';
import { findSettled } from './reconcile-settlements';

async function main([dataDir = '', storeId = '', env = '', file = '']: readonly string[]): Promise<void> {
  const databases = await openDatabases(dataDir);
  try {
    const lines = await findSettled(databases.billing, storeId, env === 'dev');
    writeFileSync(file, settlementCsv(lines));
    console.log(`${file}: ${String(lines.length)} lines`);
  } finally {
    await closeDatabases(databases);
  }
}

main(process.argv.slice(2)).then(
  () => process.exit(),
  (error: unknown) => {
    console.error(isUserError(error) ? error.message : error);
    process.exit(1);
  },
);
