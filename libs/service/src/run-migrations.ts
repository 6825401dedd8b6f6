import { buildDatabaseUrl, migrate, type MigrationSet } from '@pitanga/database';
import { databaseConfig, loadConfig } from '@pitanga/runtime';
import { Type } from 'typebox';

/** `main.js migrate`: migrates the database of a service and prints what it does; a failure ends the process with 1. */
export async function runMigrations(migrations: MigrationSet, env: NodeJS.ProcessEnv): Promise<void> {
  const config = loadConfig(Type.Object(databaseConfig), env);
  await migrate(buildDatabaseUrl(config), migrations, console.log, { waitMs: config.DATABASE_WAIT_MS, log: console });
}
