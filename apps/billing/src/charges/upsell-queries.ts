import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Charge } from './charge';
import { charges, rowToCharge } from './charge-row';

/** The charge by which what a checkout offers was taken up, in any state: there is never a second. */
export async function findUpsellCharge(db: Db, tenant: Tenant, checkoutId: string): Promise<Charge | undefined> {
  const row = await charges
    .of(db, tenant)
    .where({ checkout_id: checkoutId })
    .whereNotNull('upsell_item')
    .first(charges.columns);
  return row && rowToCharge(row);
}
