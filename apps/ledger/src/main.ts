import { buildDatabaseUrl } from '@pitanga/database';
import { databaseConfig, loadConfig, runService } from '@pitanga/runtime';
import { runMigrations } from '@pitanga/service';
import { Type } from 'typebox';
import { createLedger, ledgerConfig, ledgerMigrations } from './ledger';
import { runOwners } from './owners/owners-program';
import { runReconcile } from './reconciliation/reconcile-program';

const databaseUrl = () => buildDatabaseUrl(loadConfig(Type.Object(databaseConfig), process.env));

if (process.argv[2] === 'migrate') {
  void runMigrations(ledgerMigrations, process.env);
} else if (process.argv[2] === 'reconcile') {
  runReconcile(databaseUrl(), process.argv.slice(3), console.log).then(
    (agrees) => (process.exitCode = agrees ? 0 : 1),
    fail,
  );
} else if (process.argv[2] === 'owners') {
  runOwners(databaseUrl(), process.argv.slice(3), console.log).catch(fail);
} else {
  void runService('ledger', () => createLedger(loadConfig(ledgerConfig, process.env)));
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
