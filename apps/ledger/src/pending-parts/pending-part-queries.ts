import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** When the store's next part settles, after `from` and not after `until` (store time); dev mode only. */
export async function findNextPartDue(db: Db, tenant: Tenant, from: Date, until: Date): Promise<Date | undefined> {
  const { rows } = await db.raw<{ rows: { due_at: Date }[] }>(
    `select due_at from pending_parts
     where store_id = ? and dev_mode and settled_cents < amount_cents and open_cents > 0 and due_at > ? and due_at <= ?
     order by due_at limit 1`,
    [tenant.storeId, from, until],
  );
  return rows[0]?.due_at;
}
