import type { StoreScope } from '@pitanga/core';
import { json, table, text, timestamp, type Db, type Row } from '@pitanga/database';

/** Advances under way or interrupted. A test clock exists in one environment, so the store identifies its row. */
const clockAdvances = table('clock_advances', {
  storeId: text('store_id'),
  target: timestamp('target'),
  token: text('token'),
});

export interface ClockAdvanceLease {
  readonly target: Date;
  /** Identifies the request that holds the lease. */
  readonly token: string;
}

/** The target of the store's advance that is under way or was interrupted. */
export async function findClockAdvanceTarget(db: Db, { storeId }: StoreScope): Promise<Date | undefined> {
  const target = clockAdvances.pick('target');
  const row = await db(target.name).where({ store_id: storeId }).first<Row | undefined>(target.columns);
  return row && target.fromRow(row).target;
}

/** By the clock of the database: those of two gateways may differ by more than a lease is long. */
const leaseEnd = `clock_timestamp() + interval '15 seconds'`;

const acquireLeaseSql = `
  insert into clock_advances (store_id, target, token, leased_until) values (:store_id, :target, :token, ${leaseEnd})
  on conflict (store_id) do update
    set target = excluded.target, token = excluded.token, leased_until = excluded.leased_until
    where clock_advances.leased_until <= clock_timestamp()`;

/** Acquires the lease of the store's clock for 15 seconds; false while another request holds it. */
export async function acquireClockLease(db: Db, { storeId }: StoreScope, lease: ClockAdvanceLease): Promise<boolean> {
  const bindings = clockAdvances.toRow({ storeId, ...lease });
  const { rowCount } = await db.raw<{ rowCount: number }>(acquireLeaseSql, bindings);
  return rowCount === 1;
}

/** Extends a lease to 15 seconds from now. */
export async function renewClockLease(db: Db, store: StoreScope, token: string): Promise<void> {
  await leaseRow(db, store, token).update({ leased_until: db.raw(leaseEnd) });
}

/** Ends a lease early, so that a repeat can resume at once. */
export async function endClockLease(db: Db, store: StoreScope, token: string): Promise<void> {
  await leaseRow(db, store, token).update({ leased_until: db.raw('clock_timestamp()') });
}

/** Deletes an advance that has reached its target. */
export async function deleteClockAdvance(db: Db, store: StoreScope, token: string): Promise<void> {
  await leaseRow(db, store, token).delete();
}

const finishedAdvances = table('finished_clock_advances', {
  storeId: text('store_id'),
  target: timestamp('target'),
  answer: json('answer'),
});

/** Keeps what an advance answered, in the place of the store's one before. */
export async function saveFinishedAdvance(
  db: Db,
  { storeId }: StoreScope,
  target: Date,
  answer: string,
): Promise<void> {
  const row = finishedAdvances.toRow({ storeId, target, answer });
  await db(finishedAdvances.name).insert(row).onConflict('store_id').merge(['target', 'answer']);
}

/** What the store's last advance answered, if this was its target. */
export async function findFinishedAdvance(db: Db, { storeId }: StoreScope, target: Date): Promise<string | undefined> {
  const query = db(finishedAdvances.name).where({ store_id: storeId, target });
  const row = await query.first<Row | undefined>(finishedAdvances.columns);
  return row && finishedAdvances.fromRow(row).answer;
}

function leaseRow(db: Db, { storeId }: StoreScope, token: string) {
  return db(clockAdvances.name).where({ store_id: storeId, token });
}
