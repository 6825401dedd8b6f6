import { everyTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { findAbandonedStarts } from '../agreements/agreement-repository';
import { refuseAgreement } from '../subscribing/start-agreement';
import type { Deps } from '../deps';

/** Longer than any card request; a form that is sent again later starts anew. */
const abandonedAfterMs = 10 * 60_000;
const batchSize = 100;

/**
 * Ends subscriptions whose request died between the reservation of coupons and the card request, where no charge exists
 * whose expiry would end them: trials, and coupons that leave nothing to pay. Their coupons are released.
 */
export async function refuseAbandonedStarts(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.real().getTime() - abandonedAfterMs);
  for (const { tenant, subscriptionId } of await findAbandonedStarts(deps.db, everyTenant, before, batchSize)) {
    try {
      await transact(deps, (tx) => refuseAgreement(tx, tenant, subscriptionId));
    } catch (error) {
      // A fault in one keeps no other from being refused.
      deps.log.error({ err: error, storeId: tenant.storeId, subscriptionId }, 'an abandoned start was not refused');
    }
  }
}
