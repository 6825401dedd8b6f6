import { connect, buildDatabaseUrl, type Db } from '@pitanga/database';
import { databaseConfig, loadConfig } from '@pitanga/runtime';
import { Type } from 'typebox';
import { userError } from '@pitanga/runtime/user-error';
import { prefixedEnv, serviceNames, type PerService, type ServiceName } from '../platform/services';

export type Databases = PerService<Db>;

/**
 * The databases that `<SERVICE>_DATABASE_URL` names, over TLS with `<SERVICE>_DATABASE_TLS_CA_FILE`. Each over one connection
 * without a limit of time: whole tables are read, and a person waits for it.
 *
 * @throws a user error when one is not named or does not answer
 */
export async function openDatabases(env: NodeJS.ProcessEnv): Promise<Databases> {
  const opened: [string, Db][] = [];
  try {
    for (const name of serviceNames) {
      const url = requireDatabase(name, env);
      const db = connect({ url, applicationName: 'doctor', poolMax: 1, acquireTimeoutMs: 30_000 });
      opened.push([name, db]);
      await db.raw('set statement_timeout = 0').catch((error: unknown) => {
        throw userError(`The database of ${name} does not answer: is Pitanga running?`, error);
      });
    }
  } catch (error) {
    await Promise.all(opened.map(([, db]) => db.destroy()));
    throw error;
  }
  return Object.fromEntries(opened) as Databases;
}

export async function closeDatabases(databases: Databases): Promise<void> {
  await Promise.all(Object.values(databases).map((db) => db.destroy()));
}

function requireDatabase(name: ServiceName, env: NodeJS.ProcessEnv): string {
  const settings = prefixedEnv(name, env);
  if (!settings.DATABASE_URL) throw userError(`Set ${name.toUpperCase()}_DATABASE_URL, the database of ${name}.`);
  return buildDatabaseUrl(loadConfig(Type.Object(databaseConfig), settings));
}
