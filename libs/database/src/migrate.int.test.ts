import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDatabase, type FreshDatabase } from '../test/fresh-database';
import { dumpSchema } from './dump-schema';
import { assertSchemaCurrent, migrate, migrationSet, type MigrationSet } from './migrate';

let database: FreshDatabase;
let folder: string;
let set: MigrationSet;
beforeEach(async () => {
  database = await emptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  set = migrationSet(folder);
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const write = (name: string, sql: string): void => {
  writeFileSync(join(folder, name), sql);
};

async function appliedNames(): Promise<string[]> {
  const { rows } = await database.db.raw<{ rows: { name: string }[] }>(
    'select name from schema_migrations where namespace = ? order by name',
    ['app'],
  );
  return rows.map((row) => row.name);
}

describe('migrate', () => {
  it('applies the platform and the application in order; a second run changes nothing', async () => {
    write('0001_create_a.sql', 'create table a (id text primary key);');
    write('0002_add_b.sql', 'alter table a add column b text;');
    const lines: string[] = [];
    await migrate(database.url, set, (line) => lines.push(line));
    expect(lines.at(0)).toBe('applied platform/0001_create_outbox');
    expect(lines.slice(-2)).toEqual(['applied app/0001_create_a', 'applied app/0002_add_b']);
    await migrate(database.url, set, (line) => lines.push(`again: ${line}`));
    expect(lines.filter((line) => line.startsWith('again'))).toEqual([]);
    await assertSchemaCurrent(database.db, set);
  });

  it('lets a service wait for the migrations, and not for what no waiting mends', async () => {
    write('0001_create_a.sql', 'create table a (id text primary key);');
    const lines: string[] = [];
    const wait = { waitMs: 30_000, log: { warn: (line: string) => lines.push(line) } };
    const waited = assertSchemaCurrent(database.db, set, wait);
    while (lines.length === 0) await new Promise(setImmediate);
    expect(lines[0]).toContain('waiting: The database schema is behind');
    await migrate(database.url, set);
    await waited;
    write('0001_create_a.sql', 'create table a (id text primary key, b text);');
    await expect(assertSchemaCurrent(database.db, set, wait)).rejects.toThrow('has changed since it was applied');
    expect(lines).toHaveLength(1);
  });

  it('waits for a database that does not answer, as long as it is told', async () => {
    const lines: string[] = [];
    const url = new URL(database.url);
    url.port = '1';
    const started = migrate(url.href, set, undefined, { waitMs: 1_500, log: { warn: (line) => lines.push(line) } });
    await expect(started).rejects.toThrow('ECONNREFUSED');
    expect(lines).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });

  it('lets concurrent runs apply every file exactly once', async () => {
    write('0001_create_a.sql', 'create table a (id text primary key);');
    write('0002_fill_a.sql', `insert into a values ('once');`);
    await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, set)));
    expect(await appliedNames()).toEqual(['0001_create_a', '0002_fill_a']);
  });

  it('leaves nothing of a file that fails, and names it', async () => {
    write('0001_create_a.sql', 'create table a (id text primary key); select * from missing;');
    await expect(migrate(database.url, set)).rejects.toThrow(
      'Migration app/0001_create_a failed: relation "missing" does not exist',
    );
    expect(await dumpSchema(database.db)).not.toContain('create table a ');
    expect(await appliedNames()).toEqual([]);
    write('0001_create_a.sql', 'create table a (id text primary key);');
    await migrate(database.url, set);
    expect(await appliedNames()).toEqual(['0001_create_a']);
  });

  it('refuses a file that has changed since it was applied', async () => {
    write('0001_create_a.sql', 'create table a (id text primary key);');
    await migrate(database.url, set);
    write('0001_create_a.sql', 'create table a (id text primary key, b text);');
    const refusal = 'Migration app/0001_create_a has changed since it was applied; restore it and write a new one';
    await expect(migrate(database.url, set)).rejects.toThrow(refusal);
    await expect(assertSchemaCurrent(database.db, set)).rejects.toThrow(refusal);
  });

  it('takes other line ends for the same file', async () => {
    write('0001_create_a.sql', 'create table a (\n  id text primary key\n);\n');
    await migrate(database.url, set);
    write('0001_create_a.sql', 'create table a (\r\n  id text primary key\r\n);\r\n');
    await migrate(database.url, set);
  });

  it('refuses a number that is taken, one that comes too late, and a name without number', async () => {
    write('0002_create_a.sql', 'select 1;');
    await migrate(database.url, set);
    write('0001_late.sql', 'select 1;');
    await expect(migrate(database.url, set)).rejects.toThrow(
      'Migration app/0001_late comes before 0002_create_a, which is applied already; give it the next number',
    );
    write('0002_twice.sql', 'select 1;');
    await expect(migrate(database.url, set)).rejects.toThrow('Two app migrations have the number 0002');
    rmSync(join(folder, '0002_twice.sql'));
    rmSync(join(folder, '0001_late.sql'));
    write('create_b.sql', 'select 1;');
    await expect(migrate(database.url, set)).rejects.toThrow('should be named NNNN_verb_noun.sql');
  });

  it('runs a file outside a transaction when its first line says so, beside a run that waits', async () => {
    write('0001_create_a.sql', 'create table a (id text primary key, b text);');
    write(
      '0002_index_a.sql',
      `-- no-transaction\n-- For the look-up by b;\nset lock_timeout = '5s';\ndrop index concurrently if exists a_b_idx;\ncreate index concurrently a_b_idx on a (b);\n`,
    );
    await Promise.all([migrate(database.url, set), migrate(database.url, set), migrate(database.url, set)]);
    expect(await dumpSchema(database.db)).toContain('CREATE INDEX a_b_idx');
    expect(await appliedNames()).toEqual(['0001_create_a', '0002_index_a']);
  });

  it('says which files are missing when the schema is behind, and accepts one that is ahead', async () => {
    await expect(assertSchemaCurrent(database.db, set)).rejects.toThrow(
      'The database schema is behind; run the migrations first. Missing: platform/0001_create_outbox',
    );
    write('0001_create_a.sql', 'create table a (id text primary key);');
    write('0002_create_b.sql', 'create table b (id text primary key);');
    await migrate(database.url, set);
    rmSync(join(folder, '0002_create_b.sql'));
    await assertSchemaCurrent(database.db, set);
    await migrate(database.url, set);
    write('0003_create_c.sql', 'create table c (id text primary key);');
    await expect(assertSchemaCurrent(database.db, set)).rejects.toThrow('Missing: app/0003_create_c');
  });
});

