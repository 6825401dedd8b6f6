import { migrate } from '@pitanga/database';
import { loadConfig, runService, serviceConfig } from '@pitanga/runtime';
import { Type } from 'typebox';
import { runSettlementProgram } from './stripe-settlement-program';
import { billingConfig, billingMigrations, createBilling } from './billing';

if (process.argv[2] === 'migrate') {
  const { DATABASE_URL } = loadConfig(Type.Object({ DATABASE_URL: serviceConfig.DATABASE_URL }), process.env);
  void migrate(DATABASE_URL, billingMigrations);
} else if (process.argv[2] === 'stripe-settlement') {
  runSettlementProgram(loadConfig(billingConfig, process.env), process.argv.slice(3)).then(
    (agrees) => (process.exitCode = agrees ? 0 : 1),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    },
  );
} else {
  void runService('billing', () => createBilling(loadConfig(billingConfig, process.env)));
}
