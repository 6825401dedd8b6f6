import { toTenant, type Owned } from '@pitanga/core';
import {
  boolean,
  cents,
  isUniqueViolation,
  json,
  jsonb,
  optional,
  outboxAppended,
  smallint,
  table,
  text,
  timestamp,
  type Db,
  type Values,
} from '@pitanga/database';
import { platformOwner, type Account } from '../balances/account';
import { createBalances } from '../balances/balance-repository';
import { binaryArray } from '../journals/binary-array';
import type { JournalDraft } from '../journals/journal';
import {
  changeBalancesSql,
  changesSql,
  insertLinesSql,
  lineBindings,
  toLines,
  type JournalLines,
} from '../journals/journal-lines';
import { buildSearchText, type Movement, type PaymentMethod, type StatementKind } from '../statement/statement';
import type { Hold, HoldPurpose } from './hold';

/** A new hold without a charge, and the journal that sets its money aside. */
interface Reservation {
  readonly hold: Hold;
  readonly journal: JournalDraft;
}

/** All that a reservation inserts but its entries: one row of each table. Nothing of it is about a customer. */
const reservationRows = table('reservation_rows', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  holdId: text('hold_id'),
  purpose: text<HoldPurpose>('purpose'),
  amountCents: cents('amount_cents'),
  feeCents: cents('fee_cents'),
  occurredAt: timestamp('occurred_at'),
  journalId: text('journal_id'),
  entryCount: smallint('entry_count'),
  statementId: text('statement_id'),
  statementKind: text<StatementKind>('statement_kind'),
  method: optional(text<PaymentMethod>('method')),
  description: optional(text('description')),
  movements: jsonb<readonly Movement[]>('movements'),
  externalId: optional(text('external_id')),
  searchText: text('search_text'),
  eventId: text('event_id'),
  topic: text('topic'),
  type: text('type'),
  payload: text('payload'),
  headers: json('headers'),
});

const prefix = 'reserved_';

/**
 * Inserts new holds and their journals in one statement, if the `available` of every store bears all of them and none is
 * there yet; else changes nothing and answers false. On a pool the statement is a transaction of its own.
 *
 * The locks are those of a transaction of holds, in its order (docs/adr/0017-ledger-locks.md): the balances of stores in
 * key order, by whose newest rows it decides, journals, balances of the platform, holds, statement and outbox. A hold that
 * another transaction inserts while this one waits for the balance is a violated key, which undoes the statement.
 */
