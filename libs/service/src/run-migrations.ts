import { migrate, type MigrationSet } from '@pitanga/database';
import { loadConfig, serviceConfig } from '@pitanga/runtime';
import { Type } from 'typebox';

const { DATABASE_URL, DATABASE_WAIT_MS } = serviceConfig;
const config = Type.Object({ DATABASE_URL, DATABASE_WAIT_MS });

/** `main.js migrate`: migrates the database of a service and prints what it does; a failure ends the process with 1. */
export async function runMigrations(migrations: MigrationSet, env: NodeJS.ProcessEnv): Promise<void> {
  const { DATABASE_URL: url, DATABASE_WAIT_MS: waitMs } = loadConfig(config, env);
  await migrate(url, migrations, console.log, { waitMs, log: console });
}
