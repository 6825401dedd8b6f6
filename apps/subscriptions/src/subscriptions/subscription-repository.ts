import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { asLocked, isOwnedBy, ownedIds, ownedIdsSql, type Db, type Locked, type Row, type Tx } from '@pitanga/database';
import type { Subscription } from './subscription';
import {
  begunSubscriptions,
  couponsToRow,
  rowToSubscription,
  savedSubscriptions,
  subscriptionTable,
  subscriptionToRow,
} from './subscription-row';

/** A locked subscription with what was read with it. */
export interface LockedSubscription {
  readonly subscription: Locked<Subscription>;
  /** Real time of the next thing to be done; null when there is none. */
  readonly runAt: Date | null;
  /** How far its store's time is ahead of real time. */
  readonly offsetMs: number;
}

/** A subscription that a claim has locked, and then leased. */
export interface DueSubscription extends Pick<LockedSubscription, 'offsetMs'> {
  readonly subscription: Subscription;
}

/** The expression of its index. */
export const nextActionSql = 'least(next_charge_at, ends_at, resumes_at)';

/**
 * How far a row's store is ahead of real time. Read with the row: another process may have moved the store's test clock,
 * and this one not have read it yet.
 */
export const offsetSql = `case when subscriptions.dev_mode then coalesce(
  (select offset_ms from store_clocks where store_clocks.store_id = subscriptions.store_id), 0) else 0 end`;
const offsetColumn = `${offsetSql} as offset_ms`;

/**
 * Inserts a subscription, due at `runAt` (real time); false when it was inserted before. A second ACTIVE one of the same
 * customer and checkout violates `subscriptions_active_key`.
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

const lockSql = `
  select ${subscriptionTable.selectSql('subscriptions')}, subscriptions.run_at, ${offsetColumn}
  from ${ownedIdsSql('k')} join subscriptions on ${isOwnedBy('subscriptions', 'k')}
  order by subscriptions.id for update of subscriptions`;

/**
 * Locks subscriptions in the order of their ids, and returns them by id: every change of one, or of its cycles, plan or
 * usage, holds this lock.
 */
export async function lockSubscriptions(
  tx: Tx,
  keys: readonly Owned<{ readonly id: string }>[],
): Promise<ReadonlyMap<string, LockedSubscription>> {
  const { rows } = await tx
    .raw<{ rows: (Row & { run_at: Date | null; offset_ms: number })[] }>(lockSql, ownedIds(keys))
    .options({ name: 'subscriptions_lock' });
  const locked = rows.map((row) => ({
    subscription: asLocked(rowToSubscription(row)),
    runAt: row.run_at,
    offsetMs: row.offset_ms,
  }));
  return new Map(locked.map((one) => [one.subscription.id, one]));
}

/** The same of one; undefined when there is none. */
export async function lockSubscription(tx: Tx, tenant: Tenant, id: string): Promise<LockedSubscription | undefined> {
  return (await lockSubscriptions(tx, [{ tenant, id }])).get(id);
}

export interface SubscriptionChange {
  readonly before: Locked<Subscription>;
  readonly after: Subscription;
  /** When it is due next (real time). */
  readonly runAt: Date | null;
}

const saveSql = `
  update subscriptions s set ${savedSubscriptions.assignmentsSql('r', ['storeId', 'devMode', 'id', 'stepBefore'])}
  from ${savedSubscriptions.unnestSql('r')} where ${isOwnedBy('s', 'r')} and s.step = r.step_before`;

/** Writes what has become of subscriptions and when each is due next; throws unless each was where it was locked. */
export async function saveSubscriptions(tx: Tx, changes: readonly Owned<SubscriptionChange>[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ tenant: { storeId, devMode }, before, after, runAt }) => ({
    ...after,
    storeId,
    devMode,
    stepBefore: before.step,
    runAt: runAt ?? undefined,
  }));
  const { rowCount } = await tx
    .raw<{ rowCount: number }>(saveSql, savedSubscriptions.toArrays(rows))
    .options({ name: 'subscriptions_save' });
  const [first] = changes;
  if (rowCount !== changes.length) {
    throw new Error(`a subscription was not at its step under its own lock, ${first?.before.id ?? ''} or another`);
  }
}

/** The same of one. */
export async function saveSubscription(
  tx: Tx,
  tenant: Tenant,
  before: Locked<Subscription>,
  after: Subscription,
  runAt: Date | null,
): Promise<void> {
  await saveSubscriptions(tx, [{ tenant, before, after, runAt }]);
}

const saveCouponsSql = `
  update subscriptions s set agreed_coupons = cast(r.agreed_coupons as json), coupons = r.coupons
  from json_to_recordset(cast(:rows as json)) as r (store_id text, dev_mode boolean, id text, agreed_coupons text, coupons text[])
  where ${isOwnedBy('s', 'r')}`;

/** Writes the coupons of locked subscriptions. */
export async function saveCoupons(
  tx: Tx,
  subscriptions: readonly Owned<Pick<Subscription, 'id' | 'agreedCoupons'>>[],
): Promise<void> {
  if (subscriptions.length === 0) return;
  const rows = subscriptions.map(({ tenant, id, agreedCoupons }) => {
    return { store_id: tenant.storeId, dev_mode: tenant.devMode, id, ...couponsToRow({ agreedCoupons }) };
  });
  await tx.raw(saveCouponsSql, { rows: JSON.stringify(rows) }).options({ name: 'subscriptions_save_coupons' });
}

