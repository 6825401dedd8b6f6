import { foldText, subtractCents, sumCents, zeroCents, type Cents, type Owned } from '@pitanga/core';
import {
  boolean,
  cents,
  isUniqueViolation,
  json,
  optional,
  outboxAppended,
  smallint,
  table,
  text,
  timestamp,
  type Db,
  type Values,
} from '@pitanga/database';
import { buildSearchText } from '../statement/statement';
import { draftColumns } from '../statement/statement-repository';
import { binaryArray } from './binary-array';
import type { JournalDraft } from './journal';
import { changeBalancesSql, changesSql, insertLinesSql, lineBindings, toLines } from './journal-lines';

const { id: statementId, kind: statementKind, ...contentColumns } = draftColumns;

/** All that the journal of a payment inserts but its entries: one row of each table. */
const paymentRows = table('payment_rows', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  journalId: text('journal_id'),
  entryCount: smallint('entry_count'),
  occurredAt: timestamp('occurred_at'),
  /** What it adds to the revenue of its day. */
  revenueCents: cents('revenue_cents'),
  ...contentColumns,
  statementId: { ...statementId, name: 'statement_id' },
  statementKind: { ...statementKind, name: 'statement_kind' },
  searchText: text('search_text'),
  /** The part of the searched text that an erased customer loses. */
  searchName: text('search_name'),
  customerId: optional(text('customer_id')),
  eventId: text('event_id'),
  topic: text('topic'),
  type: text('type'),
  payload: text('payload'),
  headers: json('headers'),
});

/** What settles later. */
const newPartRows = table('new_part_rows', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  chargeId: text('charge_id'),
  number: smallint('number'),
  amountCents: cents('amount_cents'),
  dueAt: timestamp('due_at'),
  statementEntryId: text('statement_entry_id'),
});

const prefixes = { payments: 'payment_', parts: 'part_' } as const;

/**
 * Inserts what {@link insertJournals} would of payments of which none is posted yet; else
 * changes nothing and answers false. As all or none are written, this statement has nothing to join or to sum, which is a
 * sixth of the other's work. Only on a pool: a journal that another transaction posts meanwhile is a violated key, which
 * undoes the statement.
 *
 * The order of locks is the same (docs/adr/0017-ledger-locks.md).
 */
