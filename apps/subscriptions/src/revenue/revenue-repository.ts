import { cents, zeroCents, type Cents, type Tenant } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';
import type { RevenueShare } from './revenue';

export interface RecurringRevenue {
  /** Rounded half up once. */
  readonly mrrCents: Cents;
  readonly activeSubscriptions: number;
}

export async function findRecurringRevenue(db: Db, tenant: Tenant): Promise<RecurringRevenue> {
  const { rows } = await db.raw<{ rows: { mrr_cents: number; active_subscriptions: number }[] }>(
    `select floor((mrr_twelfths + 6) / 12)::bigint as mrr_cents, active_subscriptions
     from recurring_revenue where store_id = :storeId and dev_mode = :devMode`,
    { storeId: tenant.storeId, devMode: tenant.devMode },
  );
  const [row] = rows;
  if (!row) return { mrrCents: zeroCents, activeSubscriptions: 0 };
  return { mrrCents: cents(row.mrr_cents), activeSubscriptions: row.active_subscriptions };
}

/**
 * Adds a change to the store's running figures, in the transaction of the subscriptions it comes from. Every subscription
 * of a store shares the row: change it last, and of several stores in the order of their ids.
 */
export async function addRevenue(tx: Tx, tenant: Tenant, change: RevenueShare): Promise<void> {
  const { mrrTwelfths: twelfths, activeSubscriptions: active } = change;
  if (twelfths === 0 && active === 0) return;
  const bindings = { storeId: tenant.storeId, devMode: tenant.devMode, twelfths, active };
  // An upsert checks the row it would insert before it sees the conflict, so a change downwards is an update alone.
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `update recurring_revenue set
       mrr_twelfths = mrr_twelfths + cast(:twelfths as numeric),
       active_subscriptions = active_subscriptions + cast(:active as bigint)
     where store_id = :storeId and dev_mode = :devMode`,
    bindings,
  );
  if (rowCount === 1) return;
  await tx.raw(
    `insert into recurring_revenue as known (store_id, dev_mode, mrr_twelfths, active_subscriptions)
     values (:storeId, :devMode, :twelfths, :active)
     on conflict (store_id, dev_mode) do update set
       mrr_twelfths = known.mrr_twelfths + excluded.mrr_twelfths,
       active_subscriptions = known.active_subscriptions + excluded.active_subscriptions`,
    bindings,
  );
}
