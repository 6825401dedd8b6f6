import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { PixAccount } from './pix-account';
import { accountToRow, rowToAccount, type PixAccountRow } from './pix-account-row';

/**
 * Writes an account and answers it as it is kept: an account that was there already keeps its segment, because
 * the bank calls it. Also under parallel calls the last one wins.
 */
export async function savePixAccount(db: Db, tenant: Tenant, sealer: Sealer, account: PixAccount): Promise<PixAccount> {
  const row = accountToRow(account, tenant, sealer);
  const { settings_sealed, certificate_expires_at, updated_at } = row;
  const [kept] = (await db('pix_accounts')
    .insert({ store_id: tenant.storeId, ...row, created_at: account.updatedAt })
    .onConflict('store_id')
    .merge({ settings_sealed, certificate_expires_at, updated_at })
    .returning('*')) as PixAccountRow[];
  if (!kept) throw new Error('an upsert answered no row');
  return rowToAccount(kept, tenant, sealer);
}

/** False when there was none. */
export async function deletePixAccount(db: Db, tenant: Tenant): Promise<boolean> {
  return (await db('pix_accounts').where({ store_id: tenant.storeId }).delete()) > 0;
}
