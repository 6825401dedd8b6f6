import type { Owned } from '@pitanga/core';
import {
  boolean,
  cents,
  isUniqueViolation,
  optional,
  smallint,
  table,
  text,
  timestamp,
  type Db,
  type Values,
} from '@pitanga/database';
import { binaryArray } from './binary-array';
import { draftBindings, draftsSql, insertDraftsSql, toDraftRow } from './draft-rows';
import type { JournalDraft } from './journal';
import { changesSql, toLines } from './journal-lines';

/** What settles later. */
const newPartRows = table('new_part_rows', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  chargeId: text('charge_id'),
  number: smallint('number'),
  amountCents: cents('amount_cents'),
  dueAt: timestamp('due_at'),
  statementEntryId: text('statement_entry_id'),
  subAccountId: optional(text('sub_account_id')),
});

const partPrefix = 'part_';

/**
 * Inserts what {@link insertJournals} would of payments of which none is posted yet; else
 * changes nothing and answers false. Only on a pool: a journal that another transaction posts meanwhile is a violated
 * key, which undoes the statement.
 *
 * The order of locks is the same (docs/adr/0017-ledger-locks.md).
 */
export async function insertNewPayments(
  db: Db,
  drafts: readonly Owned<JournalDraft>[],
  options: { readonly stripe: number; readonly recordedAt: Date },
): Promise<boolean> {
  const bindings = {
    ...draftBindings(drafts.map(toDraftRow), toLines(drafts, options.stripe), options.recordedAt),
    ...newPartRows.toArrays(drafts.flatMap(toParts), { encode: binaryArray, prefix: partPrefix }),
  };
  try {
    const { rows } = await db
      .raw<{ rows: { is_open: boolean }[] }>(insertNewPaymentsSql, bindings)
      .options({ name: 'insert_new_payments' });
    return rows[0]?.is_open === true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

const insertNewPaymentsSql = `
  with drafts as materialized (
    select * from ${draftsSql}
  ), parts as materialized (
    select * from ${newPartRows.unnestSql('r', partPrefix)}
  ), changes as materialized (
    select * from ${changesSql}
  ), clocks as materialized (
    -- As for all journals: first, and shared, it waits for a test clock that is being moved.
    select store_id, offset_ms from store_clocks
    where store_id in (select store_id from parts where dev_mode)
    order by store_id
    for share
  ), gate as materialized (
    select (select count(*) from clocks) >= 0 and not exists (
      -- The limit keeps the planner from reading all journals while they are few, by a plan that stays when they are many.
      select from drafts d
      cross join lateral (
        select from journals j where j.store_id = d.store_id and j.dev_mode = d.dev_mode and j.id = d.journal_id limit 1
      ) posted_before
    ) as is_open
  ), ${insertDraftsSql}, inserted_parts as (
    insert into pending_parts (
      store_id, dev_mode, charge_id, number, amount_cents, open_cents, due_at, run_at, statement_entry_id,
      sub_account_id
    )
    select r.store_id, r.dev_mode, r.charge_id, r.number, r.amount_cents, r.amount_cents, r.due_at,
      r.due_at - coalesce(c.offset_ms, 0) * interval '1 millisecond', r.statement_entry_id,
      r.sub_account_id
    from parts r
    left join clocks c on r.dev_mode and c.store_id = r.store_id
    -- After the journals, whose order keeps two statements with the same payments from waiting for each other.
    where (select is_open from gate) and (select count(*) from posted) >= 0
  )
  select is_open from gate`;

function toParts({ tenant, referenceId, statement, parts = [] }: JournalDraft): Values<typeof newPartRows>[] {
  const { storeId, devMode } = tenant;
  const of = { storeId, devMode, chargeId: referenceId, statementEntryId: statement?.id ?? '' };
  return parts.map(({ number, amountCents, dueAt, subAccountId }) => ({
    ...of,
    number,
    amountCents,
    dueAt,
    subAccountId,
  }));
}
