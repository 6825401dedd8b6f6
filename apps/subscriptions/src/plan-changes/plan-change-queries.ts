import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { PlanChange } from './plan-change';
import { rowToPlanChange, type PlanChangeRow } from './plan-change-row';

/** The change that waits for a subscription's next cycle. */
export async function findPendingChange(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
): Promise<PlanChange | undefined> {
  const row = (await db('plan_changes')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, subscription_id: subscriptionId, status: 'PENDING' })
    .first()) as PlanChangeRow | undefined;
  return row && rowToPlanChange(row);
}
