import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import type { Db, Row, Tx } from '@pitanga/database';
import type { Subscription } from './subscription';
import { offsetSql } from './subscription-repository';
import { rowToSubscription, subscriptionTable } from './subscription-row';

/** The first charge after a trial, which is announced whatever the cycle. */
const endsTrialSql = 'cycle_number = 1 and trial_ends_at is not null';

/**
 * Which subscriptions have a charge ahead that was not announced. Also one whose collection began in advance; not one
 * that is past due, is paused, or ends first. The condition of its indexes.
 */
const isUnannouncedSql = `status = 'ACTIVE' and step in ('WAIT', 'CHARGE') and announced_cycle < cycle_number
  and paused_at is null and (ends_at is null or ends_at > next_charge_at)
  and attempts - recalls <= case when step = 'CHARGE' then 1 else 0 end
  and (cycle <> 'WEEKLY' or ${endsTrialSql})`;

/** When the charge is announced (docs/behaviour/subscriptions.md#announced). The expression of its indexes. */
const announceAtSql = `((next_charge_at at time zone 'UTC') - make_interval(
  days => case when cycle in ('SEMIANNUALLY', 'ANNUALLY') and not (${endsTrialSql}) then 7 else 3 end)) at time zone 'UTC'`;

const dueSql = (storeNow: string): string =>
  `${isUnannouncedSql} and ${announceAtSql} <= ${storeNow} and next_charge_at > ${storeNow}`;

const isAdvancingSql = 'c.advancing_until > :now';

/** A subscription by its id. */
export type SubscriptionKey = Owned<{ readonly id: string }>;

interface KeyRow {
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly id: string;
}

/**
 * Subscriptions whose next charge is to be announced at `now` (real time), with ids after `after`, in the order of their
 * ids. A store whose test clock is being advanced is left to that advance.
 */
export async function listUnannounced(
  db: Db,
  _all: CrossTenant,
  { now, after, limit }: { readonly now: Date; readonly after: string; readonly limit: number },
): Promise<readonly SubscriptionKey[]> {
  const { rows } = await db
    .raw<{ rows: KeyRow[] }>(
      `select store_id, dev_mode, id from (
         select s.store_id, s.dev_mode, s.id from subscriptions s
         where ${dueSql(':now::timestamptz')} and id > :after and not exists (
           select from store_clocks c where s.dev_mode and c.store_id = s.store_id and (c.offset_ms > 0 or ${isAdvancingSql}))
         union all
         select s.store_id, s.dev_mode, s.id from store_clocks c
         cross join lateral (
           select store_id, dev_mode, id from subscriptions
           where store_id = c.store_id and dev_mode and id > :after
             and ${dueSql("(:now::timestamptz + c.offset_ms * interval '1 millisecond')")}
         ) s
         where c.offset_ms > 0 and (c.advancing_until is null or not ${isAdvancingSql})
       ) due order by id limit :limit`,
      { now, after, limit },
    )
    .options({ name: 'subscription_unannounced' });
  return rows.map(({ store_id, dev_mode, id }) => ({ tenant: toTenant(store_id, dev_mode), id }));
}

/** The same of one store whose test clock stands at `storeNow`. */
export async function listUnannouncedOfStore(
  db: Db,
  tenant: Tenant,
  { storeNow, after, limit }: { readonly storeNow: Date; readonly after: string; readonly limit: number },
): Promise<readonly SubscriptionKey[]> {
  const { rows } = await db.raw<{ rows: KeyRow[] }>(
    `select store_id, dev_mode, id from subscriptions
     where store_id = :storeId and dev_mode and dev_mode = :devMode and id > :after
       and ${dueSql(':storeNow::timestamptz')}
     order by id limit :limit`,
    { storeId: tenant.storeId, devMode: tenant.devMode, storeNow, after, limit },
  );
  return rows.map(({ id }) => ({ tenant, id }));
}

/** Store time of the first announcement in the store after `after` and not after `until`. */
export async function findNextAnnouncement(
  db: Db,
  tenant: Tenant,
  after: Date,
  until: Date,
): Promise<Date | undefined> {
  const { rows } = await db.raw<{ rows: { at: Date }[] }>(
    `select ${announceAtSql} as at from subscriptions
     where store_id = :storeId and dev_mode and dev_mode = :devMode and ${isUnannouncedSql}
       and ${announceAtSql} > :after::timestamptz and ${announceAtSql} <= :until::timestamptz
     order by ${announceAtSql} limit 1`,
    { storeId: tenant.storeId, devMode: tenant.devMode, after, until },
  );
  return rows[0]?.at;
}

/**
 * Locks a subscription and notes its next charge as announced, if it still is to be at `now` (real time); undefined if
 * another process was first, or what changed since forbids it.
 */
export async function markAnnounced(
  tx: Tx,
  tenant: Tenant,
  id: string,
  now: Date,
): Promise<{ readonly subscription: Subscription; readonly storeNow: Date } | undefined> {
  const storeNow = `(:now::timestamptz + (${offsetSql}) * interval '1 millisecond')`;
  const { rows } = await tx
    .raw<{ rows: (Row & { store_now: Date })[] }>(
      `update subscriptions set announced_cycle = cycle_number
       where store_id = :storeId and dev_mode = :devMode and id = :id and ${dueSql(storeNow)}
       returning ${subscriptionTable.selectSql()}, ${storeNow} as store_now`,
      { storeId: tenant.storeId, devMode: tenant.devMode, id, now },
    )
    .options({ name: 'subscription_announce' });
  const [row] = rows;
  return row && { subscription: rowToSubscription(row), storeNow: row.store_now };
}
