import { migrate } from '@pitanga/database';
import { loadConfig, runService } from '@pitanga/runtime';
import { Type } from 'typebox';
import { gatewayConfig } from './config';
import { createGateway, gatewayMigrations } from './gateway';

if (process.argv[2] === 'migrate') {
  const { DATABASE_URL, DATABASE_WAIT_MS } = gatewayConfig.properties;
  const config = loadConfig(Type.Object({ DATABASE_URL, DATABASE_WAIT_MS }), process.env);
  void migrate(config.DATABASE_URL, gatewayMigrations, console.log, { waitMs: config.DATABASE_WAIT_MS, log: console });
} else {
  void runService('gateway', () => createGateway(loadConfig(gatewayConfig, process.env)));
}
