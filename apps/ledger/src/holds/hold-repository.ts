import { toTenant, zeroCents, type Owned, type Tenant } from '@pitanga/core';
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
import { partTakings, takers } from '../pending-parts/part-taking-repository';
import { partAmounts } from '../pending-parts/pending-part-repository';
import { contextColumns, statementEntries } from '../statement/statement-repository';
import { flat } from '../owned-rows';
import type { HoldPurpose, HoldState } from './hold';
import type { ChangedHold, ChangedPart, LoadedHolds } from './hold-book';
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
  statementEntryId: optional(text('statement_entry_id')),
};

const holds = table('holds', {
  ...columns,
  chargeId: optional(text('charge_id')),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

const keys = holds.pick('storeId', 'devMode', 'id');
const ends = holds.pick('storeId', 'devMode', 'id', 'state', 'updatedAt');
const entryEnds = statementEntries.pick('storeId', 'devMode', 'id', 'status', 'updatedAt');

type HoldId = Owned<{ readonly id: string }>;

/** Locks the holds that exist, in key order, and then the PENDING statement entries of those that are HELD. */
export async function lockHolds(tx: Tx, ids: readonly Owned<{ readonly id: string }>[]): Promise<LoadedHolds['holds']> {
  const { rows } = await tx
    .raw<{ rows: (Row & { readonly has_entry: boolean })[] }>(lockHoldsSql, keyArrays(ids))
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
    from ${keys.unnestSql('k')}
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

/**
 * Whether any of the holds exists. Locks none, because holds are locked before balances. Inserting a hold requires the
 * lock of its store's `available`, so the answer stays true for a transaction that has that lock.
 */
export async function anyHoldExists(db: Db, ids: readonly Owned<{ readonly id: string }>[]): Promise<boolean> {
  const { rows } = await db
    .raw<{ rows: unknown[] }>(
      `select from ${keys.unnestSql('k')}
       join holds h on h.store_id = k.store_id and h.dev_mode = k.dev_mode and h.id = k.id
       limit 1`,
      keyArrays(ids),
    )
    .options({ name: 'any_hold_exists' });
  return rows.length > 0;
}

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

/** Named parameters of one statement, so each row set has its own prefix. */
const prefixes = {
  ended: 'ended_',
  endedEntries: 'entry_',
  takings: 'taking_',
  restored: 'restored_',
  parts: 'part_',
} as const;

/**
 * Writes the holds and parts that a batch changed, after its journals. False when another transaction wrote one of the
 * holds first: roll back and retry.
 *
 * @throws Error when the statement entry of a hold that ends is not PENDING: its money would be counted twice
 */
export async function saveHolds(
  tx: Tx,
  changed: readonly Owned<ChangedHold>[],
  parts: readonly ChangedPart[],
): Promise<boolean> {
  const { created, ...others } = splitChanges(changed);
  if (created.length > 0 && !(await insertHolds(tx, created))) return false;
  const hasOthers = parts.length > 0 || Object.values(others).some((rows) => rows.length > 0);
  return !hasOthers || updateHolds(tx, others, parts);
}

type Changes = ReturnType<typeof splitChanges>;

async function insertHolds(tx: Tx, created: Changes['created']): Promise<boolean> {
  const { rows } = await tx
    .raw<{ rows: unknown[] }>(insertHoldsSql, holds.toArrays(created))
    .options({ name: 'insert_holds' });
  return rows.length === created.length;
}

const insertHoldsSql = `
  insert into holds (${holds.selectSql()})
  select ${holds.selectSql('c')} from ${holds.unnestSql('c')}
  order by c.store_id, c.dev_mode, c.id
  on conflict do nothing
  returning 1`;

/** Everything but new holds, most of which need no more. */
async function updateHolds(tx: Tx, sets: Omit<Changes, 'created'>, parts: readonly ChangedPart[]): Promise<boolean> {
  const { rows } = await tx
    .raw<{ rows: { ended: number; entries: number }[] }>(updateHoldsSql, {
      ...ends.toArrays(sets.ended, { prefix: prefixes.ended }),
      ...entryEnds.toArrays(sets.endedEntries, { prefix: prefixes.endedEntries }),
      ...partTakings.toArrays(sets.takings, { prefix: prefixes.takings }),
      ...takers.toArrays(sets.restored, { prefix: prefixes.restored }),
      ...partAmounts.toArrays(parts.map(flat), { prefix: prefixes.parts }),
    })
    .options({ name: 'update_holds' });
  const [written] = rows;
  if (written?.ended !== sets.ended.length) return false;
  if (written.entries !== sets.endedEntries.length) throw new Error('the statement entry of a hold is not PENDING');
  return true;
}

/** The rows of changed holds, by what is done with them. */
function splitChanges(changed: readonly ChangedHold[]) {
  return {
    created: changed.flatMap(({ tenant, hold, createdAt, updatedAt }) =>
      createdAt ? [{ ...toColumns(tenant, hold), createdAt, updatedAt }] : [],
    ),
    ended: changed.flatMap(({ tenant, hold, createdAt, updatedAt }) =>
      createdAt ? [] : [{ ...tenant, id: hold.id, state: hold.state, updatedAt }],
    ),
    endedEntries: changed.flatMap(({ tenant, hold, updatedAt }) => {
      if (hold.purpose === undefined || hold.state === 'HELD') return [];
      const status = hold.state === 'SETTLED' ? ('COMPLETE' as const) : ('FAILED' as const);
      return [{ ...tenant, id: hold.statementEntryId, status, updatedAt }];
    }),
    takings: changed.flatMap(({ tenant, hold, takings }) =>
      takings.map((taking) => ({ ...tenant, takerId: hold.id, ...taking })),
    ),
    restored: changed
      .filter(({ isRestored }) => isRestored)
      .map(({ tenant, hold }) => ({ ...tenant, takerId: hold.id })),
  };
}

const updateHoldsSql = `
  with ended as (
    update holds h set state = e.state, updated_at = e.updated_at
    from ${ends.unnestSql('e', prefixes.ended)}
    where h.store_id = e.store_id and h.dev_mode = e.dev_mode and h.id = e.id and h.state = 'HELD'
    returning 1
  ), ended_entries as (
    update statement_entries s set status = e.status, updated_at = e.updated_at
    from ${entryEnds.unnestSql('e', prefixes.endedEntries)}
    where s.store_id = e.store_id and s.dev_mode = e.dev_mode and s.id = e.id and s.status = 'PENDING'
    returning 1
  ), inserted_takings as (
    insert into part_takings (${partTakings.selectSql()})
    select ${partTakings.selectSql('t')} from ${partTakings.unnestSql('t', prefixes.takings)}
  ), deleted_takings as (
    delete from part_takings t using ${takers.unnestSql('r', prefixes.restored)}
    where t.store_id = r.store_id and t.dev_mode = r.dev_mode and t.taker_id = r.taker_id
  ), changed_parts as (
    update pending_parts p set open_cents = c.open_cents
    from ${partAmounts.unnestSql('c', prefixes.parts)}
    where p.store_id = c.store_id and p.dev_mode = c.dev_mode and p.charge_id = c.charge_id and p.number = c.number
  )
  select (select count(*) from ended) as ended, (select count(*) from ended_entries) as entries`;

function keyArrays(ids: readonly HoldId[]): Row {
  return keys.toArrays(ids.map(flat));
}

function toColumns({ storeId, devMode }: Tenant, hold: AnyHold): Omit<Values<typeof holds>, 'createdAt' | 'updatedAt'> {
  if (hold.purpose === undefined) {
    const none = { amountCents: zeroCents, feeCents: zeroCents, chargeId: undefined, statementEntryId: undefined };
    return { storeId, devMode, ...hold, ...none };
  }
  return { storeId, devMode, ...hold };
}

function toHold({ id, state, purpose, statementEntryId, ...money }: Values<typeof lockedHolds>): AnyHold {
  if (purpose === undefined || statementEntryId === undefined) return { id, state: 'RELEASED', purpose: undefined };
  const { amountCents, feeCents, chargeId } = money;
  return { id, state, purpose, amountCents, feeCents, chargeId, statementEntryId };
}
