import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Db } from './connect';
import { databaseFailure, noteUnconnected } from './failure';

/** Folders of numbered SQL files, applied in this order: the platform's first, then the application's. */
export interface MigrationSet {
  readonly directories: readonly string[];
}

type Namespace = 'platform' | 'app';

interface Migration {
  readonly namespace: Namespace;
  /** File name without `.sql`. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface Applied {
  readonly namespace: string;
  readonly name: string;
  readonly checksum: string;
}

const namespaces: readonly Namespace[] = ['platform', 'app'];
const fileShape = /^(\d{4})_[a-z0-9_]+\.sql$/;
const noTransaction = '-- no-transaction';
/** Any constant: one lock per database, held while its migrations run. */
const advisoryLockId = 7_415_083;
const lockPollMs = 100;
const waitPollMs = 1_000;
const tellEveryMs = 10_000;

/** At a first installation the database, or what must be in it, is made at the same time. */
export interface WaitOptions {
  /** At most so many milliseconds; 0 is not to wait. */
  readonly waitMs: number;
  /** Called every ten seconds with what is missing. */
  readonly log: { warn(line: string): void };
}

const noWait: WaitOptions = { waitMs: 0, log: { warn: () => undefined } };

/** Waiting may mend it. */
class SchemaBehind extends Error {}

/**
 * The platform's tables (outbox, inbox, idempotency keys), then the application's own files. From source the platform's
 * folder is beside this file; in a bundle (`dist/<app>/main.js`) both are subfolders of `dist/<app>/migrations`.
 */
export function migrationSet(appMigrationsDir: string): MigrationSet {
  const bundled = migrationsOfBundle(__dirname);
  if (bundled.directories.every((directory) => existsSync(directory))) return bundled;
  return { directories: [join(__dirname, '..', 'migrations'), appMigrationsDir] };
}

/** The migrations in the folder of a service's bundle. */
export function migrationsOfBundle(folder: string): MigrationSet {
  const migrations = join(folder, 'migrations');
  return { directories: [join(migrations, 'platform'), join(migrations, 'app')] };
}

/**
 * Applies the files that are not applied yet, in order. Each is one transaction with its row in `schema_migrations`.
 * Concurrent runs wait for each other.
 *
 * A file whose first line is `-- no-transaction` (`create index concurrently`) runs statement by statement, each
 * ending with `;` at the end of a line; it must be safe to run again, because a crash may leave it half done.
 *
 * @throws Error when an applied file has changed, or a new one has a lower number than an applied one.
 */
export async function migrate(
  url: string,
  set: MigrationSet,
  log: (line: string) => void = () => undefined,
  wait = noWait,
): Promise<void> {
  const migrations = readMigrations(set);
  const client = await waitingFor(wait, () => connected(url));
  try {
    await lock(client, log);
    await client.query(`create table if not exists schema_migrations (
      namespace text not null, name text not null, checksum text not null, applied_at timestamptz not null default now(),
      constraint schema_migrations_pkey primary key (namespace, name))`);
    const { rows } = await client.query<Applied>('select namespace, name, checksum from schema_migrations');
    for (const migration of findPending(migrations, rows)) {
      await apply(client, migration);
      log(`applied ${migration.namespace}/${migration.name}`);
    }
  } finally {
    // Ends the session, and with it the lock.
    await client.end();
  }
}

/**
 * Throws when a migration is missing or differs, at the start of a service, which never migrates. A newer schema is
 * accepted, so that the previous release runs on it during a rollout. A database that does not answer and a migration that
 * is missing may be waited for.
 */
export async function assertSchemaCurrent(db: Db, set: MigrationSet, wait = noWait): Promise<void> {
  await waitingFor(wait, () => assertCurrent(db, set));
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'migrate' });
  try {
    await client.connect();
  } catch (error) {
    noteUnconnected(error);
    throw error;
  }
  return client;
}

