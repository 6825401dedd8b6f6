import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { foldText, searchTextOf } from '../statement/statement';
import { isPlatformAccount, type Journal } from './journal';

/** Owner of the accounts that exist once per environment; sorts after every store id, see 0002_create_balances. */
export const platformOwner = '~platform';

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
 * that are new, their entries, balances, pending parts and statement lines. Answers the new ones; a
 * journal already posted leaves no second trace. A line about an erased customer has the id only.
 *
 * Journals and balances are written in key order, so concurrent batches never deadlock. The trigger on
 * entries refuses the whole statement when a journal does not balance.
 */
// eslint-disable-next-line pitanga/tenant-first -- a batch holds journals of many tenants; each row carries its own
export async function insertJournals(
  db: Db,
  journals: readonly Journal[],
  options: { readonly stripe: number; readonly recordedAt: Date },
): Promise<readonly PostedJournal[]> {
  const result = await db
    .raw<{ rows: PostedRow[] }>(insertJournalsSql, {
      journals: JSON.stringify(journals.map(journalRow)),
      entries: JSON.stringify(journals.flatMap((journal) => entryRows(journal, options.stripe))),
      statements: JSON.stringify(journals.flatMap(statementRows)),
      parts: JSON.stringify(journals.flatMap(partRows)),
      recordedAt: options.recordedAt,
    })
    .options({ name: 'insert_journals' });
  return result.rows.map((row) => ({ tenant: tenantOf(row.store_id, row.dev_mode), id: row.id }));
}

function journalRow(journal: Journal): object {
  return {
    store_id: journal.tenant.storeId,
    dev_mode: journal.tenant.devMode,
    id: journal.id,
    kind: journal.kind,
    reference_id: journal.referenceId,
    entry_count: journal.entries.length,
    occurred_at: journal.occurredAt,
  };
}

function entryRows(journal: Journal, stripe: number): readonly object[] {
  return journal.entries.map(({ account, amountCents }, index) => ({
    store_id: journal.tenant.storeId,
    dev_mode: journal.tenant.devMode,
    journal_id: journal.id,
    line: index + 1,
    owner_id: isPlatformAccount(account) ? platformOwner : journal.tenant.storeId,
    account,
    stripe: isPlatformAccount(account) ? stripe : 0,
    amount_cents: amountCents,
  }));
}

function statementRows(journal: Journal): readonly object[] {
  const { statement } = journal;
  if (!statement) return [];
  return [
    {
      store_id: journal.tenant.storeId,
      dev_mode: journal.tenant.devMode,
      id: statement.id,
      journal_id: journal.id,
      kind: statement.kind,
      status: statement.status,
      method: statement.method,
      description: statement.description,
      movements: statement.movements,
      checkout_id: statement.checkoutId,
      charge_id: statement.chargeId,
      reference_id: statement.referenceId,
      external_id: statement.externalId,
      customer: statement.customer,
      search_text: searchTextOf(statement),
      search_name: foldText(statement.customer?.name ?? ''),
      created_at: journal.occurredAt,
    },
  ];
}

function partRows(journal: Journal): readonly object[] {
  return (journal.parts ?? []).map(({ number, amountCents, dueAt }) => ({
    store_id: journal.tenant.storeId,
    dev_mode: journal.tenant.devMode,
    journal_id: journal.id,
    charge_id: journal.referenceId,
    number,
    amount_cents: amountCents,
    due_at: dueAt,
    statement_entry_id: journal.statement?.id,
  }));
}

const insertJournalsSql = `
  with posted as (
    insert into journals (store_id, dev_mode, id, kind, reference_id, entry_count, occurred_at, recorded_at)
    select store_id, dev_mode, id, kind, reference_id, entry_count, occurred_at, cast(:recordedAt as timestamptz)
    from json_to_recordset(cast(:journals as json)) as j(
      store_id text, dev_mode boolean, id text, kind text, reference_id text, entry_count smallint, occurred_at timestamptz
    )
    order by store_id, dev_mode, id
    on conflict do nothing
    returning store_id, dev_mode, id
  ), lines as (
    select e.*
    from json_to_recordset(cast(:entries as json)) as e(
      store_id text, dev_mode boolean, journal_id text, line smallint, owner_id text, account text, stripe smallint,
      amount_cents bigint
    )
    join posted p on p.store_id = e.store_id and p.dev_mode = e.dev_mode and p.id = e.journal_id
  ), written as (
    insert into entries (store_id, dev_mode, journal_id, line, account, stripe, amount_cents)
    select store_id, dev_mode, journal_id, line, account, stripe, amount_cents from lines
  ), moved as (
    insert into balances as b (store_id, dev_mode, account, stripe, balance_cents)
    select owner_id, dev_mode, account, stripe, sum(amount_cents) from lines
    group by owner_id, dev_mode, account, stripe
    order by owner_id, dev_mode, account, stripe
    on conflict (store_id, dev_mode, account, stripe)
      do update set balance_cents = b.balance_cents + excluded.balance_cents
  ), parted as (
    insert into pending_parts (
      store_id, dev_mode, charge_id, number, amount_cents, open_cents, due_at, run_at, statement_entry_id
    )
    select r.store_id, r.dev_mode, r.charge_id, r.number, r.amount_cents, r.amount_cents, r.due_at, r.due_at,
      r.statement_entry_id
    from json_to_recordset(cast(:parts as json)) as r(
      store_id text, dev_mode boolean, journal_id text, charge_id text, number smallint, amount_cents bigint,
      due_at timestamptz, statement_entry_id text
    )
    join posted p on p.store_id = r.store_id and p.dev_mode = r.dev_mode and p.id = r.journal_id
  ), stated as (
    insert into statement_entries (
      store_id, dev_mode, id, journal_id, kind, status, method, description, movements, checkout_id, charge_id,
      reference_id, external_id, customer, search_text, created_at
    )
    select s.store_id, s.dev_mode, s.id, s.journal_id, s.kind, s.status, s.method, s.description, s.movements,
      s.checkout_id, s.charge_id, s.reference_id, s.external_id,
      case when x.customer_id is null then s.customer else jsonb_build_object('id', x.customer_id) end,
      concat_ws(chr(10), s.search_text, case when x.customer_id is null then nullif(s.search_name, '') end),
      s.created_at
    from json_to_recordset(cast(:statements as json)) as s(
      store_id text, dev_mode boolean, id text, journal_id text, kind text, status text, method text, description text,
      movements jsonb, checkout_id text, charge_id text, reference_id text, external_id text, customer jsonb,
      search_text text, search_name text, created_at timestamptz
    )
    join posted p on p.store_id = s.store_id and p.dev_mode = s.dev_mode and p.id = s.journal_id
    left join erased_customers x
      on x.store_id = s.store_id and x.dev_mode = s.dev_mode and x.customer_id = s.customer ->> 'id'
  )
  select store_id, dev_mode, id from posted`;
