import type { Tenant } from '@pitanga/core';
import { optional, table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';

const orders = table('asaas_orders', {
  storeId: text('store_id'),
  payoutId: text('payout_id'),
  orderId: text('order_id'),
  boundAt: timestamp('bound_at'),
  approvedAt: optional(timestamp('approved_at')),
});

/** The order at Asaas that a payout is. */
export interface AsaasOrder {
  readonly payoutId: string;
  readonly orderId: string;
  /** When Asaas was answered that it may leave; undefined: it has not asked. */
  readonly approvedAt: Date | undefined;
}

/**
 * Binds a payout to an order, unless it is bound, and answers the one that it is bound to. Of several orders for one payout
 * the first one here is the payout, whichever answer or ask brings it.
 */
export async function bindOrder(
  db: Db,
  { storeId }: Tenant,
  { payoutId, orderId }: Pick<AsaasOrder, 'payoutId' | 'orderId'>,
  now: Date,
): Promise<AsaasOrder> {
  await db(orders.name)
    .insert(orders.toRow({ storeId, payoutId, orderId, boundAt: now, approvedAt: undefined }))
    .onConflict()
    .ignore();
  const row = await db<Row>(orders.name).where({ store_id: storeId, payout_id: payoutId }).first(orders.columns);
  // The order is another payout's.
  if (!row) throw new Error(`order ${orderId} of Asaas is bound to another payout than ${payoutId}`);
  return orders.fromRow(row);
}

export async function findOrderByPayout(
  db: Db,
  { storeId }: Tenant,
  payoutId: string,
): Promise<AsaasOrder | undefined> {
  const row = await db<Row>(orders.name).where({ store_id: storeId, payout_id: payoutId }).first(orders.columns);
  return row && orders.fromRow(row);
}

/** The payout that an order is. */
export async function findOrder(db: Db, { storeId }: Tenant, orderId: string): Promise<AsaasOrder | undefined> {
  const row = await db<Row>(orders.name).where({ store_id: storeId, order_id: orderId }).first(orders.columns);
  return row && orders.fromRow(row);
}

/** Before Asaas is answered that it may leave. */
export async function approveOrder(tx: Tx, { storeId }: Tenant, orderId: string, now: Date): Promise<void> {
  await tx(orders.name)
    .where({ store_id: storeId, order_id: orderId })
    .whereNull('approved_at')
    .update({ approved_at: now });
}
