import { everyTenant } from '@pitanga/core';
import { findAbandonedStarts } from '../agreements/agreement-repository';
import { refuseAgreement } from '../collecting/start-agreement';
import type { Deps } from '../deps';

/** No card is asked for as long; whoever sends the form again after it begins anew. */
const abandonedAfterMs = 10 * 60_000;
const batchSize = 100;

/**
 * Ends subscriptions whose request died between reserving coupons and asking the card, where there is no charge whose
 * end would do it: a trial, or coupons that take everything. Their coupons are given back.
 */
export async function refuseAbandonedStarts(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.real().getTime() - abandonedAfterMs);
  for (const { tenant, subscriptionId } of await findAbandonedStarts(deps.db, everyTenant, before, batchSize)) {
    await refuseAgreement(deps, tenant, subscriptionId);
  }
}
