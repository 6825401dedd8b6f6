import { tenantOf, type Tenant } from '@pitanga/core';
import { outboxAppended, type Db } from '@pitanga/database';
import { addRevenueSql } from '../revenue/revenue-repository';
import { binaryArray } from './binary-array';
import { rowsOf, type Column, type JournalDraft } from './journal-rows';

interface PostedRow {
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly id: string;
}

export interface PostedJournal {
  readonly tenant: Tenant;
  readonly id: string;
}

/**
 * Writes a batch of distinct journals of any tenants in one statement, whatever its size: the journals
 * that are new, their entries, balances, days of revenue, pending parts, statement lines and facts. Answers the
 * new ones; a journal already posted leaves no second trace. A line about an erased customer has the id only.
 *
 * Journals and balances are written in key order, so concurrent batches never deadlock; facts after the balances are
 * locked, so that those of journals which move the same balance are in the order of their effect. The trigger on
 * entries refuses the whole statement when a journal does not balance.
 */
// eslint-disable-next-line pitanga/tenant-first -- a batch holds journals of many tenants; each row carries its own
export async function insertJournals(
  db: Db,
  drafts: readonly JournalDraft[],
  options: { readonly stripe: number; readonly recordedAt: Date },
): Promise<readonly PostedJournal[]> {
  const { journals, balances, entries, parts, statement, events } = rowsOf(drafts, options.stripe);
  const recordedAt = options.recordedAt.toISOString();
  const text = (elements: Column): Buffer => binaryArray('text', elements);
  const int = (elements: Column): Buffer => binaryArray('int', elements);
  const columns = [
    ...[int(parts.journals), binaryArray('smallint', parts.numbers), binaryArray('bigint', parts.cents)],
    ...[binaryArray('timestamptz', parts.dueTimes), text(parts.lineIds)],
    ...[text(journals.storeIds), binaryArray('boolean', journals.devModes), text(journals.ids), text(journals.kinds)],
    ...[text(journals.referenceIds), binaryArray('smallint', journals.entryCounts)],
    binaryArray('timestamptz', journals.times),
    recordedAt,
    ...[text(balances.owners), binaryArray('boolean', balances.devModes), text(balances.accounts)],
    binaryArray('smallint', balances.stripes),
    ...[int(entries.journals), binaryArray('smallint', entries.lines), int(entries.balances)],
    binaryArray('bigint', entries.cents),
    `${recordedAt.slice(0, 7)}-01`,
    ...[int(statement.journals), text(statement.ids), text(statement.kinds), text(statement.statuses)],
    ...[text(statement.methods), text(statement.descriptions), binaryArray('jsonb', statement.movements)],
    ...[text(statement.checkoutIds), text(statement.chargeIds), text(statement.referenceIds)],
    ...[text(statement.externalIds), text(statement.subscriptionIds), binaryArray('jsonb', statement.customers)],
    ...[text(statement.searchTexts), text(statement.searchNames)],
    ...[text(events.ids), text(events.topics), text(events.types), text(events.payloads)],
    binaryArray('json', events.headers),
  ];
  const result = await db.raw<{ rows: PostedRow[] }>(insertJournalsSql, columns).options({ name: 'insert_journals' });
  if (result.rows.length > 0) outboxAppended(db);
  return result.rows.map((row) => ({ tenant: tenantOf(row.store_id, row.dev_mode), id: row.id }));
}

