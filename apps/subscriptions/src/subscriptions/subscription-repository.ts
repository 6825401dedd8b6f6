import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Subscription } from './subscription';
import {
  changingColumns,
  couponColumns,
  rowToSubscription,
  subscriptionColumns,
  subscriptionToRow,
  type SubscriptionRow,
} from './subscription-row';

/** A subscription that the caller's transaction has locked. */
export interface LockedSubscription {
  readonly subscription: Subscription;
  /** Real time of the next thing to be done; null when there is none. */
  readonly runAt: Date | null;
  /** How far its store's time is ahead of real time. */
  readonly offsetMs: number;
}

/** One whose time has come. */
export interface ClaimedSubscription extends Pick<LockedSubscription, 'subscription' | 'offsetMs'> {
  readonly tenant: Tenant;
}

/** The expression of its index. */
export const actsAtSql = 'least(next_charge_at, ends_at, resumes_at)';

/** Read with the row: this process may not have heard yet that the store's test clock was moved. */
const offsetColumn = `case when dev_mode then coalesce(
  (select offset_ms from store_clocks where store_clocks.store_id = subscriptions.store_id), 0) else 0 end as offset_ms`;

/**
 * Writes a new subscription, due at `runAt` (real time); false when it was written before. A second ACTIVE one of the
 * same customer and checkout violates `subscriptions_active_key`.
 */
export async function insertSubscription(
  db: Db,
  tenant: Tenant,
  subscription: Subscription,
  runAt: Date | null,
): Promise<boolean> {
  const inserted: unknown[] = await db('subscriptions')
    .insert({ ...subscriptionToRow(tenant, subscription), run_at: runAt })
    .onConflict(['store_id', 'dev_mode', 'id'])
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

/** Locks a subscription: whatever changes one, its cycles, plan or usage holds this lock. */
export async function lockSubscription(db: Db, tenant: Tenant, id: string): Promise<LockedSubscription | undefined> {
  const { rows } = await db
    .raw<{ rows: (SubscriptionRow & { run_at: Date | null; offset_ms: number })[] }>(
      `select ${subscriptionColumns.join(', ')}, run_at, ${offsetColumn} from subscriptions
       where store_id = ? and dev_mode = ? and id = ? for update`,
      [tenant.storeId, tenant.devMode, id],
    )
    .options({ name: 'subscription_lock' });
  const [row] = rows;
  return row && { subscription: rowToSubscription(row), runAt: row.run_at, offsetMs: row.offset_ms };
}

/** Writes what has become of a subscription and when it is due next (real time); the caller holds its lock. */
export async function saveSubscription(
  db: Db,
  tenant: Tenant,
  before: Subscription,
  after: Subscription,
  runAt: Date | null,
): Promise<void> {
  const columns = { ...changingColumns(after), run_at: runAt };
  const assignments = Object.keys(columns).map((column) => `${column} = ?`);
  const { rowCount } = await db
    .raw<{ rowCount: number }>(
      `update subscriptions set ${assignments.join(', ')} where store_id = ? and dev_mode = ? and id = ? and step = ?`,
      [...Object.values(columns), tenant.storeId, tenant.devMode, before.id, before.step],
    )
    .options({ name: 'subscription_save' });
  if (rowCount !== 1) throw new Error(`subscription ${before.id} was not at ${before.step} under its own lock`);
}

/** Writes the coupons of a subscription; the caller holds its lock. */
export async function saveCoupons(db: Db, tenant: Tenant, subscription: Subscription): Promise<void> {
  await db('subscriptions')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id: subscription.id })
    .update(couponColumns(subscription));
}

/** Puts off, or frees, what a claim or a request has taken; only while it stays at this step. */
export async function moveLease(
  db: Db,
  tenant: Tenant,
  { id, step }: Pick<Subscription, 'id' | 'step'>,
  runAt: Date,
): Promise<void> {
  await db('subscriptions')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id, step })
    .update({ run_at: runAt });
}

/** Nothing is left to be done of a cancelled subscription. */
export async function finishSubscription(db: Db, tenant: Tenant, id: string): Promise<void> {
  await db('subscriptions')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id, step: 'END' })
    .update({ step: 'DONE', run_at: null });
}

