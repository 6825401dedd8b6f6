import type { Tenant } from '@pitanga/core';
import type { Db, Row } from '@pitanga/database';
import { agreements } from '../agreements/agreement-repository';
import type { Charge } from '../charges/charge';
import { charges, rowToCharge } from '../charges/charge-row';
import type { Portal } from './portal';

const chargesShownMax = 100;

/** What its customer paid at its checkout, and in the cycles of a subscription that began there: the newest 100. */
export async function listPortalCharges(db: Db, tenant: Tenant, portal: Portal): Promise<readonly Charge[]> {
  const { customerId: customer_id, checkoutId: checkout_id } = portal;
  const begun = agreements.of(db, tenant).where({ customer_id, checkout_id }).select('subscription_id');
  const rows = await charges
    .of(db, tenant)
    .where({ customer_id })
    .whereNotNull('paid_at')
    .where((of) => void of.where({ checkout_id }).orWhereIn('subscription_id', begun))
    .orderBy('sort_key', 'desc')
    .limit(chargesShownMax)
    .select<Row[]>(charges.columns);
  return rows.map((row) => rowToCharge(row));
}
