import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** A customer whose personal data must not be kept. */
export interface Erasure {
  readonly tenant: Tenant;
  readonly customerId: string;
}

interface ErasureRow {
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly customer_id: string;
}

/** Remembers that a customer is erased: lines written from now on have the id only. */
export async function insertErasure(
  db: Db,
  tenant: Tenant,
  customerId: string,
  at: { readonly erasedAt: Date; readonly recordedAt: Date },
): Promise<void> {
  await db('erased_customers')
    .insert({
      store_id: tenant.storeId,
      dev_mode: tenant.devMode,
      customer_id: customerId,
      erased_at: at.erasedAt,
      recorded_at: at.recordedAt,
    })
    .onConflict()
    .ignore();
}

/**
 * Leaves the id alone of a customer's copies, and takes the name, its last line, out of the searched text. Locks the
 * lines in their order, as whoever ends several of them does.
 */
export async function blankCustomer(db: Db, tenant: Tenant, customerId: string): Promise<void> {
  await db.raw(
    `with lines as materialized (
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
     where store_id = :storeId and dev_mode = :devMode and id in (select id from lines)`,
    { storeId: tenant.storeId, devMode: tenant.devMode, customerId },
  );
}

/** Marks up to `limit` erasures recorded before `before` (real time) as swept; blank them in the same transaction. */
export async function claimUnsweptErasures(
  tx: Db,
  times: { readonly before: Date; readonly now: Date },
  limit: number,
): Promise<readonly Erasure[]> {
  const { rows } = await tx.raw<{ rows: ErasureRow[] }>(
    `with due as (
       select store_id, dev_mode, customer_id from erased_customers
       where swept_at is null and recorded_at < :before
       order by recorded_at limit :limit for update skip locked
     )
     update erased_customers e set swept_at = :now from due d
     where e.store_id = d.store_id and e.dev_mode = d.dev_mode and e.customer_id = d.customer_id
     returning e.store_id, e.dev_mode, e.customer_id`,
    { before: times.before, now: times.now, limit },
  );
  return rows.map((row) => ({ tenant: tenantOf(row.store_id, row.dev_mode), customerId: row.customer_id }));
}
