import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

export interface AdvanceLease {
  readonly target: Date;
  /** Names the request. */
  readonly token: string;
  /** Real time. */
  readonly until: Date;
}

/** Where an interrupted advance of the store was to go; also that of one under way. */
export async function findTarget(db: Db, tenant: Tenant): Promise<Date | undefined> {
  const row = await ofStore(db, tenant).first<{ readonly target: Date } | undefined>('target');
  return row?.target;
}

/** Makes a request the only one that advances the store's clock; false while another is at work. */
export async function takeLease(db: Db, tenant: Tenant, lease: AdvanceLease, now: Date): Promise<boolean> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `insert into clock_advances as known (store_id, target, token, leased_until) values (?, ?, ?, ?)
     on conflict (store_id) do update
       set target = excluded.target, token = excluded.token, leased_until = excluded.leased_until
       where known.leased_until <= ?`,
    [tenant.storeId, lease.target, lease.token, lease.until, now],
  );
  return rowCount === 1;
}

/** Extends a lease, or ends it early so that a repeat goes on at once. */
export async function setLease(db: Db, tenant: Tenant, token: string, until: Date): Promise<void> {
  await ofStore(db, tenant).where({ token }).update({ leased_until: until });
}

/** Forgets an advance that has arrived. */
export async function deleteAdvance(db: Db, tenant: Tenant, token: string): Promise<void> {
  await ofStore(db, tenant).where({ token }).delete();
}

function ofStore(db: Db, tenant: Tenant) {
  return db('clock_advances').where({ store_id: tenant.storeId });
}
