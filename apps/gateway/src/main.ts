import { migrate } from '@pitanga/database';
import { loadConfig, runService } from '@pitanga/runtime';
import { Type } from 'typebox';
import { gatewayConfig } from './config';
import { createGateway, gatewayMigrations } from './gateway';

if (process.argv[2] === 'migrate') {
  const { DATABASE_URL } = loadConfig(
    Type.Object({ DATABASE_URL: gatewayConfig.properties.DATABASE_URL }),
    process.env,
  );
  void migrate(DATABASE_URL, gatewayMigrations);
} else {
  void runService('gateway', () => createGateway(loadConfig(gatewayConfig, process.env)));
}
