import type { Tenant } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';

/** How far a store's dev environment is ahead of real time. */
export interface ClockRow {
  readonly storeId: string;
  readonly offsetMs: number;
  /** Real time at which the clock's advance expires. Undefined: not being advanced. */
  readonly advancingUntil: Date | undefined;
  /** Real time at which the advance began. */
  readonly advancingSince: Date | undefined;
  /** The database's time, for the next {@link findClocksChangedSince}. */
  readonly changedAt: Date;
}

const columns = ['store_id', 'offset_ms', 'advancing_until', 'advancing_since', 'changed_at'] as const;

interface StoredRow {
  readonly store_id: string;
  readonly offset_ms: number;
  readonly advancing_until: Date | null;
  readonly advancing_since: Date | null;
  readonly changed_at: Date;
}

/**
 * Clocks that changed after `since` (undefined: all), with a minute of overlap, because a transaction may commit after
 * its `changed_at`.
 */
export async function findClocksChangedSince(db: Db, since: Date | undefined): Promise<readonly ClockRow[]> {
  const { rows } = await db
    .raw<{ rows: StoredRow[] }>(
      `select ${columns.join(', ')} from store_clocks
       where changed_at > coalesce(?::timestamptz - interval '1 minute', '-infinity')`,
      [since ?? null],
    )
    .options({ name: 'store_clocks_changed' });
  return rows.map(fromStored);
}

export async function findClock(db: Db, tenant: Tenant): Promise<ClockRow | undefined> {
  const row = await db('store_clocks')
    .where({ store_id: tenant.storeId })
    .first<StoredRow | undefined>(...columns);
  return row && fromStored(row);
}

/** Inserts the store's row if there is none, and locks it. */
export async function lockClock(tx: Tx, tenant: Tenant): Promise<ClockRow> {
  await tx('store_clocks').insert({ store_id: tenant.storeId, offset_ms: 0 }).onConflict('store_id').ignore();
  const row = await tx('store_clocks')
    .where({ store_id: tenant.storeId })
    .forUpdate()
    .first<StoredRow | undefined>(...columns);
  if (!row) throw new Error(`the clock of ${tenant.storeId} has gone`);
  return fromStored(row);
}

export async function saveClock(
  tx: Tx,
  tenant: Tenant,
  clock: Pick<ClockRow, 'offsetMs' | 'advancingUntil' | 'advancingSince'>,
): Promise<void> {
  await tx('store_clocks')
    .where({ store_id: tenant.storeId })
    .update({
      offset_ms: clock.offsetMs,
      advancing_until: clock.advancingUntil ?? null,
      advancing_since: clock.advancingSince ?? null,
      changed_at: tx.raw('clock_timestamp()'),
    });
}

/** An event that followed from moving a store's clock, reported by the answer to the advance. */
export interface ClockEventRow {
  readonly storeId: string;
  readonly at: Date;
  readonly type: string;
  readonly subjectId: string;
}

/** The newest clock events that are kept for a store, and reported by one answer. */
export const clockEventsMax = 10_000;

/** Inserts clock events and deletes the oldest of each store beyond `clockEventsMax`. */
export async function insertClockEvents(tx: Db, events: readonly ClockEventRow[]): Promise<void> {
  await tx.raw(
    `insert into clock_happenings (store_id, at, type, subject_id)
     select * from unnest(?::text[], ?::timestamptz[], ?::text[], ?::text[])`,
    [
      events.map(({ storeId }) => storeId),
      events.map(({ at }) => at),
      events.map(({ type }) => type),
      events.map(({ subjectId }) => subjectId),
    ],
  );
  for (const storeId of new Set(events.map(({ storeId }) => storeId))) {
    await tx.raw(
      `delete from clock_happenings where store_id = ? and id <= (
         select id from clock_happenings where store_id = ? order by id desc offset ? limit 1)`,
      [storeId, storeId, clockEventsMax],
    );
  }
}

export async function hasClockEvents(db: Db, tenant: Tenant): Promise<boolean> {
  const rows = (await db('clock_happenings').where({ store_id: tenant.storeId }).limit(1).select('id')) as unknown[];
  return rows.length > 0;
}

/** Deletes and returns a store's clock events, in the order of publishing. */
export async function drainClockEvents(db: Db, tenant: Tenant): Promise<readonly ClockEventRow[]> {
  const { rows } = await db.raw<{
    rows: { id: number; store_id: string; at: Date; type: string; subject_id: string }[];
  }>('delete from clock_happenings where store_id = ? returning id, store_id, at, type, subject_id', [tenant.storeId]);
  return [...rows]
    .sort((one, other) => one.id - other.id)
    .map((row) => ({ storeId: row.store_id, at: row.at, type: row.type, subjectId: row.subject_id }));
}

function fromStored(row: StoredRow): ClockRow {
  return {
    storeId: row.store_id,
    offsetMs: row.offset_ms,
    advancingUntil: row.advancing_until ?? undefined,
    advancingSince: row.advancing_since ?? undefined,
    changedAt: row.changed_at,
  };
}
