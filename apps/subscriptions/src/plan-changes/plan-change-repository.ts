import type { Owned, Tenant } from '@pitanga/core';
import { boolean, cents, int, table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';
import type { Cycle } from '../calendar/schedule';
import { isRunning, type Subscription } from '../subscriptions/subscription';
import { firstDueAfter, type PlannedSubscription } from './due-plans';
import type { PlanChange, PlanChangeStatus } from './plan-change';

const planChanges = table('plan_changes', {
  id: text('id'),
  subscriptionId: text('subscription_id'),
  status: text<PlanChangeStatus>('status'),
  productId: text('product_id'),
  quantity: int('quantity'),
  unitPriceCents: cents('unit_price_cents'),
  cycle: text<Cycle>('cycle'),
  requestedAt: timestamp('requested_at'),
  updatedAt: timestamp('updated_at'),
});

/** The condition of their index. */
const isWaiting = `(status = 'PENDING' or awaits_cycle)`;

/** Inserts a change; the one that waited before must have ended. */
export async function insertPlanChange(tx: Tx, tenant: Tenant, change: PlanChange): Promise<void> {
  const row = { store_id: tenant.storeId, dev_mode: tenant.devMode, ...planChanges.toRow(change) };
  await tx('plan_changes').insert(row);
}

/** A cycle has fallen due under the pending change: it applies when that cycle begins, and can no longer be replaced. */
export async function settlePendingChange(tx: Tx, tenant: Tenant, subscriptionId: string, at: Date): Promise<void> {
  await planChanges
    .of(tx, tenant)
    .where({ subscription_id: subscriptionId, status: 'PENDING' })
    .update({ status: 'APPLIED', awaits_cycle: true, updated_at: at });
}

/** Cancels the pending change of a locked subscription, if it has one. */
export async function cancelPendingChange(tx: Tx, tenant: Tenant, subscriptionId: string, at: Date): Promise<void> {
  await planChanges
    .of(tx, tenant)
    .where({ subscription_id: subscriptionId, status: 'PENDING' })
    .update({ status: 'CANCELLED', updated_at: at });
}

/** Cancels every waiting change of a locked subscription: none of its cycles begins any more. */
export async function cancelWaitingChanges(tx: Tx, tenant: Tenant, subscriptionId: string, at: Date): Promise<void> {
  await planChanges
    .of(tx, tenant)
    .where({ subscription_id: subscriptionId })
    .whereRaw(isWaiting)
    .update({ status: 'CANCELLED', awaits_cycle: false, updated_at: at });
}

/** Marks the changes of a locked subscription whose cycle has begun as applied. */
export async function applyPlanChanges(
  tx: Tx,
  tenant: Tenant,
  changes: readonly Pick<PlanChange, 'id'>[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ id }) => id);
  await planChanges
    .of(tx, tenant)
    .whereIn('id', ids)
    .update({ status: 'APPLIED', awaits_cycle: false, updated_at: at });
}

const keys = table('subscriptions', { storeId: text('store_id'), devMode: boolean('dev_mode'), id: text('id') });

/** The changes that wait for cycles of these subscriptions to begin, by subscription id and oldest first. */
export async function findWaitingChanges(
  db: Db,
  subscriptions: readonly Owned<{ readonly subscription: Pick<Subscription, 'id'> }>[],
): Promise<ReadonlyMap<string, readonly PlanChange[]>> {
  if (subscriptions.length === 0) return new Map();
  const rowsOfKeys = subscriptions.map(({ tenant: { storeId, devMode }, subscription: { id } }) => ({
    storeId,
    devMode,
    id,
  }));
  const { rows } = await db
    .raw<{ rows: Row[] }>(
      `select ${planChanges.selectSql('p')}
       from ${keys.unnestSql('k')}
       join plan_changes p on p.store_id = k.store_id and p.dev_mode = k.dev_mode and p.subscription_id = k.id
         and ${isWaiting}
       order by p.requested_at, p.id`,
      keys.toArrays(rowsOfKeys),
    )
    .options({ name: 'plan_changes_claim' });
  return Map.groupBy(
    rows.map((row) => planChanges.fromRow(row)),
    ({ subscriptionId }) => subscriptionId,
  );
}

/** A subscription with the plans that wait for its cycles. */
export async function findPlanned(db: Db, tenant: Tenant, subscription: Subscription): Promise<PlannedSubscription> {
  const waiting = await findWaitingChanges(db, [{ tenant, subscription }]);
  return { subscription, plans: waiting.get(subscription.id) ?? [] };
}

/** The change that may still be replaced or cancelled at `now` (store time). */
export async function findPendingChange(
  db: Db,
  tenant: Tenant,
  subscription: Subscription,
  now: Date,
): Promise<PlanChange | undefined> {
  if (!isRunning(subscription)) return undefined;
  const planned = await findPlanned(db, tenant, subscription);
  return planned.plans.length === 0 ? undefined : firstDueAfter(planned, now).plans[0];
}
