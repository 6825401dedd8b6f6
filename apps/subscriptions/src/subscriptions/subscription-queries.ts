import { mapPage, type Cents, type CrossTenant, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { selectPage, type Db, type Filter, type Row } from '@pitanga/database';
import {
  subscriptionStatuses,
  type Subscription,
  type SubscriptionMethod,
  type SubscriptionStatus,
} from './subscription';
import { nextActionSql } from './subscription-repository';
import { rowToSubscription, subscriptionTable } from './subscription-row';

/**
 * An id is made when a Pix code is shown and the subscription when it is paid, a day later at most: an hour more for
 * clocks and for events in flight.
 */
const idEarlierMsMax = 25 * 3_600_000;

export interface SubscriptionFilter {
  readonly id?: string | undefined;
  readonly checkoutId?: string | undefined;
  readonly customerId?: string | undefined;
  /** Of one of these; with none of them there are no subscriptions. */
  readonly customerIds?: readonly string[] | undefined;
  readonly status?: SubscriptionStatus | undefined;
  readonly externalId?: string | undefined;
  /** Of a cycle that could not be charged; undefined for all. */
  readonly isPastDue?: boolean | undefined;
}

/** `isPastDue` as SQL. The condition of its index. */
const isPastDueSql = `status = 'ACTIVE' and attempts - recalls > case when step = 'WAIT' then 0 else 1 end`;

export async function findSubscription(db: Db, tenant: Tenant, id: string): Promise<Subscription | undefined> {
  const row = await subscriptionTable.of(db, tenant).where({ id }).first(subscriptionTable.columns);
  return row && rowToSubscription(row);
}

/** Keys of a subscription; it must have all that are given. */
export interface SubscriptionKeys {
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly customerId?: string | undefined;
}

/** The newest of those with all given keys, ACTIVE ones first. */
export async function findNewestSubscription(
  db: Db,
  tenant: Tenant,
  { id, externalId, customerId }: SubscriptionKeys,
): Promise<Subscription | undefined> {
  for (const status of subscriptionStatuses) {
    const query = subscriptionTable.of(db, tenant).where({ status }).orderBy('id', 'desc');
    if (id !== undefined) void query.where({ id });
    if (externalId !== undefined) void query.where({ external_id: externalId });
    if (customerId !== undefined) void query.where({ customer_id: customerId });
    const row = await query.first(subscriptionTable.columns);
    if (row) return rowToSubscription(row);
  }
  return undefined;
}

/** One page of a store's subscriptions, newest first. */
export async function listSubscriptions(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: SubscriptionFilter,
): Promise<Page<Subscription>> {
  const { id, checkoutId, customerId, customerIds, externalId, status, isPastDue } = filter;
  // Their indexes are sorted within each status.
  const isMerged = status === undefined && id === undefined && (checkoutId !== undefined || externalId !== undefined);
  const found = await selectPage<Row>(db, tenant, {
    table: 'subscriptions',
    columns: subscriptionTable.columns,
    page,
    idKind: 'subscription',
    idEarlierMsMax,
    parts: isMerged ? subscriptionStatuses.map(ofStatus) : [],
    filter: (query) => {
      if (id !== undefined) void query.where('id', id);
      if (checkoutId !== undefined) void query.where('checkout_id', checkoutId);
      if (customerId !== undefined) void query.where('customer_id', customerId);
      if (customerIds !== undefined) void query.whereRaw('customer_id = any(?)', [[...customerIds]]);
      if (status !== undefined) void query.where('status', status);
      if (externalId !== undefined) void query.where('external_id', externalId);
      if (isPastDue !== undefined) void query.whereRaw(isPastDue ? isPastDueSql : `not (${isPastDueSql})`);
    },
  });
  return mapPage(found, rowToSubscription);
}

/** Prices after coupons of the subscriptions of one method. */
export interface AmountRange {
  readonly method: SubscriptionMethod;
  readonly from: Cents;
  readonly below: Cents;
}

const byAmountMax = 100;

/** The ACTIVE subscriptions of a store within these ranges, oldest first, at most 100, and how many there are. */
export async function listSubscriptionsByAmount(
  db: Db,
  tenant: Tenant,
  ranges: readonly AmountRange[],
): Promise<{ readonly subscriptions: readonly Subscription[]; readonly total: number }> {
  if (ranges.length === 0) return { subscriptions: [], total: 0 };
  const matching = () =>
    subscriptionTable
      .of(db, tenant)
      .where({ status: 'ACTIVE' })
      .where((either) => {
        for (const { method, from, below } of ranges) {
          void either.orWhereRaw(
            'method = ? and amount_cents - discount_cents >= ? and amount_cents - discount_cents < ?',
            [method, from, below],
          );
        }
      });
  const rows = await matching().orderBy('id').limit(byAmountMax).select(subscriptionTable.columns);
  const counted = (await matching().count('id as total')) as { total: string | number }[];
  return { subscriptions: rows.map((row) => rowToSubscription(row)), total: Number(counted[0]?.total ?? 0) };
}

/** Of each checkout the newest subscription, ACTIVE ones first. */
export async function findNewestOfCheckouts(
  db: Db,
  tenant: Tenant,
  checkoutIds: readonly string[],
): Promise<readonly Subscription[]> {
  if (checkoutIds.length === 0) return [];
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select ${subscriptionTable.selectSql('s')} from unnest(cast(:checkoutIds as text[])) as k (checkout_id)
     cross join lateral (
       select * from subscriptions
       where store_id = :storeId and dev_mode = :devMode and checkout_id = k.checkout_id
       order by status, id desc limit 1
     ) s`,
    { checkoutIds: [...checkoutIds], storeId: tenant.storeId, devMode: tenant.devMode },
  );
  return rows.map(rowToSubscription);
}

function ofStatus(status: SubscriptionStatus): Filter {
  return (query) => void query.where('status', status);
}

/** The real time since which the oldest due work of all stores waits; undefined when nothing is due. */
export async function findOldestDue(db: Db, _all: CrossTenant, now: Date): Promise<Date | undefined> {
  const { rows } = await db
    .raw<{ rows: { run_at: Date }[] }>(
      `select run_at from subscriptions where run_at <= :now order by run_at limit 1`,
      { now },
    )
    .options({ name: 'subscription_oldest_due' });
  return rows[0]?.run_at;
}

/** Store time of the first thing that is due in the store after `after` and not after `until`. */
export async function findNextDue(db: Db, tenant: Tenant, after: Date, until: Date): Promise<Date | undefined> {
  const { rows } = await db.raw<{ rows: { due_at: Date }[] }>(
    `select ${nextActionSql} as due_at from subscriptions
     where store_id = :storeId and dev_mode and dev_mode = :devMode and run_at is not null and step = 'WAIT'
       and ${nextActionSql} > :after and ${nextActionSql} <= :until
     order by ${nextActionSql} limit 1`,
    { storeId: tenant.storeId, devMode: tenant.devMode, after, until },
  );
  return rows[0]?.due_at;
}

/** How far a store's time is ahead of real time. */
export async function findOffsetMs(db: Db, tenant: Tenant): Promise<number> {
  if (!tenant.devMode) return 0;
  const row = (await db('store_clocks').select('offset_ms').where({ store_id: tenant.storeId }).first()) as
    { offset_ms: number } | undefined;
  return row?.offset_ms ?? 0;
}

/** Whether a subscription of the store is leased past `now` (real time). */
export async function hasWorkInFlight(db: Db, tenant: Tenant, now: Date): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select 1 from subscriptions
     where store_id = :storeId and dev_mode and dev_mode = :devMode and run_at > :now
       and step in ('CHARGE', 'PAUSE', 'CANCEL', 'END') limit 1`,
    { storeId: tenant.storeId, devMode: tenant.devMode, now },
  );
  return rows.length > 0;
}
