import { cents, zeroCents, type Cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/**
 * Locks what a store has available and answers it, in centavos; zero for a store without money, which
 * needs no lock because nothing can be taken from it. Negative after a dispute.
 */
export async function lockAvailable(tx: Db, tenant: Tenant): Promise<Cents> {
  const row = await tx('balances')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, account: 'available', stripe: 0 })
    .forUpdate()
    .first<{ balance_cents: number } | undefined>('balance_cents');
  return cents(row?.balance_cents ?? zeroCents);
}
