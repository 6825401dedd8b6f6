import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, migrate, migrationSet, type Db, type MigrationSet, type Pool } from '@pitanga/database';
import { randomBytes } from '@pitanga/runtime';
import { testInfra } from './infra';
import { checkTenancy, throwLeaks } from './tenancy/check-tenancy';
import { testTimeoutMs } from './test-timeout';

export type App = 'gateway' | 'billing' | 'subscriptions' | 'payouts' | 'ledger' | 'webhooks';

export interface TestDatabase {
  readonly url: string;
  readonly db: Pool;
  /**
   * Closes `db`, and leaves the database to the next test file of this worker.
   *
   * @throws when a statement of a repository has named no tenant (tenancy/check-tenancy.ts)
   */
  close(): Promise<void>;
}

interface Kept {
  readonly name: string;
  /** What it had of tables, columns, indexes and triggers when it was made. */
  readonly schema: string;
}

/** Names the run of jest (jest.config.cjs). */
const run = process.env['PITANGA_TEST_RUN'];

/** Databases that no test file has now. Of the worker, because modules of `src` are (docs/adr/0005). */
const kept = new Map<App, Kept[]>();

/**
 * A migrated database without rows, which no other file has at the same time. The first of a worker is a clone of the
 * app's template; later files get the same one, emptied, in a few milliseconds. The run drops them at its end
 * (tools/jest/end-of-run.cjs).
 *
 * ```ts
 * let database: TestDatabase;
 * beforeAll(async () => { database = await testDatabase('billing'); });
 * afterAll(() => database.close());
 * ```
 */
export async function testDatabase(app: App): Promise<TestDatabase> {
  const own = await emptied(app);
  const url = databaseUrl(own.name);
  const db = connect({ url, applicationName: `test ${app}`, acquireTimeoutMs: testTimeoutMs });
  await checkTenancy(db);
  return {
    url,
    db,
    close: async () => {
      await db.destroy();
      // Outside of a run of jest no file follows.
      if (run === undefined)
        await withServer(testInfra().postgres, (server) => server.raw('drop database ??', [own.name]));
      else kept.set(app, [...(kept.get(app) ?? []), own]);
      throwLeaks();
    },
  };
}

/** One that an earlier file has left, or a new one. */
async function emptied(app: App): Promise<Kept> {
  const known = kept.get(app)?.shift();
  if (!known) return create(app);
  const isSame = await withServer(databaseUrl(known.name), async (db) => {
    await db.raw(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = ? and pid <> pg_backend_pid()',
      [known.name],
    );
    await db.raw(emptyTables);
    return (await readSchema(db)) === known.schema;
  });
  return isSame ? known : create(app);
}

const emptyTables = `
  do $$
  declare filled text;
  begin
    set local session_replication_role = replica;
    select string_agg(oid::regclass::text, ', ') into filled from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname <> 'schema_migrations' and pg_relation_size(oid) > 0;
    if filled is not null then execute 'truncate ' || filled || ' restart identity cascade'; end if;
  end $$`;

/** Changes with each table, partition, column, index, constraint, function and trigger that a file adds, drops or switches off. */
async function readSchema(db: Db): Promise<string> {
  const { rows } = await db.raw<{ rows: { schema: string }[] }>(`
    select md5(concat(
      (select string_agg(concat(oid, relname, relnatts), ',' order by oid) from pg_class
        where relnamespace = 'public'::regnamespace),
      (select string_agg(concat(oid, tgenabled), ',' order by oid) from pg_trigger),
      (select string_agg(concat(oid, convalidated), ',' order by oid) from pg_constraint),
      (select string_agg(concat(oid, md5(prosrc)), ',' order by oid) from pg_proc
        where pronamespace = 'public'::regnamespace)
    )) as schema`);
  return rows[0]?.schema ?? '';
}

async function create(app: App): Promise<Kept> {
  const set = migrationSet(join(__dirname, '..', '..', '..', 'apps', app, 'migrations'));
  const template = `${app}_tpl_${fingerprint(set)}`;
  const name = `${app}_${run ?? 'alone'}_${randomBytes(6).toString('hex')}`;
  await withServer(testInfra().postgres, async (server) => {
    await buildTemplate(server, template, set);
    await server.raw('create database ?? template ??', [name, template]);
  });
  return { name, schema: await withServer(databaseUrl(name), readSchema) };
}

/** Builds the template unless another worker has; a changed migration file gives it another name. */
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
    await migrate(databaseUrl(unfinished), set);
    await server.raw('alter database ?? rename to ??', [unfinished, template]);
  });
}

async function withServer<T>(url: string, work: (server: Db) => Promise<T>): Promise<T> {
  const server = connect({ url, applicationName: 'test databases', poolMax: 2, acquireTimeoutMs: testTimeoutMs });
  try {
    return await work(server);
  } finally {
    await server.destroy();
  }
}

function databaseUrl(database: string): string {
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