describe('dumpSchema', () => {
  it('is the same text for the same migrations in two databases, and shows every part', async () => {
    write(
      '0001_create_a.sql',
      `create table z (id bigint generated always as identity primary key);
       create table a (id text primary key, z_id bigint references z, b bigint default 0 constraint a_b_check check (b >= 0),
         c text generated always as (right(id, 2)) stored) with (fillfactor = 70);
       create index a_b_idx on a (b desc) where b > 0;
       create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
       create trigger a_no_delete before delete on a for each row execute function refuse();
       create table parts (at timestamptz not null) partition by range (at);
       create table parts_2026 partition of parts for values from ('2026-01-01') to ('2027-01-01');`,
    );
    await migrate(database.url, set);
    const dump = await dumpSchema(database.db);
    const other = await emptyDatabase();
    await migrate(other.url, set);
    expect(await dumpSchema(other.db)).toBe(dump);
    await other.drop();
    for (const part of [
      'create table a (\n  id text not null,\n  z_id bigint,\n  b bigint default 0,\n  c text generated always as ("right"(id, 2)) stored,\n',
      '  constraint a_b_check CHECK ((b >= 0))',
      '  constraint a_z_id_fkey FOREIGN KEY (z_id) REFERENCES z(id)',
      ') with (fillfactor=70);',
      'id bigint generated always as identity not null',
      'CREATE INDEX a_b_idx ON public.a USING btree (b DESC) WHERE (b > 0);',
      'CREATE OR REPLACE FUNCTION public.refuse()',
      'CREATE TRIGGER a_no_delete',
      'partition by RANGE (at)',
      'create table outbox (',
    ]) {
      expect(dump).toContain(part);
    }
    expect(dump).not.toContain('parts_2026');
  });
});

describe('migrationSet', () => {
  it('takes the platform folder beside the source and the folder of the application', () => {
    mkdirSync(join(folder, 'x'));
    expect(set.directories).toEqual([join(__dirname, '..', 'migrations'), folder]);
  });
});
