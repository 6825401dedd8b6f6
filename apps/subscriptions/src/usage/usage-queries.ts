import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { UsageTotal } from './usage-repository';

/** What was used so far in a cycle of a subscription, by product id. */
export async function findUsageTotals(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
  cycleNumber: number,
): Promise<ReadonlyMap<string, UsageTotal>> {
  const rows = (await db('usage_totals').select('product_id', 'units', 'amount_cents').where({
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    subscription_id: subscriptionId,
    cycle_number: cycleNumber,
  })) as { product_id: string; units: number; amount_cents: number }[];
  return new Map(rows.map((row) => [row.product_id, { units: row.units, amountCents: row.amount_cents }]));
}
