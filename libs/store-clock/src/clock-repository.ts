import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** How far a store's dev environment is ahead of real time. */
export interface ClockRow {
  readonly storeId: string;
  readonly offsetMs: number;
  /** Real time until which an advance is taken to be under way. */
  readonly advancingUntil: Date | undefined;
  /** Real time at which that advance began. */
  readonly advancingSince: Date | undefined;
  /** Time of the database, for the next {@link findClocksChangedSince}. */
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
 * Clocks that changed after `since`; with a minute of overlap, because a transaction that wrote its row earlier may
 * commit later. Undefined: all.
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

/** Makes the store's row if there is none, and locks it until the transaction ends. */
export async function lockClock(tx: Db, tenant: Tenant): Promise<ClockRow> {
  await tx('store_clocks').insert({ store_id: tenant.storeId, offset_ms: 0 }).onConflict('store_id').ignore();
  const row = await tx('store_clocks')
    .where({ store_id: tenant.storeId })
    .forUpdate()
    .first<StoredRow | undefined>(...columns);
  if (!row) throw new Error(`the clock of ${tenant.storeId} has gone`);
  return fromStored(row);
}

export async function saveClock(
  tx: Db,
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

/** A fact as the answer of an advance tells it. */
export interface ClockEventRow {
  readonly storeId: string;
  readonly at: Date;
  readonly type: string;
  readonly subjectId: string;
}

/** What one answer of an advance tells at most, and so what is kept of a store until it is told; the newest. */
export const clockEventsMax = 10_000;

/** Keeps facts for the advance of their stores; of each store the newest. */
export async function insertClockEvents(tx: Db, happenings: readonly ClockEventRow[]): Promise<void> {
  await tx.raw(
    `insert into clock_happenings (store_id, at, type, subject_id)
     select * from unnest(?::text[], ?::timestamptz[], ?::text[], ?::text[])`,
    [
      happenings.map(({ storeId }) => storeId),
      happenings.map(({ at }) => at),
      happenings.map(({ type }) => type),
      happenings.map(({ subjectId }) => subjectId),
    ],
  );
  for (const storeId of new Set(happenings.map((happening) => happening.storeId))) {
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

/** Removes and answers a store's facts, in the order of their publishing. */
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
