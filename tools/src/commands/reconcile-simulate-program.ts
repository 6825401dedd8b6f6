// Writes the settlement file that the simulated provider would send for a store: what billing's side of it saw, which
// is not what the ledger booked.
import { writeFileSync } from 'node:fs';
import { settlementCsv } from '@pitanga/ledger';
import { closeDatabases, openDatabases } from '@pitanga/operations/doctor/databases';
import { runProgram } from '@pitanga/runtime';
import { databasesEnv } from '../platform/known-platform';
import { findSettled } from './reconcile-settlements';

async function main([dataDir = '', storeId = '', env = '', file = '']: readonly string[]): Promise<void> {
  const databases = await openDatabases(databasesEnv(dataDir, process.env));
  try {
    const lines = await findSettled(databases.billing, storeId, env === 'dev');
    writeFileSync(file, settlementCsv(lines));
    console.log(`${file}: ${String(lines.length)} lines`);
  } finally {
    await closeDatabases(databases);
  }
}

runProgram(() => main(process.argv.slice(2)));
