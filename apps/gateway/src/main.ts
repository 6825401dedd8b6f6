import { buildDatabaseUrl, migrate } from '@pitanga/database';
import { databaseConfig, loadConfig, runService } from '@pitanga/runtime';
import { Type } from 'typebox';
import { gatewayConfig } from './config';
import { createGateway, gatewayMigrations } from './gateway';

if (process.argv[2] === 'migrate') {
  const config = loadConfig(Type.Object(databaseConfig), process.env);
  const wait = { waitMs: config.DATABASE_WAIT_MS, log: console };
  void migrate(buildDatabaseUrl(config), gatewayMigrations, console.log, wait);
} else {
  void runService('gateway', () => createGateway(loadConfig(gatewayConfig, process.env)));
}
