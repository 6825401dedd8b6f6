import { migrate } from '@pitanga/database';
import { loadConfig, runService, serviceConfig } from '@pitanga/runtime';
import { Type } from 'typebox';
import { billingConfig, billingMigrations, createBilling } from './billing';

if (process.argv[2] === 'migrate') {
  const { DATABASE_URL } = loadConfig(Type.Object({ DATABASE_URL: serviceConfig.DATABASE_URL }), process.env);
  void migrate(DATABASE_URL, billingMigrations);
} else {
  void runService('billing', () => createBilling(loadConfig(billingConfig, process.env)));
}
