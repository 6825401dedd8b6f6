import { join } from 'node:path';
import { migrate, migrationsOfBundle } from '@pitanga/database';

/**
 * A bundle of its own, run by the launcher: one process brings the databases of all services up to date, as each
 * service's `main.js migrate` does for its own on a cluster. DATABASE_URLS is JSON, an address by service.
 */
async function main(): Promise<void> {
  const urls = JSON.parse(process.env.DATABASE_URLS ?? '{}') as Record<string, string>;
  await Promise.all(Object.entries(urls).map(([service, url]) => migrateService(service, url)));
}

async function migrateService(service: string, url: string): Promise<void> {
  try {
    await migrate(url, migrationsOfBundle(join(__dirname, '..', service)));
  } catch (error) {
    throw new Error(`The database of ${service} could not be migrated.`, { cause: error });
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
