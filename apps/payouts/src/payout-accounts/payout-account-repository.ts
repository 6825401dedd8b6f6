import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { PayoutAccount } from './payout-account';
import { accountToRow, rowToAccount, type PayoutAccountRow } from './payout-account-row';

/**
 * Writes an account and answers it as it is kept: an account that was there already keeps its segment, because the
 * provider calls it. Also under parallel calls the last one wins.
 */
export async function savePayoutAccount(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  account: PayoutAccount,
): Promise<PayoutAccount> {
  const row = accountToRow(account, tenant, sealer);
  const { settings_sealed, updated_at } = row;
  const [kept] = (await db('payout_accounts')
    .insert({ store_id: tenant.storeId, ...row, created_at: account.updatedAt })
    .onConflict('store_id')
    .merge({ settings_sealed, updated_at })
    .returning('*')) as PayoutAccountRow[];
  if (!kept) throw new Error('an upsert answered no row');
  return rowToAccount(kept, tenant, sealer);
}

/** False when there was none. */
export async function deletePayoutAccount(db: Db, tenant: Tenant): Promise<boolean> {
  return (await db('payout_accounts').where({ store_id: tenant.storeId }).delete()) > 0;
}
