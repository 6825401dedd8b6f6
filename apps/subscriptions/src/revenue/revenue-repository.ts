import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { RevenueShare } from './revenue';

/**
 * Adds a change to the store's running figures, in the transaction of the subscriptions it comes from. The row is
 * shared by all of a store: change it last, and of several stores in the order of their ids.
 */
export async function addRevenue(db: Db, tenant: Tenant, change: RevenueShare): Promise<void> {
  if (change.mrrTwelfths === 0 && change.activeSubscriptions === 0) return;
  const bindings = [tenant.storeId, tenant.devMode, change.mrrTwelfths, change.activeSubscriptions];
  // An upsert checks the row it would insert before it sees the conflict, so a change downwards is an update alone.
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `update recurring_revenue as known set
       mrr_twelfths = known.mrr_twelfths + change.twelfths, active_subscriptions = known.active_subscriptions + change.active
     from (values (?::text, ?::boolean, ?::numeric, ?::bigint)) as change (store_id, dev_mode, twelfths, active)
     where known.store_id = change.store_id and known.dev_mode = change.dev_mode`,
    bindings,
  );
  if (rowCount === 1) return;
  await db.raw(
    `insert into recurring_revenue as known (store_id, dev_mode, mrr_twelfths, active_subscriptions)
     values (?, ?, ?, ?)
     on conflict (store_id, dev_mode) do update set
       mrr_twelfths = known.mrr_twelfths + excluded.mrr_twelfths,
       active_subscriptions = known.active_subscriptions + excluded.active_subscriptions`,
    bindings,
  );
}
