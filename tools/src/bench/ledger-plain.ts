import { Client } from 'pg';

/** What the plain rows are measured on: no more, so that copying them does not take longer than the measurement. */
const journalsMax = 10_000;

/**
 * The rows that the newest journals were written with, written once more by plain SQL: into tables with the same
 * columns and indexes, without triggers, `batch` journals to a statement and a commit, from rows that the server has
 * already. Answers journals a second.
 *
 * The facts in the outbox are gone by then, so others of the same size stand for them.
 */
export async function plainSqlRate(databaseUrl: string, batch: number): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(copies);
    await client.query(stage(batch));
    const { rows } = await client.query<{ journals: number; batches: number }>(
      'select count(*)::int as journals, max(batch)::int + 1 as batches from plain.staged_journals',
    );
    const { journals = 0, batches = 0 } = rows[0] ?? {};
    const start = performance.now();
    for (let number = 0; number < batches; number += 1) {
      await client.query({ name: 'plain_batch', text: writeBatch, values: [number] });
    }
    return (journals * 1_000) / (performance.now() - start);
  } finally {
    await client.query('drop schema if exists plain cascade');
    await client.end();
  }
}

const tables = ['journals', 'entries', 'balances', 'statement_entries', 'holds', 'outbox', 'daily_revenue'];

const copies = `drop schema if exists plain cascade; create schema plain;
${tables.map((table) => `create table plain.${table} (like public.${table} including all);`).join('\n')}`;

const stage = (batch: number): string => `
create table plain.staged_journals as
select *, (row_number() over (order by recorded_at, store_id, id) - 1) / ${String(batch)} as batch
from (select * from journals order by recorded_at desc limit ${String(journalsMax)}) newest;
create index on plain.staged_journals (store_id, dev_mode, id);
create table plain.staged_entries as
select e.*, j.batch from entries e
join plain.staged_journals j on j.store_id = e.store_id and j.dev_mode = e.dev_mode and j.id = e.journal_id;
create table plain.staged_moves as
select batch, case when stripe > 0 or account in ('provider_clearing', 'fees_earned', 'bank', 'suspense')
    then '~platform' else store_id end as owner_id, dev_mode, account, stripe, sum(amount_cents)::bigint as total
from plain.staged_entries group by 1, 2, 3, 4, 5;
create table plain.staged_lines as
select s.*, j.batch from statement_entries s
join plain.staged_journals j on j.store_id = s.store_id and j.dev_mode = s.dev_mode and j.id = s.journal_id;
create table plain.staged_holds as
select h.*, j.batch from holds h
join plain.staged_journals j on j.store_id = h.store_id and j.dev_mode = h.dev_mode and j.id = 'hold:' || h.id || ':reserved';
create index on plain.staged_journals (batch);
create index on plain.staged_entries (batch);
create index on plain.staged_moves (batch);
create index on plain.staged_lines (batch);
create index on plain.staged_holds (batch);
analyze;`;

const columns: Readonly<Record<string, string>> = {
  journals: 'store_id, dev_mode, id, kind, reference_id, entry_count, occurred_at, recorded_at',
  entries: 'store_id, dev_mode, journal_id, line, account, stripe, amount_cents, month',
  statement_entries: `store_id, dev_mode, id, journal_id, kind, status, method, description, movements, checkout_id,
    charge_id, reference_id, external_id, customer, search_text, created_at`,
  holds: `store_id, dev_mode, id, state, purpose, amount_cents, fee_cents, charge_id, statement_entry_id, created_at,
    updated_at`,
};

const copy = (table: string, from: string): string =>
  `insert into plain.${table} (${columns[table] ?? ''}) select ${columns[table] ?? ''} from plain.staged_${from} where batch = $1`;

const writeBatch = `
with a as (${copy('journals', 'journals')}),
b as (${copy('entries', 'entries')}),
c as (${copy('statement_entries', 'lines')}),
d as (${copy('holds', 'holds')}),
e as (
  insert into plain.balances as b select owner_id, dev_mode, account, stripe, total
  from plain.staged_moves where batch = $1
  on conflict (store_id, dev_mode, account, stripe) do update set balance_cents = b.balance_cents + excluded.balance_cents
),
f as (
  insert into plain.daily_revenue as r
  select store_id, dev_mode, recorded_at::date, sum(entry_count), count(*) from plain.staged_journals where batch = $1
  group by 1, 2, 3
  on conflict (store_id, dev_mode, day) do update set amount_cents = r.amount_cents + excluded.amount_cents
)
insert into plain.outbox (event_id, topic, key, type, payload, headers, occurred_at, recorded_at)
select 'evt_' || md5(id || store_id), 'pitanga.ledger.journal.v1', reference_id, 'journal.posted', repeat('0123456789', 52),
  '{}', occurred_at, recorded_at
from plain.staged_journals where batch = $1`;
