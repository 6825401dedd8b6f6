import { toTenant, type Owned, type Tenant } from '@pitanga/core';
import { boolean, table, text, type Db, type Row } from '@pitanga/database';
import { addRevenueSql } from '../revenue/revenue-repository';
import { binaryArray } from './binary-array';
import type { JournalDraft } from './journal';
import { entryMonth } from './journal-lines';
import {
  balanceRows,
  buildJournalRows,
  entryRows,
  eventRows,
  journalRows,
  partRows,
  statementRows,
} from './journal-rows';

const insertedJournals = table('journals', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  id: text('id'),
});

export interface PostedJournal {
  readonly tenant: Tenant;
  readonly id: string;
}

/** Named parameters of one statement, so each row set has its own prefix. */
const prefixes = {
  journals: 'journal_',
  balances: 'balance_',
  entries: 'entry_',
  parts: 'part_',
  statement: 'statement_',
  events: 'event_',
} as const;

/**
 * Inserts a batch of distinct journals of any tenants in one statement, whatever its size: the journals that are new,
 * with their entries, balances, days of revenue, pending parts, statement entries and events. Returns the new ones; a
 * journal posted before changes nothing. A statement entry about an erased customer gets the customer's id only.
 *
 * Journals and balances are written in key order, so concurrent batches never deadlock; events after the balances are
 * locked, so that journals which change the same balance publish in the order of their effect. The trigger on entries
 * refuses the whole statement when a journal does not balance.
 */
export async function insertJournals(
  db: Db,
  drafts: readonly Owned<JournalDraft>[],
  options: { readonly stripe: number; readonly recordedAt: Date },
): Promise<readonly PostedJournal[]> {
  const rows = buildJournalRows(drafts, options.stripe);
  const arrays = { encode: binaryArray };
  const bindings = {
    ...journalRows.toArrays(rows.journals, { ...arrays, prefix: prefixes.journals }),
    ...balanceRows.toArrays(rows.balances, { ...arrays, prefix: prefixes.balances }),
    ...entryRows.toArrays(rows.entries, { ...arrays, prefix: prefixes.entries }),
    ...partRows.toArrays(rows.parts, { ...arrays, prefix: prefixes.parts }),
    ...statementRows.toArrays(rows.statement, { ...arrays, prefix: prefixes.statement }),
    ...eventRows.toArrays(rows.events, { ...arrays, prefix: prefixes.events }),
    recordedAt: options.recordedAt,
    month: entryMonth(options.recordedAt),
  };
  const { rows: posted } = await db
    .raw<{ rows: Row[] }>(insertJournalsSql, bindings)
    .options({ name: 'insert_journals' });
  return posted
    .map((row) => insertedJournals.fromRow(row))
    .map(({ storeId, devMode, id }) => ({
      tenant: toTenant(storeId, devMode),
      id,
    }));
}

export async function hasJournal(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  const row: unknown = await insertedJournals.of(db, tenant).where({ id }).first('id');
  return row !== undefined;
}

/** Statement columns inserted as they are; an erasure may change the others. */
const unchanged = statementRows.pick(
  'id',
  'kind',
  'status',
  'method',
  'description',
  'movements',
  'checkoutId',
  'chargeId',
  'referenceId',
  'externalId',
  'subscriptionId',
);

