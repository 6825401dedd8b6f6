import { loadConfig, runService } from '@pitanga/runtime';
import { runMigrations } from '@pitanga/service';
import { createPayouts, payoutsConfig, payoutsMigrations } from './payouts';

if (process.argv[2] === 'migrate') {
  void runMigrations(payoutsMigrations, process.env);
} else {
  void runService('payouts', () => createPayouts(loadConfig(payoutsConfig, process.env)));
}
