import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, migrate, migrationsOf, type Db, type MigrationSet, type Pool } from '@pitanga/database';
import { randomBytes } from '@pitanga/runtime';
import { testInfra } from './infra';
import { testTimeoutMs } from './test-timeout';

export type App = 'gateway' | 'billing' | 'subscriptions' | 'payouts' | 'ledger' | 'webhooks';

export interface TestDatabase {
  readonly url: string;
  readonly db: Pool;
  /** Closes `db` and removes the database. */
  drop(): Promise<void>;
}

/**
 * A database for one test file: a clone of the app's migrated template, in about 50 ms.
 *
 * ```ts
 * let database: TestDatabase;
 * beforeAll(async () => { database = await testDatabase('billing'); });
 * afterAll(() => database.drop());
 * ```
 */
export async function testDatabase(app: App): Promise<TestDatabase> {
  const set = migrationsOf(join(__dirname, '..', '..', '..', 'apps', app, 'migrations'));
  const template = `${app}_tpl_${fingerprint(set)}`;
  const name = `${app}_${randomBytes(6).toString('hex')}`;
  await withServer(async (server) => {
    await buildTemplate(server, template, set);
    await server.raw('create database ?? template ??', [name, template]);
  });
  const url = urlOf(name);
  const db = connect({ url, applicationName: `test ${app}`, acquireTimeoutMs: testTimeoutMs });
  return {
    url,
    db,
    drop: async () => {
      await db.destroy();
      await withServer(async (server) => {
        // It makes a checkpoint, which takes its time beside others that write much. One connection: the other is not in use.
        await server.raw('set statement_timeout = 0');
        await server.raw('drop database if exists ?? with (force)', [name]);
      });
    },
  };
}

/** Builds the template unless another test file has; a changed migration file gives it another name. */
async function buildTemplate(server: Db, template: string, set: MigrationSet): Promise<void> {
  // The lock ends with its session, also by a crash.
  await server.transaction(async (tx) => {
    await tx.raw(`set local idle_in_transaction_session_timeout = 0`);
    await tx.raw(`set local statement_timeout = '120s'`);
    await tx.raw('select pg_advisory_xact_lock(hashtext(?))', [template]);
    const { rows } = await tx.raw<{ rows: unknown[] }>('select 1 from pg_database where datname = ?', [template]);
    if (rows.length > 0) return;
    // Under another name until it is complete, so that a crash leaves no partial template.
    const unfinished = `${template}_new`;
    await server.raw('drop database if exists ?? with (force)', [unfinished]);
    await server.raw('create database ??', [unfinished]);
    await migrate(urlOf(unfinished), set);
    await server.raw('alter database ?? rename to ??', [unfinished, template]);
  });
}

async function withServer(work: (server: Db) => Promise<unknown>): Promise<void> {
  const server = connect({
    url: testInfra().postgres,
    applicationName: 'test databases',
    poolMax: 2,
    acquireTimeoutMs: testTimeoutMs,
  });
  try {
    await work(server);
  } finally {
    await server.destroy();
  }
}

function urlOf(database: string): string {
  const url = new URL(testInfra().postgres);
  url.pathname = `/${database}`;
  return url.href;
}

function fingerprint({ directories }: MigrationSet): string {
  const hash = createHash('sha256');
  for (const directory of directories) {
    for (const file of readdirSync(directory).sort()) hash.update(file).update(readFileSync(join(directory, file)));
  }
  return hash.digest('hex').slice(0, 12);
}
