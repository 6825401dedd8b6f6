import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { ClaimedSubscription } from '../subscriptions/subscription-repository';
import type { PlanChange, PlanChangeStatus } from './plan-change';
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

/** Ends the change that waits, if there is one; the caller holds the subscription's lock. */
export async function endPendingChange(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
  status: Exclude<PlanChangeStatus, 'PENDING'>,
  at: Date,
): Promise<void> {
  await db('plan_changes')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, subscription_id: subscriptionId, status: 'PENDING' })
    .update({ status, updated_at: at });
}

/** The changes that wait for these subscriptions' next cycles, by subscription id; the caller has their locks. */
export async function claimPendingChanges(
  db: Db,
  claimed: readonly ClaimedSubscription[],
): Promise<ReadonlyMap<string, PlanChange>> {
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
         and p.status = 'PENDING'`,
      [JSON.stringify(keys)],
    )
    .options({ name: 'plan_changes_claim' });
  return new Map(rows.map((row) => [row.subscription_id, rowToPlanChange(row)]));
}
