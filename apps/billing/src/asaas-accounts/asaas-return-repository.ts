import type { Tenant } from '@pitanga/core';
import { table, text, timestamp, type Row, type Tx } from '@pitanga/database';

const returns = table('asaas_returns', {
  storeId: text('store_id'),
  orderId: text('order_id'),
  returnId: text('return_id'),
  approvedAt: timestamp('approved_at'),
});

/** Whether a refund is this return of Asaas: the first that asked is it, and is again whenever it asks again. */
export async function approveReturn(
  tx: Tx,
  { storeId }: Tenant,
  { orderId, returnId }: { readonly orderId: string; readonly returnId: string },
  now: Date,
): Promise<boolean> {
  await tx(returns.name)
    .insert(returns.toRow({ storeId, orderId, returnId, approvedAt: now }))
    .onConflict()
    .ignore();
  const bound = await tx<Row>(returns.name).where({ store_id: storeId, order_id: orderId }).first('return_id');
  return bound?.['return_id'] === returnId;
}
