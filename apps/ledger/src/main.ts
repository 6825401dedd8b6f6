import { migrate } from '@pitanga/database';
import { loadConfig, runService, serviceConfig } from '@pitanga/runtime';
import { Type } from 'typebox';
import { createLedger, ledgerConfig, ledgerMigrations } from './ledger';

if (process.argv[2] === 'migrate') {
  const { DATABASE_URL } = loadConfig(Type.Object({ DATABASE_URL: serviceConfig.DATABASE_URL }), process.env);
  void migrate(DATABASE_URL, ledgerMigrations);
} else {
  void runService('ledger', () => createLedger(loadConfig(ledgerConfig, process.env)));
}
