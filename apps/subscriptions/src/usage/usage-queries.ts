import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { UsageTotal } from './usage-repository';

/** What was used so far in the cycles of a subscription from `first` to `last`, by product id. */
export async function findUsageTotals(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
  first: number,
  last = first,
): Promise<ReadonlyMap<string, UsageTotal>> {
  const rows = (await db('usage_totals')
    .select('product_id')
    .sum({ units: 'units', amount_cents: 'amount_cents' })
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, subscription_id: subscriptionId })
    .whereBetween('cycle_number', [first, last])
    .groupBy('product_id')
    .orderBy('product_id')) as { product_id: string; units: string | number; amount_cents: string | number }[];
  return new Map(
    rows.map((row) => [row.product_id, { units: Number(row.units), amountCents: Number(row.amount_cents) }]),
  );
}