export async function insertReservations(
  db: Db,
  reservations: readonly Owned<Reservation>[],
  options: { readonly stripe: number; readonly recordedAt: Date },
): Promise<boolean> {
  const lines = toLines(
    reservations.map(({ journal }) => journal),
    options.stripe,
  );
  const accounts = listStoreAccounts(lines.changes);
  const bindings = {
    ...reservationRows.toArrays(reservations.map(toRow), { encode: binaryArray, prefix }),
    ...lineBindings(lines, options.recordedAt),
    storeBalances: accounts.length,
  };
  const insert = async (): Promise<Outcome> => {
    const { rows } = await db
      .raw<{ rows: Outcome[] }>(insertReservationsSql, bindings)
      .options({ name: 'insert_reservations' });
    return rows[0] ?? { is_open: false, has_all: true };
  };
  try {
    let outcome = await insert();
    if (!outcome.has_all) {
      // The first payout of a store. Once made, a balance stays.
      await createBalances(db, accounts);
      outcome = await insert();
    }
    if (outcome.is_open) outboxAppended(db);
    return outcome.is_open;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

interface Outcome {
  /** Everything was inserted. */
  readonly is_open: boolean;
  /** No balance of a store was missing. */
  readonly has_all: boolean;
}

function listStoreAccounts(changes: JournalLines['changes']): readonly Owned<{ readonly account: Account }>[] {
  return changes
    .filter(({ ownerId }) => ownerId !== platformOwner)
    .map(({ ownerId, devMode, account }) => ({ tenant: toTenant(ownerId, devMode), account }));
}

// `unnest` and the inserts keep the order of the arrays.
const insertReservationsSql = `
  with reserved as materialized (
    select * from ${reservationRows.unnestSql('r', prefix)}
  ), changes as materialized (
    select * from ${changesSql}
  ), locked as materialized (
    -- In the order of the array, which is that of the key. A balance that is missing is too few: a row made here would be
    -- locked out of order.
    select l.account, l.left_cents
    from changes c
    cross join lateral (
      select b.account, b.balance_cents + c.change_cents as left_cents
      from balances b
      where b.store_id = c.owner_id and b.dev_mode = c.dev_mode and b.account = c.account and b.stripe = c.stripe
      for update of b
    ) l
    where c.owner_id <> '${platformOwner}'
  ), gate as materialized (
    select (select count(*) from locked) = cast(:storeBalances as int) as has_all,
      (select count(*) from locked) = cast(:storeBalances as int)
      and not exists (select from locked where account = 'available' and left_cents < 0)
      and not exists (
        -- The limit keeps the planner from reading all holds while they are few, by a plan that stays when they are many.
        select from reserved r
        cross join lateral (
          select from holds h where h.store_id = r.store_id and h.dev_mode = r.dev_mode and h.id = r.hold_id limit 1
        ) known
      ) as is_open
  ), inserted_journals as (
    insert into journals (store_id, dev_mode, id, kind, reference_id, entry_count, occurred_at, recorded_at)
    select store_id, dev_mode, journal_id, 'hold.reserved', hold_id, entry_count, occurred_at,
      cast(:recordedAt as timestamptz)
    from reserved
    where (select is_open from gate)
  ), inserted_entries as (${insertLinesSql('(select is_open from gate)')}
  ), changed_balances as (${changeBalancesSql('changes', '(select is_open from gate)')}
  ), inserted_holds as (
    insert into holds (
      store_id, dev_mode, id, state, purpose, amount_cents, fee_cents, statement_entry_id, created_at, updated_at
    )
    select store_id, dev_mode, hold_id, 'HELD', purpose, amount_cents, fee_cents, statement_id, occurred_at, occurred_at
    from reserved
    where (select is_open from gate)
  ), inserted_statement as (
    insert into statement_entries (
      store_id, dev_mode, journal_id, id, kind, status, method, description, movements, reference_id, external_id,
      search_text, created_at
    )
    select store_id, dev_mode, journal_id, statement_id, statement_kind, 'PENDING', method, description, movements,
      hold_id, external_id, search_text, occurred_at
    from reserved
    where (select is_open from gate)
  ), inserted_events as (
    insert into outbox (event_id, topic, key, type, payload, headers, occurred_at, recorded_at)
    select event_id, topic, hold_id, type, payload, headers, occurred_at, cast(:recordedAt as timestamptz)
    from reserved
    where (select is_open from gate) and (select count(*) from changed_balances) >= 0
  )
  select is_open, has_all from gate`;

function toRow({ tenant, hold, journal }: Owned<Reservation>): Values<typeof reservationRows> {
  const { statement, event } = journal;
  if (!statement) throw new Error(`hold ${hold.id} has no statement entry`);
  return {
    storeId: tenant.storeId,
    devMode: tenant.devMode,
    holdId: hold.id,
    purpose: hold.purpose,
    amountCents: hold.amountCents,
    feeCents: hold.feeCents,
    occurredAt: journal.occurredAt,
    journalId: journal.id,
    entryCount: journal.entries.length,
    statementId: statement.id,
    statementKind: statement.kind,
    method: statement.method,
    description: statement.description,
    movements: statement.movements,
    externalId: statement.externalId,
    searchText: buildSearchText(statement),
    eventId: event.eventId,
    topic: event.topic,
    type: event.type,
    payload: event.payload,
    headers: event.headers,
  };
}
