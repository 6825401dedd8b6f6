import { toTenant, type Cents, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { cents, date, int, optional, table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';

const columns = {
  accountId: text('account_id'),
  fromDay: date('from_day'),
  pageOffset: int('page_offset'),
  openingCents: optional(cents('opening_cents')),
  differenceCents: optional(cents('difference_cents')),
  comparedAt: optional(timestamp('compared_at')),
  revision: int('revision'),
};
const reads = table('asaas_money_reads', { storeId: text('store_id'), ...columns });

/** How far the movements of a store's account were read. */
export interface AsaasRead {
  readonly accountId: string;
  /** YYYY-MM-DD: all before is stored. */
  readonly fromDay: string;
  /** How many movements of the window that begins there are stored. */
  readonly pageOffset: number;
  /** The balance before the first movement that is stored. */
  readonly openingCents: Cents | undefined;
  /** What Asaas states less what the movements add up to. */
  readonly differenceCents: Cents | undefined;
  readonly comparedAt: Date | undefined;
  readonly revision: number;
}

const presentSql = `
  insert into asaas_money_reads (store_id, account_id, from_day, page_offset, run_at, revision)
  select store_id, account_id, (created_at at time zone 'America/Sao_Paulo')::date, 0, :now, 0
  from asaas_accounts where cast(:storeId as text) is null or store_id = :storeId
  on conflict (store_id) do update set
    account_id = excluded.account_id, from_day = (cast(:now as timestamptz) at time zone 'America/Sao_Paulo')::date,
    page_offset = 0, opening_cents = null, difference_cents = null, compared_at = null, run_at = excluded.run_at,
    revision = asaas_money_reads.revision + 1
  where asaas_money_reads.account_id <> excluded.account_id`;

/** Begins the reading of accounts that are new, or are another account now. @param tenant undefined: of every store */
export async function beginReads(db: Db, _all: CrossTenant, now: Date, tenant?: Tenant): Promise<void> {
  await db.raw(presentSql, { now, storeId: tenant?.storeId ?? null });
}

/** Claims the stores whose money is due to be read, each for one process. */
export async function claimReads(
  db: Db,
  _all: CrossTenant,
  claim: { readonly now: Date; readonly leaseUntil: Date; readonly limit: number },
): Promise<readonly Owned<object>[]> {
  const { rows } = await db.raw<{ rows: { store_id: string }[] }>(
    `with due as (
       select store_id from asaas_money_reads r where run_at <= :now
         and exists (select from asaas_accounts a where a.store_id = r.store_id)
       order by run_at limit :limit for update skip locked)
     update asaas_money_reads r set run_at = :leaseUntil from due where r.store_id = due.store_id returning r.store_id`,
    { ...claim },
  );
  return rows.map((row) => ({ tenant: toTenant(row.store_id, false) }));
}

export async function findRead(db: Db, { storeId }: Tenant): Promise<AsaasRead | undefined> {
  const row = await db<Row>(reads.name).where({ store_id: storeId }).first(reads.columns);
  return row && reads.fromRow(row);
}

/** Saves how far it was read; false when another process has read on since. */
export async function saveRead(tx: Tx, { storeId }: Tenant, read: AsaasRead): Promise<boolean> {
  const { accountId: account_id, revision } = read;
  const row = reads.toRow({ ...read, storeId, revision: revision + 1 });
  return (await tx(reads.name).where({ store_id: storeId, account_id, revision }).update(row)) === 1;
}

export async function scheduleRead(db: Db, { storeId }: Tenant, runAt: Date): Promise<void> {
  await db(reads.name).where({ store_id: storeId }).update({ run_at: runAt });
}
