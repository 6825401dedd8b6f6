import type { StoreScope } from '@pitanga/core';
import { table, text, timestamp, type Db, type Row } from '@pitanga/database';

/** Advances under way or interrupted. A test clock exists in one environment, so the store identifies its row. */
const clockAdvances = table('clock_advances', {
  storeId: text('store_id'),
  target: timestamp('target'),
  token: text('token'),
  leasedUntil: timestamp('leased_until'),
});

export interface ClockAdvanceLease {
  readonly target: Date;
  /** Identifies the request that holds the lease. */
  readonly token: string;
  /** Real time. */
  readonly leasedUntil: Date;
}

/** The target of the store's advance that is under way or was interrupted. */
export async function findClockAdvanceTarget(db: Db, { storeId }: StoreScope): Promise<Date | undefined> {
  const target = clockAdvances.pick('target');
  const row = await db(target.name).where({ store_id: storeId }).first<Row | undefined>(target.columns);
  return row && target.fromRow(row).target;
}

const acquireLeaseSql = `${clockAdvances.insertSql}
  on conflict (store_id) do update
    set target = excluded.target, token = excluded.token, leased_until = excluded.leased_until
    where clock_advances.leased_until <= :now or clock_advances.leased_until > :latest`;

/**
 * Acquires the lease of the store's clock; false while another request holds it. A lease that ends after `latest` is
 * of a process that died while its clock was wrong, and does not count.
 */
export async function acquireClockLease(
  db: Db,
  { storeId }: StoreScope,
  lease: ClockAdvanceLease,
  { now, latest }: { readonly now: Date; readonly latest: Date },
): Promise<boolean> {
  const bindings = { ...clockAdvances.toRow({ storeId, ...lease }), now, latest };
  const { rowCount } = await db.raw<{ rowCount: number }>(acquireLeaseSql, bindings);
  return rowCount === 1;
}

/** Extends a lease, or ends it early so that a repeat can resume at once. */
export async function setClockLeaseEnd(db: Db, store: StoreScope, token: string, leasedUntil: Date): Promise<void> {
  await leaseRow(db, store, token).update(clockAdvances.toRow({ leasedUntil }));
}

/** Deletes an advance that has reached its target. */
export async function deleteClockAdvance(db: Db, store: StoreScope, token: string): Promise<void> {
  await leaseRow(db, store, token).delete();
}

function leaseRow(db: Db, { storeId }: StoreScope, token: string) {
  return db(clockAdvances.name).where({ store_id: storeId, token });
}