const insertJournalsSql = `
  with part_rows as materialized (
    select * from ${partRows.unnestSql('r', prefixes.parts)}
  ), journal_rows as materialized (
    select * from ${journalRows.unnestSql('r', prefixes.journals)}
  ), clocks as materialized (
    -- A shared lock, taken before all others: it waits for a test clock that is being moved, whose update of run_at
    -- would miss the parts inserted here. Moving a clock locks the clock before parts too.
    select store_id, offset_ms from store_clocks
    where store_id in (select store_id from part_rows join journal_rows using (journal_number) where dev_mode)
    order by store_id
    for share
  ), posted as (
    insert into journals (store_id, dev_mode, id, kind, reference_id, entry_count, occurred_at, recorded_at, owner,
      provider_account)
    select store_id, dev_mode, id, kind, reference_id, entry_count, occurred_at, cast(:recordedAt as timestamptz), owner,
      provider_account
    from journal_rows
    where (select count(*) from clocks) >= 0
    order by store_id, dev_mode, id
    on conflict do nothing
    returning store_id, dev_mode, id, recorded_at
  ), new_journals as materialized (
    select j.*, p.recorded_at
    from posted p
    join journal_rows j on j.id = p.id and j.store_id = p.store_id and j.dev_mode = p.dev_mode
  ), balance_rows as materialized (
    select * from ${balanceRows.unnestSql('r', prefixes.balances)}
  ), lines as materialized (
    select j.store_id, j.dev_mode, j.id as journal_id, j.kind, j.occurred_at, j.owner, e.line, b.account, b.stripe,
      e.amount_cents, e.balance_number
    from ${entryRows.unnestSql('e', prefixes.entries)}
    join new_journals j on j.journal_number = e.journal_number
    join balance_rows b on b.balance_number = e.balance_number
  ), inserted_entries as (
    insert into entries (store_id, dev_mode, journal_id, line, account, stripe, amount_cents, month)
    select store_id, dev_mode, journal_id, line, account, stripe, amount_cents, cast(:month as date) from lines
  ), changed_balances as (
    insert into balances as b (store_id, dev_mode, account, stripe, balance_cents, operator_cents)
    select r.owner_id, r.dev_mode, r.account, r.stripe, s.total, s.of_operator
    from (
      select balance_number, sum(amount_cents) as total,
        coalesce(sum(amount_cents) filter (where owner = 'OPERATOR'), 0) as of_operator
      from lines group by balance_number
    ) s
    join balance_rows r on r.balance_number = s.balance_number
    order by r.balance_number
    on conflict (store_id, dev_mode, account, stripe)
      do update set balance_cents = b.balance_cents + excluded.balance_cents,
        operator_cents = b.operator_cents + excluded.operator_cents
    returning 1
  ), changed_revenue as (${addRevenueSql}
  ), inserted_parts as (
    insert into pending_parts (
      store_id, dev_mode, charge_id, number, amount_cents, open_cents, due_at, run_at, statement_entry_id,
      sub_account_id
    )
    select j.store_id, j.dev_mode, j.reference_id, r.number, r.amount_cents, r.amount_cents, r.due_at,
      r.due_at - coalesce(c.offset_ms, 0) * interval '1 millisecond', r.statement_entry_id,
      r.sub_account_id
    from part_rows r
    join new_journals j on j.journal_number = r.journal_number
    left join clocks c on j.dev_mode and c.store_id = j.store_id
  ), inserted_statement as (
    insert into statement_entries (
      store_id, dev_mode, journal_id, ${unchanged.selectSql()}, customer, search_text, created_at
    )
    select j.store_id, j.dev_mode, j.id, ${unchanged.selectSql('s')},
      case when x.customer_id is null then s.customer else jsonb_build_object('id', x.customer_id) end,
      concat_ws(chr(10), s.search_text, case when x.customer_id is null then nullif(s.search_name, '') end),
      j.occurred_at
    from ${statementRows.unnestSql('s', prefixes.statement)}
    join new_journals j on j.journal_number = s.journal_number
    left join erased_customers x
      on x.store_id = j.store_id and x.dev_mode = j.dev_mode and x.customer_id = s.customer ->> 'id'
  ), inserted_events as (
    insert into outbox (event_id, topic, key, type, payload, headers, occurred_at, recorded_at)
    select e.event_id, e.topic, j.reference_id, e.type, e.payload, e.headers, j.occurred_at, j.recorded_at
    from ${eventRows.unnestSql('e', prefixes.events)}
    join new_journals j on j.journal_number = e.journal_number
    where (select count(*) from changed_balances) >= 0
    order by e.journal_number
  )
  select ${insertedJournals.selectSql()} from posted`;
