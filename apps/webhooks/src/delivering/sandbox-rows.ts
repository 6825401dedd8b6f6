import type { StoreScope } from '@pitanga/core';
import { deleteStoreRows, type Tx } from '@pitanga/database';

/** What belongs to deliveries and endpoints, and is found by theirs: without a store, or without an index by it. */
const partsSql = [
  ...['delivery_bodies', 'attempts'].map(
    (name) => `delete from ${name} where delivery_id in (select id from deliveries where store_id = :storeId)`,
  ),
  ...['webhook_secrets', 'webhook_paces', 'failing_webhooks'].map(
    (name) => `delete from ${name} where webhook_id in (select id from webhooks where store_id = :storeId)`,
  ),
];

/** Deletes the endpoints of a sandbox, its events, and what was or would be sent. */
export async function deleteSandboxDeliveries(tx: Tx, scope: StoreScope): Promise<number> {
  let deleted = 0;
  for (const sql of partsSql) {
    const { rowCount } = await tx.raw<{ rowCount: number }>(sql, { storeId: scope.storeId });
    deleted += rowCount;
  }
  return deleted + (await deleteStoreRows(tx, scope));
}
