import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertSchemaCurrent, connect, buildDatabaseUrl, migrate, migrationSet, type Pool } from '@pitanga/database';
import { closeDatabases, openDatabases } from '@pitanga/operations/doctor/databases';
import { testTimeoutMs, throwAwayCa } from '@pitanga/testing';
import { serviceNames } from '@pitanga/operations/services';
import { startSecuredPostgres, type SecuredPostgres } from '../src/infra/secured-postgres';
import { rootDir } from '../src/workspace';

let postgres: SecuredPostgres;
let plainUrl: string;
let another: string;
const migrations = migrationSet(join(rootDir, 'apps', 'ledger', 'migrations'));

beforeAll(async () => {
  postgres = await startSecuredPostgres();
  plainUrl = postgres.url.replace(/\?.*/, '/postgres');
  another = postgres.writeFile(throwAwayCa().certificate);
}, testTimeoutMs);
afterAll(() => postgres.stop());

/** The address by the settings of a service. */
const known = (url = plainUrl, caFile = postgres.caFile): string =>
  buildDatabaseUrl({ DATABASE_URL: url, DATABASE_TLS_CA_FILE: caFile });

const poolOf = (url: string): Pool => connect({ url, applicationName: 'test', poolMax: 1 });

async function isEncrypted(db: Pool): Promise<boolean | undefined> {
  const { rows } = await db.raw<{ rows: { ssl: boolean }[] }>(
    'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
  );
  return rows[0]?.ssl;
}

/** Whether a pool of a service is in TLS; or why there is no connection. */
async function tried(url: string): Promise<boolean | undefined> {
  const db = poolOf(url);
  try {
    return await isEncrypted(db);
  } finally {
    await db.destroy();
  }
}

describe('a PostgreSQL that takes TLS alone', () => {
  it.each<[string, () => string]>([
    ['the settings of a service', () => known()],
    ['an address with sslmode=verify-full', () => `${plainUrl}?sslmode=verify-full&sslrootcert=${postgres.caFile}`],
    ['the settings, whatever sslmode the address has', () => known(`${plainUrl}?sslmode=disable`)],
  ])('serves a pool that knows its authority by %s', async (_, url) => {
    expect(await tried(url())).toBe(true);
  });

  it.each<[string, () => string, RegExp]>([
    ['with a certificate of another authority', () => known(plainUrl, another), /certificate signature failure/],
    ['with a certificate for another host', () => known(plainUrl.replace('127.0.0.1', 'localhost')), /altnames/],
    ['where only public authorities are', () => `${plainUrl}?sslmode=verify-full`, /unable to verify/],
    [
      'more easily with sslmode=require, as it may be in later drivers',
      () => `${plainUrl}?sslmode=require`,
      /unable to verify/,
    ],
    ['without the file of its authority', () => known(plainUrl, '/nowhere/ca.crt'), /ENOENT.*\/nowhere\/ca\.crt/],
  ])('is not believed %s', async (_, url, problem) => {
    await expect(tried(url())).rejects.toThrow(problem);
    await expect(migrate(url(), migrations)).rejects.toThrow(problem);
  });

  it('refuses who comes in plain text', async () => {
    await expect(tried(plainUrl)).rejects.toThrow(/no encryption/);
    await expect(migrate(plainUrl, migrations)).rejects.toThrow(/no encryption/);
  });

  it('is migrated over TLS', async () => {
    await migrate(known(), migrations);
    const db = poolOf(known());
    await assertSchemaCurrent(db, migrations);
    await db.destroy();
  });

  it('is known by a renewed authority from the next connection on', async () => {
    const caFile = postgres.writeFile('');
    copyFileSync(postgres.caFile, caFile);
    const db = connect({ url: known(plainUrl, caFile), applicationName: 'test', poolMax: 2 });
    const transaction = await db.transaction();
    copyFileSync(another, caFile);
    // The first connection is taken, and this is the second.
    await expect(isEncrypted(db)).rejects.toThrow(/certificate signature failure/);
    copyFileSync(postgres.caFile, caFile);
    expect(await isEncrypted(db)).toBe(true);
    await transaction.rollback();
    await db.destroy();
  });

  it('is examined by the doctor, who gets an authority for each service', async () => {
    const settings = (caFile: string) =>
      Object.fromEntries(
        serviceNames.flatMap((name) => [
          [`${name.toUpperCase()}_DATABASE_URL`, plainUrl],
          [`${name.toUpperCase()}_DATABASE_TLS_CA_FILE`, caFile],
        ]),
      );
    const databases = await openDatabases(settings(postgres.caFile));
    expect(await Promise.all(Object.values(databases).map((db) => isEncrypted(db as Pool)))).toEqual(
      serviceNames.map(() => true),
    );
    await closeDatabases(databases);
    await expect(openDatabases(settings(another))).rejects.toThrow(/does not answer/);
  });
});
