import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { boolean, optional, table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';

const erasedCustomers = table('erased_customers', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  customerId: text('customer_id'),
  erasedAt: timestamp('erased_at'),
  recordedAt: timestamp('recorded_at'),
  sweptAt: optional(timestamp('swept_at')),
});

/** Records that a customer is erased: statement entries inserted from now on have the id only. */
export async function insertErasure(
  db: Db,
  tenant: Tenant,
  customerId: string,
  at: { readonly erasedAt: Date; readonly recordedAt: Date },
): Promise<void> {
  const { storeId, devMode } = tenant;
  await db(erasedCustomers.name)
    .insert(erasedCustomers.toRow({ storeId, devMode, customerId, ...at }))
    .onConflict()
    .ignore();
}

/**
 * Removes a customer's data from statement entries except the id, and the name, its last line, from the searched text.
 * Locks the entries in key order, as every transaction that changes several of them does.
 */
export async function eraseFromStatement(tx: Tx, tenant: Tenant, customerId: string): Promise<void> {
  await tx.raw(
    `with locked as materialized (
       select id from statement_entries
       where store_id = :storeId and dev_mode = :devMode and customer ->> 'id' = :customerId and customer is not null
         and customer <> jsonb_build_object('id', customer ->> 'id')
       order by id
       for update
     )
     update statement_entries set
       customer = jsonb_build_object('id', customer ->> 'id'),
       search_text = case when coalesce(customer ->> 'name', '') = '' then search_text
         else regexp_replace(search_text, '\\n[^\\n]*$', '') end
     where store_id = :storeId and dev_mode = :devMode and id in (select id from locked)`,
    { storeId: tenant.storeId, devMode: tenant.devMode, customerId },
  );
}

const swept = erasedCustomers.pick('storeId', 'devMode', 'customerId');

/** Marks erasures recorded before `before` (real time) as swept; erase them again in the same transaction. */
export async function markErasuresSwept(
  tx: Tx,
  _all: CrossTenant,
  sweep: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<readonly Owned<{ readonly customerId: string }>[]> {
  const { rows } = await tx.raw<{ rows: Row[] }>(
    `with due as (
       select store_id, dev_mode, customer_id from erased_customers
       where swept_at is null and recorded_at < :before
       order by recorded_at limit :limit for update skip locked
     )
     update erased_customers e set swept_at = :now from due d
     where e.store_id = d.store_id and e.dev_mode = d.dev_mode and e.customer_id = d.customer_id
     returning ${swept.selectSql('e')}`,
    sweep,
  );
  return rows
    .map((row) => swept.fromRow(row))
    .map(({ storeId, devMode, customerId }) => ({ tenant: toTenant(storeId, devMode), customerId }));
}