/**
 * Locks what is due at `now` (real time), oldest first; what others hold is left to them. A store whose test clock is
 * being advanced is left to its advance: that cannot see a claim which has not committed, and would go on without it.
 */
export async function claimDueSubscriptions(db: Db, now: Date, limit: number): Promise<readonly ClaimedSubscription[]> {
  const { rows } = await db
    .raw<{ rows: OwnedRow[] }>(
      `select store_id, dev_mode, ${subscriptionColumns.join(', ')}, ${offsetColumn} from subscriptions
       where run_at <= ? and not exists (
         select from store_clocks c where dev_mode and c.store_id = subscriptions.store_id and c.advancing_until > ?)
       order by run_at limit ? for update skip locked`,
      [now, now, limit],
    )
    .options({ name: 'subscription_claim' });
  return rows.map(rowToClaimed);
}

/** The same for one store whose test clock stands at `storeNow`: by store time, so that no moved row is missed. */
export async function claimDueOfStore(
  db: Db,
  tenant: Tenant,
  times: { readonly storeNow: Date; readonly now: Date },
  limit: number,
): Promise<readonly ClaimedSubscription[]> {
  const { rows } = await db.raw<{ rows: OwnedRow[] }>(
    `select store_id, dev_mode, ${subscriptionColumns.join(', ')}, ${offsetColumn} from subscriptions
     where store_id = :storeId and dev_mode and dev_mode = :devMode and run_at is not null
       and (step = 'WAIT' and ${actsAtSql} <= :storeNow
         or step in ('CHARGE', 'PAUSE', 'CANCEL', 'END') and run_at <= :now)
     order by ${actsAtSql} limit :limit for update skip locked`,
    { storeId: tenant.storeId, devMode: tenant.devMode, ...times, limit },
  );
  return rows.map(rowToClaimed);
}

/** Writes what claims have made of their subscriptions, and the lease they have them for (real time). */
export async function claimUntil(db: Db, claimed: readonly ClaimedSubscription[], leaseUntil: Date): Promise<void> {
  if (claimed.length === 0) return;
  const rows = claimed.map(({ tenant, subscription }) => ({
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    id: subscription.id,
    ...changingColumns(subscription),
  }));
  const { rowCount } = await db
    .raw<{ rowCount: number }>(
      `update subscriptions s set
         product_id = c.product_id, quantity = c.quantity, unit_price_cents = c.unit_price_cents,
         amount_cents = c.amount_cents, discount_cents = c.discount_cents, cycle = c.cycle, step = c.step,
         anchor_at = c.anchor_at, anchor_cycle = c.anchor_cycle, attempts = c.attempts,
         cycle_begun_at = c.cycle_begun_at, is_recurring = c.is_recurring, run_at = ?
       from json_to_recordset(?::json) as c (
         store_id text, dev_mode boolean, id text, product_id text, quantity integer, unit_price_cents bigint,
         amount_cents bigint, discount_cents bigint, cycle text, step text, anchor_at timestamptz, anchor_cycle integer,
         attempts integer, cycle_begun_at timestamptz, is_recurring boolean)
       where s.store_id = c.store_id and s.dev_mode = c.dev_mode and s.id = c.id`,
      [leaseUntil, JSON.stringify(rows)],
    )
    .options({ name: 'subscription_claim_until' });
  if (rowCount !== claimed.length) throw new Error('a claimed subscription has gone');
}

/** Brings the run_at of a store's waiting subscriptions forward by what its test clock advanced. */
export async function shiftWaiting(db: Db, tenant: Tenant, deltaMs: number): Promise<void> {
  await db.raw(
    `update subscriptions set run_at = run_at - ? * interval '1 millisecond'
     where store_id = ? and dev_mode and dev_mode = ? and run_at is not null and step = 'WAIT'`,
    [deltaMs, tenant.storeId, tenant.devMode],
  );
}

type OwnedRow = SubscriptionRow & {
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly offset_ms: number;
};

function rowToClaimed(row: OwnedRow): ClaimedSubscription {
  return {
    tenant: tenantOf(row.store_id, row.dev_mode),
    subscription: rowToSubscription(row),
    offsetMs: row.offset_ms,
  };
}
