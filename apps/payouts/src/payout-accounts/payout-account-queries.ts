import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { PayoutAccount } from './payout-account';
import { rowToAccount, type PayoutAccountRow } from './payout-account-row';

/** Of production: in dev mode nobody has one. */
export async function findPayoutAccount(db: Db, tenant: Tenant, sealer: Sealer): Promise<PayoutAccount | undefined> {
  if (tenant.devMode) return undefined;
  const row = await db('payout_accounts').where({ store_id: tenant.storeId }).first<PayoutAccountRow | undefined>();
  return row && rowToAccount(row, tenant, sealer);
}

/** Whose account a callback is about. */
export async function resolveCallbackAccount(
  db: Db,
  sealer: Sealer,
  segment: string,
): Promise<{ readonly tenant: Tenant; readonly account: PayoutAccount } | undefined> {
  const row = await db('payout_accounts')
    .where({ segment_fingerprint: sealer.fingerprint(segment) })
    .first<(PayoutAccountRow & { store_id: string }) | undefined>();
  if (!row) return undefined;
  const tenant = tenantOf(row.store_id, false);
  return { tenant, account: rowToAccount(row, tenant, sealer) };
}
