import type { StoreScope } from '@pitanga/core';
import type { Tx } from '@pitanga/database';

/** Makes the owners of one store owners of another one. */
export async function copyOwners(
  tx: Tx,
  { storeId: from }: StoreScope,
  { storeId: to }: StoreScope,
  at: Date,
): Promise<void> {
  await tx.raw(
    `insert into members (store_id, user_id, role, created_at, updated_at)
     select :to, user_id, 'OWNER', :at, :at from members where store_id = :from and role = 'OWNER'
     on conflict do nothing`,
    { from, to, at },
  );
}

/** Makes a person the owner of a store. */
export async function insertOwner(
  tx: Tx,
  { storeId }: StoreScope,
  { userId, at }: { readonly userId: string; readonly at: Date },
): Promise<void> {
  await tx.raw(
    `insert into members (store_id, user_id, role, created_at, updated_at)
     values (:storeId, :userId, 'OWNER', :at, :at) on conflict do nothing`,
    { storeId, userId, at },
  );
}
