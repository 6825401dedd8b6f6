import { connect, databaseUrlOf, type Db } from '@pitanga/database';
import { databaseConfig, loadConfig } from '@pitanga/runtime';
import { Type } from 'typebox';
import { userError } from '../infra/user-error';
import { prefixedEnv, serviceNames, type PerService, type ServiceName } from '../platform/services';
import { openState } from '../platform/state';

export type Databases = PerService<Db>;

/**
 * The databases of the platform that runs on this data folder, or those that `<SERVICE>_DATABASE_URL` names, over TLS with
 * `<SERVICE>_DATABASE_TLS_CA_FILE`. Each over
 * one connection without a limit of time: whole tables are read, and a person waits for it.
 */
export async function openDatabases(dataDir: string, env: NodeJS.ProcessEnv = process.env): Promise<Databases> {
  const given = (name: ServiceName): string | undefined => givenDatabase(name, env);
  // Where all are named there may be no data folder, and nowhere to make one: in an image.
  const known = serviceNames.every(given) ? undefined : openState(dataDir).demo()?.infra.postgres;
  const opened: [string, Db][] = [];
  try {
    for (const name of serviceNames) {
      const url = given(name) ?? known?.[name];
      if (url === undefined) throw unknownAddress(name);
      const db = connect({ url, applicationName: 'doctor', poolMax: 1, acquireTimeoutMs: 30_000 });
      opened.push([name, db]);
      await db.raw('set statement_timeout = 0').catch((error: unknown) => {
        throw userError(`The database of ${name} does not answer: is Pitanga running (npm start)?`, error);
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

function givenDatabase(name: ServiceName, env: NodeJS.ProcessEnv): string | undefined {
  const settings = prefixedEnv(name, env);
  return settings['DATABASE_URL'] && databaseUrlOf(loadConfig(Type.Object(databaseConfig), settings));
}

function unknownAddress(name: string): Error {
  return userError(
    `Nothing is known of the database of ${name}: start Pitanga here (npm start) or set ${name.toUpperCase()}_DATABASE_URL.`,
  );
}
