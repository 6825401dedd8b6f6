import { foldText, subtractCents, sumCents, zeroCents, type AccountOwner, type Cents } from '@pitanga/core';
import { boolean, cents, json, optional, smallint, table, text, timestamp, type Values } from '@pitanga/database';
import { buildSearchText } from '../statement/statement';
import { draftColumns } from '../statement/statement-repository';
import { binaryArray } from './binary-array';
import type { JournalDraft, JournalKind } from './journal';
import { changeBalancesSql, insertLinesSql, lineBindings, type JournalLines } from './journal-lines';

/** All that a journal inserts but its entries and parts: one row of each table. */
const draftRows = table('draft_rows', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  journalId: text('journal_id'),
  journalKind: text<JournalKind>('journal_kind'),
  referenceId: text('reference_id'),
  entryCount: smallint('entry_count'),
  occurredAt: timestamp('occurred_at'),
  owner: optional(text<AccountOwner>('owner')),
  providerAccount: optional(text('provider_account')),
  /** What it adds to the revenue of its day; null if its kind adds nothing. */
  revenueCents: optional(cents('revenue_cents')),
  /** Null, as are the others of the statement, for a journal without an entry in it. */
  statementId: optional({ ...draftColumns.id, name: 'statement_id' }),
  statementKind: optional({ ...draftColumns.kind, name: 'statement_kind' }),
  status: optional(draftColumns.status),
  method: draftColumns.method,
  description: draftColumns.description,
  movements: optional(draftColumns.movements),
  checkoutId: draftColumns.checkoutId,
  chargeId: draftColumns.chargeId,
  externalId: draftColumns.externalId,
  subscriptionId: draftColumns.subscriptionId,
  customer: draftColumns.customer,
  customerId: optional(text('customer_id')),
  searchText: optional(text('search_text')),
  /** The part of the searched text that an erased customer loses. */
  searchName: text('search_name'),
  /** When the status changed, of an entry that is inserted with its second one. */
  statusChangedAt: optional(timestamp('status_changed_at')),
  eventId: text('event_id'),
  topic: text('topic'),
  type: text('type'),
  payload: text('payload'),
  headers: json('headers'),
});

export type DraftRow = Values<typeof draftRows>;

const prefix = 'draft_';

/** The drafts, as rows. */
export const draftsSql = draftRows.unnestSql('d', prefix);

/** What {@link draftsSql}, {@link insertDraftsSql} and the changes of balances are bound to. */
export function draftBindings(
  rows: readonly DraftRow[],
  lines: JournalLines,
  recordedAt: Date,
): Readonly<Record<string, unknown>> {
  return {
    ...draftRows.toArrays(rows, { encode: binaryArray, prefix }),
    ...lineBindings(lines, recordedAt),
  };
}

const isOpen = '(select is_open from gate)';

/**
 * Expressions of one statement that inserts all of the journals, or none: with their entries, balances, revenue,
 * statement and events. Before them come the rows `drafts`, the rows `changes`, and `gate`, whose `is_open` says which
 * and which takes the locks that come first. A statement entry about an erased customer gets the customer's id only.
 *
 * Unlike insertJournals it has nothing to join or to sum, a sixth of the work: a journal that exists is a violated key.
 * `unnest` and the inserts keep the order of the arrays. Events come after the balances are locked, so that journals
 * which change the same balance publish in the order of their effect.
 */
export const insertDraftsSql = `posted as (
    insert into journals (store_id, dev_mode, id, kind, reference_id, entry_count, occurred_at, recorded_at, owner,
      provider_account)
    select store_id, dev_mode, journal_id, journal_kind, reference_id, entry_count, occurred_at,
      cast(:recordedAt as timestamptz), owner, provider_account
    from drafts
    where ${isOpen}
    order by store_id, dev_mode, journal_id
    returning 1
  ), inserted_entries as (${insertLinesSql(isOpen)}
  ), changed_balances as (${changeBalancesSql('changes', `${isOpen} and (select count(*) from posted) >= 0`)}
  ), changed_revenue as (
    insert into daily_revenue as r (store_id, dev_mode, day, amount_cents, payments)
    select store_id, dev_mode, (occurred_at at time zone 'America/Sao_Paulo')::date, sum(revenue_cents),
      count(*) filter (where journal_kind = 'charge.captured')
    from drafts
    where ${isOpen} and revenue_cents is not null
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (store_id, dev_mode, day)
      do update set amount_cents = r.amount_cents + excluded.amount_cents, payments = r.payments + excluded.payments
  ), inserted_statement as (
    insert into statement_entries (
      store_id, dev_mode, journal_id, id, kind, status, method, description, movements, checkout_id, charge_id,
      reference_id, external_id, subscription_id, customer, search_text, created_at, updated_at
    )
    select d.store_id, d.dev_mode, d.journal_id, d.statement_id, d.statement_kind, d.status, d.method, d.description,
      d.movements, d.checkout_id, d.charge_id, d.reference_id, d.external_id, d.subscription_id,
      case when x.customer_id is null then d.customer else jsonb_build_object('id', x.customer_id) end,
      concat_ws(chr(10), d.search_text, case when x.customer_id is null then nullif(d.search_name, '') end),
      d.occurred_at, d.status_changed_at
    from drafts d
    left join erased_customers x
      on x.store_id = d.store_id and x.dev_mode = d.dev_mode and x.customer_id = d.customer_id
    where ${isOpen} and d.statement_id is not null
  ), inserted_events as (
    insert into outbox (event_id, topic, key, type, payload, headers, occurred_at, recorded_at)
    select event_id, topic, reference_id, type, payload, headers, occurred_at, cast(:recordedAt as timestamptz)
    from drafts
    where ${isOpen} and (select count(*) from changed_balances) >= 0
  )`;

export function toDraftRow(draft: JournalDraft): DraftRow {
  const { tenant, statement, event } = draft;
  const { eventId, topic, type, payload, headers } = event;
  return {
    storeId: tenant.storeId,
    devMode: tenant.devMode,
    journalId: draft.id,
    journalKind: draft.kind,
    referenceId: draft.referenceId,
    entryCount: draft.entries.length,
    occurredAt: draft.occurredAt,
    owner: draft.owner,
    providerAccount: draft.providerAccount,
    revenueCents: computeRevenue(draft),
    statementId: statement?.id,
    statementKind: statement?.kind,
    status: statement?.status,
    method: statement?.method,
    description: statement?.description,
    movements: statement?.movements,
    checkoutId: statement?.checkoutId,
    chargeId: statement?.chargeId,
    externalId: statement?.externalId,
    subscriptionId: statement?.subscriptionId,
    customer: statement?.customer,
    customerId: statement?.customer?.id,
    searchText: statement && buildSearchText(statement),
    searchName: foldText(statement?.customer?.name ?? ''),
    statusChangedAt: undefined,
    eventId,
    topic,
    type,
    payload,
    headers,
  };
}

/** What the payer paid, or got back: all that the provider owes because of it, as addRevenueSql has it. */
function computeRevenue({ kind, entries }: JournalDraft): Cents | undefined {
  if (kind !== 'charge.captured' && kind !== 'hold.settled') return undefined;
  const owed = entries.filter(({ account }) => account === 'provider_clearing').map(({ amountCents }) => amountCents);
  return owed.length === 0 ? undefined : subtractCents(zeroCents, sumCents(...owed));
}