/** Of each array the casts: without them PostgreSQL could not tell the types. */
const insertJournalsSql = `
  with part_drafts as materialized (
    select * from unnest(?::int[], ?::smallint[], ?::bigint[], ?::timestamptz[], ?::text[])
      as r(journal, number, amount_cents, due_at, statement_entry_id)
  ), journal_drafts as materialized (
    select * from unnest(?::text[], ?::boolean[], ?::text[], ?::text[], ?::text[], ?::smallint[], ?::timestamptz[])
      with ordinality as j(store_id, dev_mode, id, kind, reference_id, entry_count, occurred_at, journal)
  ), clocks as materialized (
    -- Shared with other payments; an advance that is just moving the store's clock is waited for, because its shift
    -- would miss the parts written here. First of all locks: the advance goes on from its own to parts.
    select store_id, offset_ms from store_clocks
    where store_id in (select store_id from part_drafts join journal_drafts using (journal) where dev_mode)
    order by store_id
    for share
  ), posted as (
    insert into journals (store_id, dev_mode, id, kind, reference_id, entry_count, occurred_at, recorded_at)
    select store_id, dev_mode, id, kind, reference_id, entry_count, occurred_at, ?::timestamptz
    from journal_drafts
    where (select count(*) from clocks) >= 0
    order by store_id, dev_mode, id
    on conflict do nothing
    returning store_id, dev_mode, id, recorded_at
  ), new_journals as materialized (
    select j.*, p.recorded_at
    from posted p
    join journal_drafts j on j.id = p.id and j.store_id = p.store_id and j.dev_mode = p.dev_mode
  ), moving as materialized (
    select * from unnest(?::text[], ?::boolean[], ?::text[], ?::smallint[])
      with ordinality as b(owner_id, dev_mode, account, stripe, balance)
  ), lines as materialized (
    select j.store_id, j.dev_mode, j.id as journal_id, j.kind, j.occurred_at, e.line, b.account, b.stripe,
      e.amount_cents, e.balance
    from unnest(?::int[], ?::smallint[], ?::int[], ?::bigint[]) as e(journal, line, balance, amount_cents)
    join new_journals j on j.journal = e.journal
    join moving b on b.balance = e.balance
  ), written as (
    insert into entries (store_id, dev_mode, journal_id, line, account, stripe, amount_cents, month)
    select store_id, dev_mode, journal_id, line, account, stripe, amount_cents, ?::date from lines
  ), moved as (
    insert into balances as b (store_id, dev_mode, account, stripe, balance_cents)
    select m.owner_id, m.dev_mode, m.account, m.stripe, s.total
    from (select balance, sum(amount_cents) as total from lines group by balance) s
    join moving m on m.balance = s.balance
    order by m.balance
    on conflict (store_id, dev_mode, account, stripe)
      do update set balance_cents = b.balance_cents + excluded.balance_cents
    returning 1
  ), earned as (${addRevenueSql}
  ), parted as (
    insert into pending_parts (
      store_id, dev_mode, charge_id, number, amount_cents, open_cents, due_at, run_at, statement_entry_id
    )
    select j.store_id, j.dev_mode, j.reference_id, r.number, r.amount_cents, r.amount_cents, r.due_at,
      r.due_at - coalesce(c.offset_ms, 0) * interval '1 millisecond', r.statement_entry_id
    from part_drafts r
    join new_journals j on j.journal = r.journal
    left join clocks c on j.dev_mode and c.store_id = j.store_id
  ), stated as (
    insert into statement_entries (
      store_id, dev_mode, id, journal_id, kind, status, method, description, movements, checkout_id, charge_id,
      reference_id, external_id, subscription_id, customer, search_text, created_at
    )
    select j.store_id, j.dev_mode, s.id, j.id, s.kind, s.status, s.method, s.description, s.movements,
      s.checkout_id, s.charge_id, s.reference_id, s.external_id, s.subscription_id,
      case when x.customer_id is null then s.customer else jsonb_build_object('id', x.customer_id) end,
      concat_ws(chr(10), s.search_text, case when x.customer_id is null then nullif(s.search_name, '') end),
      j.occurred_at
    from unnest(
      ?::int[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::jsonb[], ?::text[], ?::text[], ?::text[],
      ?::text[], ?::text[], ?::jsonb[], ?::text[], ?::text[]
    ) as s(
      journal, id, kind, status, method, description, movements, checkout_id, charge_id, reference_id,
      external_id, subscription_id, customer, search_text, search_name
    )
    join new_journals j on j.journal = s.journal
    left join erased_customers x
      on x.store_id = j.store_id and x.dev_mode = j.dev_mode and x.customer_id = s.customer ->> 'id'
  ), told as (
    insert into outbox (event_id, topic, key, type, payload, headers, occurred_at, recorded_at)
    select f.event_id, f.topic, j.reference_id, f.type, f.payload, f.headers, j.occurred_at, j.recorded_at
    from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::json[])
      with ordinality as f(event_id, topic, type, payload, headers, journal)
    join new_journals j on j.journal = f.journal
    where (select count(*) from moved) >= 0
    order by f.journal
  )
  select store_id, dev_mode, id from posted`;
