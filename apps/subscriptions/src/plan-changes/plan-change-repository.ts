import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { ClaimedSubscription } from '../subscriptions/subscription-repository';
import type { PlanChange } from './plan-change';
import { rowToPlanChange, type PlanChangeRow } from './plan-change-row';

/** Writes a change; the one that waited before must have ended. */
export async function insertPlanChange(db: Db, tenant: Tenant, change: PlanChange): Promise<void> {
  await db('plan_changes').insert({
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    id: change.id,
    subscription_id: change.subscriptionId,
    status: change.status,
    product_id: change.productId,
    quantity: change.quantity,
    unit_price_cents: change.unitPriceCents,
    cycle: change.cycle,
    requested_at: change.requestedAt,
    updated_at: change.updatedAt,
  });
}

/** Of the change that is pending a cycle has fallen due: it applies when that cycle begins, whatever is asked for. */
export async function settlePendingChange(db: Db, tenant: Tenant, subscriptionId: string, at: Date): Promise<void> {
  await ofSubscription(db, tenant, subscriptionId)
    .where({ status: 'PENDING' })
    .update({ status: 'APPLIED', awaits_cycle: true, updated_at: at });
}

/** Cancels the change that is pending, if there is one; the caller holds the subscription's lock. */
export async function cancelPendingChange(db: Db, tenant: Tenant, subscriptionId: string, at: Date): Promise<void> {
  await ofSubscription(db, tenant, subscriptionId)
    .where({ status: 'PENDING' })
    .update({ status: 'CANCELLED', updated_at: at });
}

/** Cancels everything that waits: no cycle begins any more. The caller holds the subscription's lock. */
export async function cancelWaitingChanges(db: Db, tenant: Tenant, subscriptionId: string, at: Date): Promise<void> {
  await ofSubscription(db, tenant, subscriptionId)
    .whereRaw(isWaiting)
    .update({ status: 'CANCELLED', awaits_cycle: false, updated_at: at });
}

/** The cycle that these waited for has begun; the caller holds their subscription's lock. */
export async function applyPlanChanges(
  db: Db,
  tenant: Tenant,
  changes: readonly Pick<PlanChange, 'id'>[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ id }) => id);
  await db('plan_changes')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode })
    .whereIn('id', ids)
    .update({ status: 'APPLIED', awaits_cycle: false, updated_at: at });
}

/** The condition of their index. */
const isWaiting = `(status = 'PENDING' or awaits_cycle)`;

function ofSubscription(db: Db, tenant: Tenant, subscriptionId: string) {
  const owner = { store_id: tenant.storeId, dev_mode: tenant.devMode };
  return db('plan_changes').where({ ...owner, subscription_id: subscriptionId });
}

/**
 * The changes that wait for cycles of these subscriptions to begin, by subscription id and oldest first; the caller
 * has their locks.
 */
export async function claimWaitingChanges(
  db: Db,
  claimed: readonly Pick<ClaimedSubscription, 'tenant' | 'subscription'>[],
): Promise<ReadonlyMap<string, readonly PlanChange[]>> {
  if (claimed.length === 0) return new Map();
  const keys = claimed.map(({ tenant, subscription }) => ({
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    id: subscription.id,
  }));
  const { rows } = await db
    .raw<{ rows: PlanChangeRow[] }>(
      `select p.id, p.subscription_id, p.status, p.product_id, p.quantity, p.unit_price_cents, p.cycle, p.requested_at,
         p.updated_at
       from json_to_recordset(?::json) as k (store_id text, dev_mode boolean, id text)
       join plan_changes p on p.store_id = k.store_id and p.dev_mode = k.dev_mode and p.subscription_id = k.id
         and ${isWaiting}
       order by p.requested_at, p.id`,
      [JSON.stringify(keys)],
    )
    .options({ name: 'plan_changes_claim' });
  return Map.groupBy(rows.map(rowToPlanChange), ({ subscriptionId }) => subscriptionId);
}