export async function insertNewPayments(
  db: Db,
  drafts: readonly Owned<JournalDraft>[],
  options: { readonly stripe: number; readonly recordedAt: Date },
): Promise<boolean> {
  const arrays = { encode: binaryArray };
  const bindings = {
    ...paymentRows.toArrays(drafts.map(toRow), { ...arrays, prefix: prefixes.payments }),
    ...lineBindings(toLines(drafts, options.stripe), options.recordedAt),
    ...newPartRows.toArrays(drafts.flatMap(toParts), { ...arrays, prefix: prefixes.parts }),
  };
  try {
    const { rows } = await db
      .raw<{ rows: { is_known: boolean }[] }>(insertNewPaymentsSql, bindings)
      .options({ name: 'insert_new_payments' });
    const isInserted = rows[0]?.is_known === false;
    if (isInserted) outboxAppended(db);
    return isInserted;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

// `unnest` and the inserts keep the order of the arrays.
const insertNewPaymentsSql = `
  with payments as materialized (
    select * from ${paymentRows.unnestSql('r', prefixes.payments)}
  ), parts as materialized (
    select * from ${newPartRows.unnestSql('r', prefixes.parts)}
  ), clocks as materialized (
    -- As for all journals: first, and shared, it waits for a test clock that is being moved.
    select store_id, offset_ms from store_clocks
    where store_id in (select store_id from parts where dev_mode)
    order by store_id
    for share
  ), known as materialized (
    select exists (
      -- The limit keeps the planner from reading all journals while they are few, by a plan that stays when they are many.
      select from payments p
      cross join lateral (
        select from journals j where j.store_id = p.store_id and j.dev_mode = p.dev_mode and j.id = p.journal_id limit 1
      ) posted_before
    ) as is_known
  ), posted as (
    insert into journals (store_id, dev_mode, id, kind, reference_id, entry_count, occurred_at, recorded_at)
    select store_id, dev_mode, journal_id, 'charge.captured', reference_id, entry_count, occurred_at,
      cast(:recordedAt as timestamptz)
    from payments
    where (select count(*) from clocks) >= 0 and not (select is_known from known)
    order by store_id, dev_mode, journal_id
    returning 1
  ), inserted_entries as (${insertLinesSql('not (select is_known from known)')}
  ), changed_balances as (
    ${changeBalancesSql(changesSql, 'not (select is_known from known) and (select count(*) from posted) >= 0')}
  ), changed_revenue as (
    insert into daily_revenue as r (store_id, dev_mode, day, amount_cents, payments)
    select store_id, dev_mode, (occurred_at at time zone 'America/Sao_Paulo')::date, sum(revenue_cents), count(*)
    from payments
    where not (select is_known from known)
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (store_id, dev_mode, day)
      do update set amount_cents = r.amount_cents + excluded.amount_cents, payments = r.payments + excluded.payments
  ), inserted_parts as (
    insert into pending_parts (
      store_id, dev_mode, charge_id, number, amount_cents, open_cents, due_at, run_at, statement_entry_id
    )
    select r.store_id, r.dev_mode, r.charge_id, r.number, r.amount_cents, r.amount_cents, r.due_at,
      r.due_at - coalesce(c.offset_ms, 0) * interval '1 millisecond', r.statement_entry_id
    from parts r
    left join clocks c on r.dev_mode and c.store_id = r.store_id
    where not (select is_known from known)
  ), inserted_statement as (
    insert into statement_entries (
      store_id, dev_mode, journal_id, id, kind, status, method, description, movements, checkout_id, charge_id,
      reference_id, external_id, subscription_id, customer, search_text, created_at
    )
    select p.store_id, p.dev_mode, p.journal_id, p.statement_id, p.statement_kind, p.status, p.method, p.description,
      p.movements, p.checkout_id, p.charge_id, p.reference_id, p.external_id, p.subscription_id,
      case when x.customer_id is null then p.customer else jsonb_build_object('id', x.customer_id) end,
      concat_ws(chr(10), p.search_text, case when x.customer_id is null then nullif(p.search_name, '') end),
      p.occurred_at
    from payments p
    left join erased_customers x
      on x.store_id = p.store_id and x.dev_mode = p.dev_mode and x.customer_id = p.customer_id
    where not (select is_known from known)
  ), inserted_events as (
    insert into outbox (event_id, topic, key, type, payload, headers, occurred_at, recorded_at)
    select event_id, topic, reference_id, type, payload, headers, occurred_at, cast(:recordedAt as timestamptz)
    from payments
    where not (select is_known from known) and (select count(*) from changed_balances) >= 0
  )
  select is_known from known`;

function toRow({ tenant, statement, event, ...journal }: JournalDraft): Values<typeof paymentRows> {
  if (!statement) throw new Error(`journal ${journal.id} has no statement entry`);
  const { storeId, devMode } = tenant;
  const { eventId, topic, type, payload, headers } = event;
  const { id, kind, ...content } = statement;
  return {
    storeId,
    devMode,
    journalId: journal.id,
    entryCount: journal.entries.length,
    occurredAt: journal.occurredAt,
    revenueCents: computeRevenue(journal),
    ...content,
    statementId: id,
    statementKind: kind,
    searchText: buildSearchText(statement),
    searchName: foldText(statement.customer?.name ?? ''),
    customerId: statement.customer?.id,
    eventId,
    topic,
    type,
    payload,
    headers,
  };
}

/** What the payer paid: all that the provider owes because of it. */
function computeRevenue({ entries }: Pick<JournalDraft, 'entries'>): Cents {
  const owed = entries.filter(({ account }) => account === 'provider_clearing').map(({ amountCents }) => amountCents);
  return subtractCents(zeroCents, sumCents(...owed));
}

function toParts({ tenant, referenceId, statement, parts = [] }: JournalDraft): Values<typeof newPartRows>[] {
  const { storeId, devMode } = tenant;
  const of = { storeId, devMode, chargeId: referenceId, statementEntryId: statement?.id ?? '' };
  return parts.map(({ number, amountCents, dueAt }) => ({ ...of, number, amountCents, dueAt }));
}
