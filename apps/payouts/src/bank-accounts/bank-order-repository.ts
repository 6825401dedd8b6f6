import type { Tenant } from '@pitanga/core';
import { optional, table, text, timestamp, type Db, type Row } from '@pitanga/database';
import type { BankOrder, BankOrders } from '../provider/bank-orders';

const orders = table('bank_orders', {
  storeId: text('store_id'),
  payoutId: text('payout_id'),
  firstSentAt: timestamp('first_sent_at'),
  orderId: optional(text('order_id')),
  endToEndId: optional(text('end_to_end_id')),
});

/** The orders of one store at its bank. */
export function createBankOrders(db: Db, { storeId }: Tenant): BankOrders {
  const find = async (payoutId: string): Promise<BankOrder | undefined> => {
    const row = await db<Row>(orders.name).where({ store_id: storeId, payout_id: payoutId }).first(orders.columns);
    return row && orders.fromRow(row);
  };
  return {
    find,
    begin: async (payoutId, now) => {
      const begun = orders.toRow({ storeId, payoutId, firstSentAt: now, orderId: undefined, endToEndId: undefined });
      const written = await db(orders.name)
        .insert(begun)
        .onConflict(['store_id', 'payout_id'])
        .ignore()
        .returning('store_id');
      const order = await find(payoutId);
      if (!order) throw new Error(`the order of ${payoutId} vanished`);
      return { ...order, isNew: written.length === 1 };
    },
    bind: async (payoutId, { orderId, endToEndId }) => {
      await db(orders.name)
        .where({ store_id: storeId, payout_id: payoutId })
        .whereNull('order_id')
        .update({ order_id: orderId, end_to_end_id: endToEndId ?? null });
      const bound = await find(payoutId);
      if (bound?.orderId !== orderId) throw new Error(`${payoutId} is another order of the bank than ${orderId}`);
    },
  };
}

/** The payouts that a bank names by the ids of its orders or of their Pix. */
export async function findOrderedPayouts(
  db: Db,
  { storeId }: Tenant,
  names: readonly string[],
): Promise<readonly string[]> {
  const rows = await db<Row>(orders.name)
    .where({ store_id: storeId })
    .where((either) => void either.whereIn('order_id', names).orWhereIn('end_to_end_id', names))
    .select(orders.columns);
  return rows.map((row) => orders.fromRow(row).payoutId);
}