/** Moves the end of a lease; only while the subscription stays at this step. */
export async function moveLease(
  db: Db,
  tenant: Tenant,
  { id, step }: Pick<Subscription, 'id' | 'step'>,
  runAt: Date,
): Promise<void> {
  await subscriptionTable.of(db, tenant).where({ id, step }).update({ run_at: runAt });
}

/**
 * Postpones asking about an attempt that the payer's bank has; not when somebody asked for it at once since this process
 * took it.
 */
export async function moveAsk(
  db: Db,
  tenant: Tenant,
  { id, step }: Pick<Subscription, 'id' | 'step'>,
  runAt: Date,
  now: Date,
): Promise<void> {
  await subscriptionTable.of(db, tenant).where({ id, step }).where('run_at', '>', now).update({ run_at: runAt });
}

/** Has an attempt in flight asked about at once. */
export async function askNow(db: Db, tenant: Tenant, id: string, now: Date): Promise<void> {
  await subscriptionTable
    .of(db, tenant)
    .where({ id })
    .whereIn('step', ['CHARGE', 'PAUSE', 'CANCEL'])
    .update({ run_at: now });
}

/** Writes that billing has ended the agreement of a cancelled subscription: nothing is left to be done. */
export async function finishSubscription(db: Db, tenant: Tenant, id: string): Promise<void> {
  await subscriptionTable.of(db, tenant).where({ id, step: 'END' }).update({ step: 'DONE', run_at: null });
}

/**
 * Locks the subscriptions that are due at `now` (real time), oldest first, and skips those locked by others. A store
 * whose test clock is being advanced is left to that advance, which cannot see a claim before its commit.
 */
export async function claimDueSubscriptions(
  tx: Tx,
  _all: CrossTenant,
  now: Date,
  limit: number,
): Promise<readonly Owned<DueSubscription>[]> {
  const { rows } = await tx
    .raw<{ rows: DueRow[] }>(
      `select store_id, dev_mode, ${subscriptionTable.selectSql()}, ${offsetColumn} from subscriptions
       where run_at <= :now and not exists (
         select from store_clocks c where dev_mode and c.store_id = subscriptions.store_id and c.advancing_until > :now)
       order by run_at limit :limit for update skip locked`,
      { now, limit },
    )
    .options({ name: 'subscription_claim' });
  return rows.map(rowToDue);
}

/** The same for one store whose test clock stands at `storeNow`: by store time, so that no moved row is missed. */
export async function claimDueOfStore(
  tx: Tx,
  tenant: Tenant,
  times: { readonly storeNow: Date; readonly now: Date },
  limit: number,
): Promise<readonly Owned<DueSubscription>[]> {
  const { rows } = await tx.raw<{ rows: DueRow[] }>(
    `select store_id, dev_mode, ${subscriptionTable.selectSql()}, ${offsetColumn} from subscriptions
     where store_id = :storeId and dev_mode and dev_mode = :devMode and run_at is not null
       and (step = 'WAIT' and ${nextActionSql} <= :storeNow
         or step in ('CHARGE', 'PAUSE', 'CANCEL', 'END') and run_at <= :now)
     order by ${nextActionSql} limit :limit for update skip locked`,
    { storeId: tenant.storeId, devMode: tenant.devMode, ...times, limit },
  );
  return rows.map(rowToDue);
}

const begunKeys = ['store_id', 'dev_mode', 'id'];
const begunAssignments = begunSubscriptions.columns
  .filter((column) => !begunKeys.includes(column))
  .map((column) => `${column} = c.${column}`)
  .join(', ');

/** Writes claimed subscriptions with the attempts that began, leased until `leaseUntil` (real time). */
export async function saveWithLease(
  tx: Tx,
  claimed: readonly Owned<DueSubscription>[],
  leaseUntil: Date,
): Promise<void> {
  if (claimed.length === 0) return;
  const rows = claimed.map(({ tenant: { storeId, devMode }, subscription }) => ({ storeId, devMode, ...subscription }));
  const { rowCount } = await tx
    .raw<{ rowCount: number }>(
      `update subscriptions s set ${begunAssignments}, run_at = :leaseUntil from ${begunSubscriptions.unnestSql('c')}
       where s.store_id = c.store_id and s.dev_mode = c.dev_mode and s.id = c.id`,
      { ...begunSubscriptions.toArrays(rows), leaseUntil },
    )
    .options({ name: 'subscription_claim_until' });
  if (rowCount !== claimed.length) throw new Error('a claimed subscription has gone');
}

/** Brings the run_at of a store's waiting subscriptions forward by what its test clock advanced. */
export async function shiftWaiting(db: Db, tenant: Tenant, deltaMs: number): Promise<void> {
  await db.raw(
    `update subscriptions set run_at = run_at - :deltaMs * interval '1 millisecond'
     where store_id = :storeId and dev_mode and dev_mode = :devMode and run_at is not null and step = 'WAIT'`,
    { deltaMs, storeId: tenant.storeId, devMode: tenant.devMode },
  );
}

type DueRow = Row & {
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly offset_ms: number;
};

function rowToDue(row: DueRow): Owned<DueSubscription> {
  return {
    tenant: toTenant(row.store_id, row.dev_mode),
    subscription: rowToSubscription(row),
    offsetMs: row.offset_ms,
  };
}
