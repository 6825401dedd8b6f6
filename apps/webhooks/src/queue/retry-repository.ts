import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** Brings the retries of a store nearer, because its test clock was moved. */
export async function shiftRetries(tx: Db, tenant: Tenant, deltaMs: number): Promise<void> {
  await tx.raw(
    `update delivery_queue set due_at = due_at - ? * interval '1 millisecond'
     where store_id = ? and dev_mode and state = 'WAITING'`,
    [deltaMs, tenant.storeId],
  );
}

/** Makes the retries of a store ready that are due at `now` (real time); answers how many. */
export async function promoteRetries(db: Db, tenant: Tenant, now: Date): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `update delivery_queue set state = 'READY'
     where store_id = ? and dev_mode and state = 'WAITING' and due_at <= ?::timestamptz`,
    [tenant.storeId, now],
  );
  return rowCount;
}
