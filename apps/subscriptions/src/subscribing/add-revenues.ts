import type { Owned, Tenant } from '@pitanga/core';
import type { Tx } from '@pitanga/database';
import { revenueChange, type RevenueShare } from '../revenue/revenue';
import { addRevenue } from '../revenue/revenue-repository';
import type { Subscription } from '../subscriptions/subscription';

type OwnedSubscription = Owned<{ readonly subscription: Subscription }>;

/**
 * Adds what changed with locked subscriptions to the running figures of their stores, in the order of the stores' ids: other
 * transactions lock the same rows.
 */
export async function addRevenues(
  tx: Tx,
  before: readonly OwnedSubscription[],
  after: readonly OwnedSubscription[],
): Promise<void> {
  const changes = new Map<string, { tenant: Tenant; change: RevenueShare }>();
  const known = new Map(before.map(({ subscription }) => [subscription.id, subscription]));
  for (const { tenant, subscription } of after) {
    const { mrrTwelfths, activeSubscriptions } = revenueChange(known.get(subscription.id), subscription);
    const key = `${tenant.storeId} ${String(tenant.devMode)}`;
    const sum = changes.get(key)?.change ?? { mrrTwelfths: 0, activeSubscriptions: 0 };
    changes.set(key, {
      tenant,
      change: {
        mrrTwelfths: sum.mrrTwelfths + mrrTwelfths,
        activeSubscriptions: sum.activeSubscriptions + activeSubscriptions,
      },
    });
  }
  for (const key of [...changes.keys()].sort()) {
    const entry = changes.get(key);
    if (entry) await addRevenue(tx, entry.tenant, entry.change);
  }
}
