import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@pitanga/operations/services';
import { migrationFaults } from '../src/migrations/migration-rules';
import { rootDir } from '../src/workspace';

/**
 * What files do that the rules forbid, by the first words of the fault. They were written before the rules and before
 * anything was in production, and are applied, so that a note in them would change their checksum. Nothing is added.
 */
const excused: Readonly<Record<string, readonly string[]>> = {
  // The first version with boletos and cards: until then all charges were simulated Pix.
  'apps/billing/migrations/0008_collect_by_every_method.sql': ['add a check', 'create index on charges', 'drop index'],
  // Checks of columns that are new, and so null or the default in every row; read under the lock all the same.
  'apps/billing/migrations/0010_apply_coupons.sql': ['add a check'],
  'apps/billing/migrations/0013_add_charge_visitor.sql': ['add a check', 'create index on charges'],
  'apps/billing/migrations/0017_create_agreements.sql': ['add a check', 'create index on checkouts'],
  // The version before could only list: it wrote no subscriptions and no payouts.
  'apps/subscriptions/migrations/0002_add_schedules.sql': [
    'drop default',
    'add a check',
    'create index on subscriptions',
    'drop index',
  ],
  'apps/payouts/migrations/0003_add_payout_steps.sql': ['add column', 'add a check', 'create index on payouts'],
  // A table becomes the first partition of the one that takes its name: no row moves.
  'apps/ledger/migrations/0013_partition_entries.sql': ['rename'],
  'apps/webhooks/migrations/0009_partition_bodies_and_attempts.sql': ['rename', 'add a key'],
};

const folders = ['libs/database/migrations', ...serviceNames.map((name) => `apps/${name}/migrations`)];
const files = folders.flatMap((folder) =>
  readdirSync(join(rootDir, folder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => `${folder}/${file}`),
);
const faultsOf = (file: string): readonly string[] => migrationFaults(readFileSync(join(rootDir, file), 'utf8'));

describe('migrations', () => {
  it('expand first and contract on purpose: the previous version runs on the new schema', () => {
    const broken = files.flatMap((file) =>
      faultsOf(file)
        .filter((fault) => !(excused[file] ?? []).some((words) => fault.startsWith(words)))
        .map((fault) => `${file}: ${fault}`),
    );
    expect(broken).toEqual([]);
  });

  it('have each a number of its own: two of one number would be applied in the order of their names', () => {
    const numbers = files.map((file) => file.replace(/_.*/, ''));
    expect(files.filter((_, at) => numbers.indexOf(numbers[at] ?? '') !== at)).toEqual([]);
  });

  it('are excused by name only for what they do', () => {
    const unused = Object.entries(excused).flatMap(([file, faults]) =>
      faults
        .filter((words) => !faultsOf(file).some((fault) => fault.startsWith(words)))
        .map((words) => `${file}: ${words}`),
    );
    expect(unused).toEqual([]);
  });

  const head = "set local lock_timeout = '5s';\n";
  const forbidden: readonly (readonly [string, string])[] = [
    ['drop column', 'alter table charges drop column note;'],
    ['drop table', 'drop table charges;'],
    ['drop table', 'do $$ begin\n  drop table charges;\nend $$;'],
    ['rename', 'alter table charges rename column note to notes;'],
    ['rename', 'alter table charges\n  rename to payments;'],
    ['alter type', 'alter table charges alter column amount_cents type numeric;'],
    ['set not null', 'alter table charges alter column note set not null;'],
    ['add column', 'alter table charges add column note text not null;'],
    ['create index on charges', 'create index charges_idx on charges (store_id);'],
    ['create index on charges', 'create unique index charges_idx on charges (store_id);'],
    ['create index on charges', 'create index on charges (store_id);'],
    ['drop index', 'drop index charges_idx;'],
    ['drop index', 'drop index if exists charges_idx;'],
    ['drop default', 'alter table charges alter column note drop default;'],
    ['truncate', 'truncate charges;'],
    ['truncate', 'do $$ begin\n  truncate table charges;\nend $$;'],
    ['add a check', "alter table charges add constraint charges_note_check check (note in ('a', 'b'));"],
    ['add a check', 'alter table only charges add check (amount_cents > 0);'],
    ['add a check', 'alter table charges add column fine text check (fine <> note);'],
    [
      'add a check',
      'alter table charges\n  add constraint a check (a > 0),\n  add constraint b check (b > 0) not valid;',
    ],
    ['add a check', "do $$ begin\n  execute format('alter table %I add check (amount > 0)', name);\nend $$;"],
    [
      'add a check or foreign key',
      'alter table if exists charges add constraint charges_fkey foreign key (customer_id) references customers (id);',
    ],
    ['add a key', 'alter table charges add constraint charges_key unique (store_id, txid);'],
    ['add a key', 'alter table charges add primary key (id);'],
    ['add a key', 'alter table charges add column txid text unique;'],
  ];
  it.each(forbidden)('may not %s', (fault, sql) => {
    expect(migrationFaults(head + sql)).toEqual([expect.stringContaining(fault)]);
    expect(migrationFaults(`${head}-- contract: unused since 0042, which is everywhere.\n${sql}`)).toEqual([]);
    // The excuse of one statement is not that of the next.
    const other = "-- contract: unused since 0042.\ncomment on table charges is 'x';\n";
    expect(migrationFaults(head + other + sql)).toHaveLength(1);
    expect(migrationFaults(`${head}-- contract:\n${sql}`)).toHaveLength(1);
  });

  it('begin with a lock_timeout', () => {
    expect(migrationFaults('create table x (id text);')).toEqual(['does not begin with a lock_timeout']);
    expect(migrationFaults(`-- why\n${head}create table x (id text);`)).toEqual([]);
  });

  const allowed: readonly (readonly [string, string])[] = [
    ['create a table and its indexes', 'create table x (id text not null);\ncreate index x_idx on x (id);'],
    ['add a column', "alter table x add column a text, add column b text not null default '';"],
    ['index beside writers', 'drop index concurrently if exists x_idx;\ncreate index concurrently x_idx on x (id);'],
    [
      'add a check for what is written from now on, and read the rest later',
      'alter table x drop constraint a, add constraint a check (a in (1, 2)) not valid;\nalter table x validate constraint b;',
    ],
    [
      'add a foreign key for what is written from now on',
      'alter table x add constraint x_fkey foreign key (y_id) references y (id) not valid;',
    ],
    [
      'make an index a key',
      'alter table x drop constraint x_pkey, add constraint x_pkey primary key using index x_month_key;',
    ],
    [
      'constrain a table of its own',
      'create table x (id text);\nalter table x add constraint a check (id <> 1), add primary key (id);',
    ],
    ['guard against truncate', 'create trigger t before update or delete or truncate on x execute function f();'],
    ['name a default', "alter table x add column a text not null default 'unique, check (';"],
    ['speak of it in a comment', '-- Later: drop table x; rename y.\nalter table x add column a text;'],
    [
      'speak of it in a function',
      'create function f() returns void language plpgsql as $$ begin drop table t; end $$;',
    ],
  ];
  it.each(allowed)('may %s', (_what, sql) => {
    expect(migrationFaults(head + sql)).toEqual([]);
  });
});
