import { migrate } from '@pitanga/database';
import { loadConfig, runService, serviceConfig } from '@pitanga/runtime';
import { Type } from 'typebox';
import { createPayouts, payoutsConfig, payoutsMigrations } from './payouts';

if (process.argv[2] === 'migrate') {
  const { DATABASE_URL } = loadConfig(Type.Object({ DATABASE_URL: serviceConfig.DATABASE_URL }), process.env);
  void migrate(DATABASE_URL, payoutsMigrations);
} else {
  void runService('payouts', () => createPayouts(loadConfig(payoutsConfig, process.env)));
}
