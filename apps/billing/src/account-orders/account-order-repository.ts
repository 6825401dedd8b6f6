import type { Tenant } from '@pitanga/core';
import { table, text, texts, timestamp, type Db, type Row } from '@pitanga/database';
import type { PaymentMethod } from '../money/fees';
import type { AccountOrders } from '../provider/positions';

const orders = table('account_orders', {
  storeId: text('store_id'),
  method: text<PaymentMethod>('method'),
  providers: texts('providers'),
  updatedAt: timestamp('updated_at'),
});

export async function findOrders(db: Db, { storeId }: Tenant): Promise<AccountOrders> {
  const rows = await db<Row>(orders.name).where({ store_id: storeId }).select(orders.columns);
  return Object.fromEntries(rows.map((row) => orders.fromRow(row)).map(({ method, providers }) => [method, providers]));
}

/** The last one who sets it counts. */
export async function saveOrder(
  db: Db,
  { storeId }: Tenant,
  method: PaymentMethod,
  providers: readonly string[],
  updatedAt: Date,
): Promise<void> {
  await db(orders.name)
    .insert(orders.toRow({ storeId, method, providers, updatedAt }))
    .onConflict(['store_id', 'method'])
    .merge();
}
