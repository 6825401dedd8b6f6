import type { Owned } from '@pitanga/core';
import type { Tx } from '@pitanga/database';
import { revenueChange, type RevenueShare } from '../revenue/revenue';
import { addRevenue } from '../revenue/revenue-repository';
import type { Subscription } from '../subscriptions/subscription';

/**
 * Adds what changed with locked subscriptions to the running figures of their stores, in the order of the stores' ids: other
 * transactions lock the same rows.
 */
export async function addRevenues(
  tx: Tx,
  changes: readonly Owned<{ readonly before: Subscription; readonly after: Subscription }>[],
): Promise<void> {
  const ofStores = Map.groupBy(changes, ({ tenant }) => `${tenant.storeId} ${String(tenant.devMode)}`);
  const stores = [...ofStores].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [, ofStore] of stores) {
    const [first] = ofStore;
    if (first) await addRevenue(tx, first.tenant, sumChanges(ofStore));
  }
}

function sumChanges(changes: readonly { readonly before: Subscription; readonly after: Subscription }[]): RevenueShare {
  const shares = changes.map(({ before, after }) => revenueChange(before, after));
  return {
    mrrTwelfths: shares.reduce((sum, share) => sum + share.mrrTwelfths, 0),
    activeSubscriptions: shares.reduce((sum, share) => sum + share.activeSubscriptions, 0),
  };
}
