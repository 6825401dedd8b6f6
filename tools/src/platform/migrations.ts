import { runProgram } from '@pitanga/runtime';
import { join } from 'node:path';
import { buildDatabaseUrl, migrate, migrationsOfBundle, type DatabaseSettings } from '@pitanga/database';

/**
 * A bundle of its own, run by the launcher: one process brings the databases of all services up to date, as each
 * service's `main.js migrate` does for its own on a cluster. DATABASES is JSON, the settings by service.
 */
async function main(): Promise<void> {
  const databases = JSON.parse(process.env.DATABASES ?? '{}') as Record<string, DatabaseSettings>;
  await Promise.all(Object.entries(databases).map(([service, settings]) => migrateService(service, settings)));
}

async function migrateService(service: string, settings: DatabaseSettings): Promise<void> {
  try {
    await migrate(buildDatabaseUrl(settings), migrationsOfBundle(join(__dirname, '..', service)));
  } catch (error) {
    throw new Error(`The database of ${service} could not be migrated.`, { cause: error });
  }
}

runProgram(main);
