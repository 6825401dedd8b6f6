import type { StoreScope } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** SQL of the store whose members may enter a store: of a sandbox, those of the store that has it. */
export const storeOfPeopleSql = (storeId: string): string =>
  `(select coalesce(o.sandbox_of, o.id) from stores o where o.id = ${storeId})`;

/** Notes that a sandbox is used; every hour is enough. */
export async function recordSandboxUse(db: Db, { storeId }: StoreScope, at: Date): Promise<void> {
  await db.raw(
    `update sandboxes set used_at = :at
     where store_id = ${storeOfPeopleSql(':storeId')} and sandbox_store_id = :storeId
       and used_at < cast(:at as timestamptz) - interval '1 hour'`,
    { storeId, at },
  );
}
