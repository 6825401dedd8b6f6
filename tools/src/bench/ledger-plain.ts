import { Client } from 'pg';
import { cpuEach, type Cpu } from './cpu';

/** What plain SQL does of the same rows. */
export interface PlainSql {
  /** Journals. */
  readonly perSecond: number;
  /** Of one journal, by process. */
  readonly cpu: Cpu;
}

interface Rows {
  /** At most so many. */
  readonly journals: number;
  /** To a statement and a commit. */
  readonly batch: number;
}

/**
 * The rows that the newest journals were written with, written once more by plain SQL: into tables with the same
 * columns, checks and indexes, `batch` journals to a statement and a commit.
 *
 * It is the least that PostgreSQL must do for these rows, not another ledger: the rows lie in the server already and are
 * neither sent nor parsed, what is summed was summed before, entries are one table and not one a month, and nothing refuses
 * a journal that does not balance, a hold without money or a repeat. The facts in the outbox are gone by then, so others of
 * the same size stand for them.
 */
export async function plainSql(
  databaseUrl: string,
  { journals: most, batch }: Rows,
  cpu: () => Cpu,
): Promise<PlainSql> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(copies);
    await client.query(stage(batch, most));
    const { rows } = await client.query<{ journals: number; batches: number }>(
      'select count(*)::int as journals, max(batch)::int + 1 as batches from plain.staged_journals',
    );
    const { journals = 0, batches = 0 } = rows[0] ?? {};
    const before = cpu();
    const start = performance.now();
    for (let number = 0; number < batches; number += 1) {
      await client.query({ name: 'plain_batch', text: writeBatch, values: [number] });
    }
    const perSecond = (journals * 1_000) / (performance.now() - start);
    return { perSecond, cpu: cpuEach(journals, before, cpu()) };
  } finally {
    await client.query('drop schema if exists plain cascade');
    await client.end();
  }
}

const tables = [
  'journals',
  'entries',
  'balances',
  'statement_entries',
  'holds',
  'outbox',
  'daily_revenue',
  'daily_receipts',
];

const copies = `drop schema if exists plain cascade; create schema plain;
${tables.map((table) => `create table plain.${table} (like public.${table} including all);`).join('\n')}`;

const stage = (batch: number, most: number): string => `
create table plain.staged_journals as
select *, (row_number() over (order by recorded_at, store_id, id) - 1) / ${String(batch)} as batch
from (select * from journals order by recorded_at desc limit ${String(most)}) newest;
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
create table plain.staged_revenue as
select batch, store_id, dev_mode, occurred_at::date as day, count(*) as payments from plain.staged_journals
where kind in ('charge.captured', 'hold.settled') group by 1, 2, 3, 4;
create table plain.staged_receipts as
select batch, store_id, dev_mode, created_at::date as day, method, count(*) as payments from plain.staged_lines
where kind = 'PAYMENT' group by 1, 2, 3, 4, 5;
create table plain.staged_holds as
select h.*, j.batch from holds h
join plain.staged_journals j on j.store_id = h.store_id and j.dev_mode = h.dev_mode and j.id = 'hold:' || h.id || ':reserved';
create index on plain.staged_journals (batch);
create index on plain.staged_entries (batch);
create index on plain.staged_moves (batch);
create index on plain.staged_lines (batch);
create index on plain.staged_holds (batch);
create index on plain.staged_revenue (batch);
create index on plain.staged_receipts (batch);
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
  insert into plain.daily_revenue as r select store_id, dev_mode, day, 10000 * payments, payments
  from plain.staged_revenue where batch = $1
  on conflict (store_id, dev_mode, day)
    do update set amount_cents = r.amount_cents + excluded.amount_cents, payments = r.payments + excluded.payments
),
g as (
  insert into plain.daily_receipts as r select store_id, dev_mode, day, method, 10000 * payments, 80 * payments, payments
  from plain.staged_receipts where batch = $1
  on conflict (store_id, dev_mode, day, method) do update set amount_cents = r.amount_cents + excluded.amount_cents,
    fee_cents = r.fee_cents + excluded.fee_cents, payments = r.payments + excluded.payments
)
insert into plain.outbox (event_id, topic, key, type, payload, headers, occurred_at, recorded_at)
select 'evt_' || md5(id || store_id), 'pitanga.ledger.journal.v1', reference_id, 'journal.posted', repeat('0123456789', 52),
  '{}', occurred_at, recorded_at
from plain.staged_journals where batch = $1`;