async function waitingFor<T>({ waitMs, log }: WaitOptions, attempt: () => Promise<T>): Promise<T> {
  const start = performance.now();
  for (let toldMs = -tellEveryMs; ;) {
    try {
      return await attempt();
    } catch (error) {
      const passedMs = performance.now() - start;
      const mayPass = error instanceof SchemaBehind || databaseFailure(error) !== undefined;
      if (!mayPass || passedMs >= waitMs) throw error;
      if (passedMs - toldMs >= tellEveryMs) {
        toldMs = passedMs;
        log.warn(`waiting: ${error instanceof Error ? error.message : String(error)}`);
      }
      await delay(waitPollMs);
    }
  }
}

async function assertCurrent(db: Db, set: MigrationSet): Promise<void> {
  const { rows: found } = await db.raw<{ rows: { present: boolean }[] }>(
    `select to_regclass('schema_migrations') is not null as present`,
  );
  const { rows } =
    found[0]?.present === true
      ? await db.raw<{ rows: Applied[] }>('select namespace, name, checksum from schema_migrations')
      : { rows: [] };
  const pending = findPending(readMigrations(set), rows);
  if (pending.length > 0) {
    const names = pending.map(({ namespace, name }) => `${namespace}/${name}`).join(', ');
    throw new SchemaBehind(`The database schema is behind; run the migrations first. Missing: ${names}`);
  }
}

function readMigrations({ directories }: MigrationSet): Migration[] {
  return directories.flatMap((directory, index) => {
    const namespace = namespaces[index];
    if (namespace === undefined)
      throw new Error('a migration set has the folders of the platform and of one application');
    const files = readdirSync(directory)
      .filter((file) => file.endsWith('.sql'))
      .sort();
    return files.map((file, position) => {
      if (!fileShape.test(file)) throw new Error(`Migration ${namespace}/${file} should be named NNNN_verb_noun.sql`);
      if (file.slice(0, 4) === files[position - 1]?.slice(0, 4)) {
        throw new Error(`Two ${namespace} migrations have the number ${file.slice(0, 4)}`);
      }
      const sql = readFileSync(join(directory, file), 'utf8').replaceAll('\r\n', '\n');
      return {
        namespace,
        name: file.slice(0, -'.sql'.length),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    });
  });
}

function findPending(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const checksums = new Map(applied.map((row) => [`${row.namespace}/${row.name}`, row.checksum]));
  return migrations.filter(({ namespace, name, checksum }) => {
    const known = checksums.get(`${namespace}/${name}`);
    if (known !== undefined && known !== checksum) {
      throw new Error(
        `Migration ${namespace}/${name} has changed since it was applied; restore it and write a new one`,
      );
    }
    const later = known === undefined && applied.find((row) => row.namespace === namespace && row.name > name);
    if (later) {
      throw new Error(
        `Migration ${namespace}/${name} comes before ${later.name}, which is applied already; give it the next number`,
      );
    }
    return known === undefined;
  });
}

async function lock(client: Client, log: (line: string) => void): Promise<void> {
  // Polled, because a session that waits inside pg_advisory_lock holds a snapshot, for which
  // `create index concurrently` of the session that has the lock would wait in turn.
  for (let attempt = 0; ; attempt += 1) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      advisoryLockId,
    ]);
    if (rows[0]?.locked === true) return;
    if (attempt === 0) log('waiting for another run of the migrations');
    await delay(lockPollMs);
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  const inTransaction = !migration.sql.startsWith(noTransaction);
  try {
    if (inTransaction) {
      await client.query('begin');
      await client.query(migration.sql);
    } else {
      // Several statements sent together would be one transaction.
      for (const statement of migration.sql.split(/;[ \t]*$/m)) {
        if (statement.replaceAll(/--.*$/gm, '').trim() !== '') await client.query(statement);
      }
      await client.query('reset all');
    }
    await client.query('insert into schema_migrations (namespace, name, checksum) values ($1, $2, $3)', [
      migration.namespace,
      migration.name,
      migration.checksum,
    ]);
    if (inTransaction) await client.query('commit');
  } catch (cause) {
    if (inTransaction) await client.query('rollback');
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Migration ${migration.namespace}/${migration.name} failed: ${reason}`, { cause });
  }
}
