import { toTenant, type CrossTenant, type StoreScope, type Tenant } from '@pitanga/core';
import { boolean, bytes, isUniqueViolation, optional, table, text, timestamp } from '@pitanga/database';
import type { Db, Row, SealedColumn, Tx } from '@pitanga/database';
import type { SealedPlace, Sealer } from '@pitanga/runtime';
import type { Origin } from '../access/origin';
import type { LimitChange, LimitChangeStatus } from './limit-change';
import type { LimitPatch } from './payout-limits';
import { limitChangeOpen } from './payout-limits-errors';

const changes = table('payout_limit_changes', {
  id: text('id'),
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  status: text<LimitChangeStatus>('status'),
  contentSealed: bytes('content_sealed'),
  confirmation: text<LimitChange['confirmation']>('confirmation'),
  askedBy: text('asked_by'),
  askedAt: timestamp('asked_at'),
  confirmedBy: optional(text('confirmed_by')),
  confirmedAt: optional(timestamp('confirmed_at')),
  worksAt: optional(timestamp('works_at')),
  expiresAt: timestamp('expires_at'),
  endedBy: optional(text('ended_by')),
  endedAt: optional(timestamp('ended_at')),
});
const ends = changes.pick('contentSealed', 'status', 'confirmedBy', 'confirmedAt', 'worksAt', 'endedBy', 'endedAt');

function contentPlace(storeId: string, id: string): SealedPlace {
  return ['payout_limit_changes', 'content_sealed', storeId, id];
}

export const sealedLimitChanges: SealedColumn = {
  table: changes.name,
  column: 'content_sealed',
  key: ['store_id', 'id'],
  place: (row) => contentPlace(String(row['store_id']), String(row['id'])),
};

interface Content {
  readonly patch: LimitPatch;
  readonly before: LimitPatch;
  readonly from?: Origin | undefined;
}

function rowToChange(row: Row, sealer: Sealer): LimitChange {
  const { storeId, contentSealed, ...change } = changes.fromRow(row);
  return { ...change, ...(JSON.parse(sealer.open(contentSealed, contentPlace(storeId, change.id))) as Content) };
}

function sealContent(storeId: string, sealer: Sealer, { id, patch, before, from }: LimitChange): Buffer {
  return sealer.seal(JSON.stringify({ patch, before, from } satisfies Content), contentPlace(storeId, id));
}

/** @throws AppError ALREADY_EXISTS `LIMIT_CHANGE_OPEN` while another of the store is under way */
export async function insertLimitChange(
  tx: Tx,
  { storeId }: StoreScope,
  sealer: Sealer,
  change: LimitChange,
): Promise<void> {
  const contentSealed = sealContent(storeId, sealer, change);
  try {
    await tx(changes.name).insert(changes.toRow({ ...change, storeId, contentSealed }));
  } catch (error) {
    if (isUniqueViolation(error)) throw limitChangeOpen();
    throw error;
  }
}

/** Under the lock of the store. */
export async function saveLimitChange(
  tx: Tx,
  { storeId }: StoreScope,
  sealer: Sealer,
  change: LimitChange,
): Promise<void> {
  const { status, confirmedBy, confirmedAt, worksAt, endedBy, endedAt } = change;
  await tx(changes.name)
    .where({ store_id: storeId, id: change.id })
    .update(
      ends.toRow({
        contentSealed: sealContent(storeId, sealer, change),
        status,
        confirmedBy,
        confirmedAt,
        worksAt,
        endedBy,
        endedAt,
      }),
    );
}

export async function findLimitChange(
  db: Db,
  { storeId }: StoreScope,
  sealer: Sealer,
  id: string,
): Promise<LimitChange | undefined> {
  const row = await db(changes.name).where({ store_id: storeId, id }).first<Row | undefined>(changes.columns);
  return row && rowToChange(row, sealer);
}

/** The change of a store that is under way. */
export async function findOpenLimitChange(
  db: Db,
  { storeId }: StoreScope,
  sealer: Sealer,
): Promise<LimitChange | undefined> {
  const row = await db(changes.name)
    .where({ store_id: storeId })
    .whereRaw(`status in ('WAITING', 'SCHEDULED')`)
    .first<Row | undefined>(changes.columns);
  return row && rowToChange(row, sealer);
}

/** The changes of a store, the newest first. */
export async function listLimitChanges(
  db: Db,
  { storeId }: StoreScope,
  sealer: Sealer,
  limit: number,
): Promise<readonly LimitChange[]> {
  const rows = await db(changes.name)
    .where({ store_id: storeId })
    .orderBy('id', 'desc')
    .limit(limit)
    .select<Row[]>(changes.columns);
  return rows.map((row) => rowToChange(row, sealer));
}

type ChangeKey = StoreScope & { readonly id: string };

/** Changes that come into force, or expire, at an instant. */
export async function listDueLimitChanges(
  db: Db,
  _all: CrossTenant,
  now: Date,
  limit: number,
): Promise<readonly ChangeKey[]> {
  return db(changes.name)
    .whereRaw(`status in ('WAITING', 'SCHEDULED') and coalesce(works_at, expires_at) <= ?`, [now])
    .orderByRaw('coalesce(works_at, expires_at)')
    .limit(limit)
    .select<ChangeKey[]>({ storeId: 'store_id', id: 'id' });
}

/** Changes that are still to be mailed to owners. */
export async function listUnmailedLimitChanges(
  db: Db,
  _all: CrossTenant,
  sealer: Sealer,
  limit: number,
): Promise<readonly { readonly tenant: Tenant; readonly change: LimitChange }[]> {
  const rows = await db(changes.name)
    .whereRaw('mailed_status is distinct from status')
    .orderBy('asked_at')
    .limit(limit)
    .select<Row[]>(changes.columns);
  return rows.map((row) => {
    const { storeId, devMode } = changes.fromRow(row);
    return { tenant: toTenant(storeId, devMode), change: rowToChange(row, sealer) };
  });
}

export async function markLimitChangeMailed(
  db: Db,
  { storeId }: StoreScope,
  { id, status }: Pick<LimitChange, 'id' | 'status'>,
): Promise<void> {
  await db(changes.name).where({ store_id: storeId, id, status }).update({ mailed_status: status });
}
