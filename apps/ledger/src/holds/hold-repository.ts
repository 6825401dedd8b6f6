import { toTenant, type AccountOwner, type Owned } from '@pitanga/core';
import {
  boolean,
  cents,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Row,
  type Tx,
  type Values,
} from '@pitanga/database';
import { contextColumns } from '../statement/statement-repository';
import { flat } from '../owned-rows';
import type { HoldPurpose, HoldState } from './hold';
import type { LoadedHolds } from './hold-book';
import type { AnyHold } from './hold-rules';

/** All but the charge, which is also a column of the statement. */
const columns = {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  id: text('id'),
  state: text<HoldState>('state'),
  /** Null for a tombstone, as are the charge and the statement entry. */
  purpose: optional(text<HoldPurpose>('purpose')),
  amountCents: cents('amount_cents'),
  feeCents: cents('fee_cents'),
  topUpCents: cents('top_up_cents'),
  isToKey: boolean('to_key'),
  owner: optional(text<AccountOwner>('owner')),
  subAccountId: optional(text('sub_account_id')),
  statementEntryId: optional(text('statement_entry_id')),
};

export const holds = table('holds', {
  ...columns,
  chargeId: optional(text('charge_id')),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

export const holdKeys = holds.pick('storeId', 'devMode', 'id');

/** Locks the holds that exist, in key order, and then the PENDING statement entries of those that are HELD. */
export async function lockHolds(tx: Tx, ids: readonly Owned<{ readonly id: string }>[]): Promise<LoadedHolds['holds']> {
  const { rows } = await tx
    .raw<{ rows: (Row & { readonly has_entry: boolean })[] }>(lockHoldsSql, holdKeys.toArrays(ids.map(flat)))
    .options({ name: 'lock_holds' });
  return rows.map((row) => {
    const hold = lockedHolds.fromRow(row);
    const context = row.has_entry ? contextColumns.fromRow(row) : undefined;
    return { tenant: toTenant(hold.storeId, hold.devMode), hold: toHold(hold), context };
  });
}

const lockedHolds = table('locked', { ...columns, chargeId: optional(text('hold_charge_id')) });

const lockHoldsSql = `
  with locked as materialized (
    select h.*, h.charge_id as hold_charge_id
    from ${holdKeys.unnestSql('k')}
    join holds h on h.store_id = k.store_id and h.dev_mode = k.dev_mode and h.id = k.id
    order by h.store_id, h.dev_mode, h.id
    for update of h
  ), locked_entries as materialized (
    select s.store_id, s.dev_mode, s.id, ${contextColumns.selectSql('s')}
    from locked l
    join statement_entries s on s.store_id = l.store_id and s.dev_mode = l.dev_mode and s.id = l.statement_entry_id
    where l.state = 'HELD' and s.status = 'PENDING'
    order by s.store_id, s.dev_mode, s.id
    for update of s
  )
  select ${lockedHolds.selectSql('l')}, e.id is not null as has_entry, ${contextColumns.selectSql('e')}
  from locked l
  left join locked_entries e
    on e.store_id = l.store_id and e.dev_mode = l.dev_mode and e.id = l.statement_entry_id`;

const charges = table('holds', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  chargeId: text('charge_id'),
});
const refunds = table('holds', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  chargeId: text('charge_id'),
  refundedCents: cents('refunded_cents'),
});

/** The refunds of charges that were not released, both held and settled. */
export async function sumRefunds(
  db: Db,
  of: readonly Owned<{ readonly chargeId: string }>[],
): Promise<LoadedHolds['refunded']> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(
      `select h.store_id, h.dev_mode, h.charge_id, cast(sum(h.amount_cents) as bigint) as refunded_cents
       from ${charges.unnestSql('k')}
       join holds h on h.store_id = k.store_id and h.dev_mode = k.dev_mode and h.charge_id = k.charge_id
       where h.state <> 'RELEASED'
       group by h.store_id, h.dev_mode, h.charge_id`,
      charges.toArrays(of.map(flat)),
    )
    .options({ name: 'sum_refunds' });
  return rows
    .map((row) => refunds.fromRow(row))
    .map(({ storeId, devMode, ...refunded }) => ({ ...refunded, tenant: toTenant(storeId, devMode) }));
}

function toHold({ id, state, purpose, statementEntryId, ...money }: Values<typeof lockedHolds>): AnyHold {
  if (purpose === undefined || statementEntryId === undefined) return { id, state: 'RELEASED', purpose: undefined };
  const { amountCents, feeCents, topUpCents, isToKey, owner, subAccountId, chargeId } = money;
  const of = { owner, subAccountId, chargeId };
  return { id, state, purpose, amountCents, feeCents, topUpCents, isToKey, ...of, statementEntryId };
}
