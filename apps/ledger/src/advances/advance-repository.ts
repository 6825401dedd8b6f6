import { mapPage, type AccountOwner, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import {
  boolean,
  cents,
  int,
  optional,
  selectPage,
  smallint,
  table,
  text,
  timestamp,
  whereGiven,
  type Db,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { Advance, AdvanceablePart } from './advance';

/** The class of the advisory locks of advances, apart from all others. */
const advanceLocks = 17;

const columns = {
  id: text('id'),
  requestedCents: optional(cents('asked_cents')),
  amountCents: cents('amount_cents'),
  costCents: cents('cost_cents'),
  rateBasisPoints: int('rate_basis_points'),
  createdAt: timestamp('created_at'),
};
const advances = table('advances', { storeId: text('store_id'), devMode: boolean('dev_mode'), ...columns });
const stored = table(advances.name, columns);

/** Serialises the advances of a store until the transaction ends. */
export async function lockAdvances(tx: Tx, tenant: Tenant): Promise<void> {
  const name = `${tenant.storeId}/${String(tenant.devMode)}`;
  await tx.raw('select pg_advisory_xact_lock(:advanceLocks, hashtext(:name))', { advanceLocks, name });
}

export async function findAdvance(db: Db, tenant: Tenant, id: string): Promise<Advance | undefined> {
  const [row]: Row[] = await advances.of(db, tenant).where({ id }).select(stored.columns);
  return row && stored.fromRow(row);
}

/** One page of a store's advances, newest first; with an id that one alone. */
export async function listAdvances(db: Db, tenant: Tenant, page: PageRequest, id?: string): Promise<Page<Advance>> {
  const found = await selectPage<Row>(db, tenant, {
    table: advances.name,
    columns: stored.columns,
    page,
    idKind: 'advance',
    filter: whereGiven({ id }),
  });
  return mapPage(found, (row) => stored.fromRow(row));
}

export async function insertAdvance(tx: Tx, tenant: Tenant, advance: Advance): Promise<void> {
  const { storeId, devMode } = tenant;
  await tx(advances.name).insert(advances.toRow({ ...advance, storeId, devMode }));
}

const advanceable = table('pending_parts', {
  chargeId: text('charge_id'),
  number: smallint('number'),
  openCents: cents('open_cents'),
  dueAt: timestamp('due_at'),
});
const owned = table('journals', { owner: optional(text<AccountOwner>('owner')) });

/**
 * The store's own open parts of its card payments that are due after `now` (store time), the earliest first; locks nothing.
 * Parts that are due settle soon, at no cost.
 */
export async function findAdvanceableParts(
  db: Db,
  tenant: Tenant,
  now: Date,
  limit: number,
): Promise<readonly AdvanceablePart[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select ${advanceable.selectSql('p')}, j.owner
     from pending_parts p
     left join journals j on j.store_id = p.store_id and j.dev_mode = p.dev_mode and j.id = 'capture:' || p.charge_id
     join statement_entries e on e.store_id = p.store_id and e.dev_mode = p.dev_mode and e.id = p.statement_entry_id
     where p.store_id = :storeId and p.dev_mode = :devMode and p.open_cents > 0 and p.due_at > :now
       and p.sub_account_id is null and e.method = 'CARD'
     order by p.due_at, p.charge_id, p.number
     limit :limit`,
    { storeId: tenant.storeId, devMode: tenant.devMode, now, limit },
  );
  return rows.map((row) => ({ ...advanceable.fromRow(row), ...owned.fromRow(row) }));
}
