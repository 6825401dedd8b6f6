import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationFaults } from '../src/migrations/migration-rules';
import { serviceNames } from '../src/platform/services';
import { rootDir } from '../src/workspace';

/** Written before the rules, when nothing was in production yet. Nothing is added here. */
const grandfathered: readonly string[] = [
  'apps/billing/migrations/0008_collect_by_every_method.sql',
  'apps/billing/migrations/0013_add_charge_visitor.sql',
  'apps/billing/migrations/0017_create_agreements.sql',
  'apps/subscriptions/migrations/0002_add_schedules.sql',
  'apps/payouts/migrations/0003_add_payout_steps.sql',
  'apps/ledger/migrations/0013_partition_entries.sql',
  'apps/webhooks/migrations/0009_partition_bodies_and_attempts.sql',
];

const folders = ['libs/database/migrations', ...serviceNames.map((name) => `apps/${name}/migrations`)];
const files = folders.flatMap((folder) =>
  readdirSync(join(rootDir, folder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => `${folder}/${file}`),
);
const faultsOf = (file: string): readonly string[] => migrationFaults(readFileSync(join(rootDir, file), 'utf8'));

describe('migrations', () => {
  it('expand first and contract on purpose: the previous version runs on the new schema', () => {
    const broken = files
      .filter((file) => !grandfathered.includes(file))
      .flatMap((file) => faultsOf(file).map((fault) => `${file}: ${fault}`));
    expect(broken).toEqual([]);
  });

  it('are excused by name only while they need it', () => {
    expect(grandfathered.filter((file) => faultsOf(file).length === 0)).toEqual([]);
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
