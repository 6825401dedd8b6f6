import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import {
  bigint,
  boolean,
  deleteInBatches,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Row,
} from '@pitanga/database';
import type { NewNotice, NoticeKind, NoticeSum, StoreNotice } from './notice';

const notices = table('store_notices', {
  id: text('id'),
  kind: text<NoticeKind>('kind'),
  recordId: text('record_id'),
  amountCents: optional(bigint('amount_cents')),
  dueAt: optional(timestamp('due_at')),
  askedBy: optional(text('asked_by')),
  isTransfer: boolean('is_transfer'),
  createdAt: timestamp('created_at'),
  position: bigint('position'),
});

const insertSql = `
  insert into store_notices (store_id, dev_mode, id, kind, record_id, amount_cents, due_at, asked_by, is_transfer,
    created_at, kept_at, waits)
  select b.store_id, b.dev_mode, b.id, b.kind, b.record_id, b.amount_cents, b.due_at, b.asked_by, b.is_transfer,
    b.created_at, cast(:at as timestamptz), b.waits
  from json_to_recordset(:notices::json) as b (n integer, store_id text, dev_mode boolean, id text, kind text,
    record_id text, amount_cents bigint, due_at timestamptz, asked_by text, is_transfer boolean, created_at timestamptz,
    waits boolean)
  order by b.n
  on conflict (store_id, dev_mode, id) do nothing`;

/** Keeps notices in their order; a repeat keeps nothing. */
export async function insertNotices(db: Db, added: readonly Owned<NewNotice>[], at: Date): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ tenant, ...notice }, n) => ({
    n,
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    id: notice.id,
    kind: notice.kind,
    record_id: notice.recordId,
    amount_cents: notice.amountCents,
    due_at: notice.dueAt,
    asked_by: notice.askedBy,
    is_transfer: notice.isTransfer ?? false,
    created_at: notice.createdAt,
    waits: notice.waits,
  }));
  await db.raw(insertSql, { notices: JSON.stringify(rows), at }).options({ name: 'store_notices_insert' });
}

/** What a person has read: all up to a position, and some one by one. */
export interface ReadMarks {
  readonly position: number;
  readonly ids: readonly string[];
}

interface NoticeFilter {
  readonly kinds: readonly NoticeKind[];
  /** Store time; nothing older is shown. */
  readonly since: Date;
}

/** The newest notices of these kinds, the newest first; reads no more rows of each kind than the answer has. */
export async function listNotices(
  db: Db,
  tenant: Tenant,
  { kinds, since, limit }: NoticeFilter & { readonly limit: number },
): Promise<readonly StoreNotice[]> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(
      `select n.* from unnest(cast(:kinds as text[])) as wanted (kind) cross join lateral (
         select ${notices.selectSql()} from store_notices
         where store_id = :storeId and dev_mode = :devMode and kind = wanted.kind
           and created_at >= cast(:since as timestamptz)
         order by position desc limit :limit
       ) n order by n.position desc limit :limit`,
      { storeId: tenant.storeId, devMode: tenant.devMode, kinds, since, limit },
    )
    .options({ name: 'store_notices_list' });
  return rows.map((row) => ({ ...notices.fromRow(row), tenant }));
}

/** How many are unread, at most `most`. */
export async function countUnread(
  db: Db,
  tenant: Tenant,
  { kinds, since, read, most }: NoticeFilter & { readonly read: ReadMarks; readonly most: number },
): Promise<number> {
  const { rows } = await db
    .raw<{ rows: { count: number }[] }>(
      `select count(*)::integer as count from (
         select n.id from unnest(cast(:kinds as text[])) as wanted (kind) cross join lateral (
           select id from store_notices
           where store_id = :storeId and dev_mode = :devMode and kind = wanted.kind and position > :position
             and created_at >= cast(:since as timestamptz) and id <> all (cast(:ids as text[]))
           limit :most
         ) n limit :most
       ) unread`,
      {
        storeId: tenant.storeId,
        devMode: tenant.devMode,
        kinds,
        since,
        position: read.position,
        ids: read.ids,
        most,
      },
    )
    .options({ name: 'store_notices_unread' });
  return rows[0]?.count ?? 0;
}

/** Counts and sums by kind what happened in a time. */
export async function sumNotices(
  db: Db,
  tenant: Tenant,
  { kinds, from, until }: { readonly kinds: readonly NoticeKind[]; readonly from: Date; readonly until: Date },
): Promise<readonly NoticeSum[]> {
  const { rows } = await db
    .raw<{ rows: { kind: NoticeKind; count: number; amount_cents: number }[] }>(
      `select kind, count(*)::integer as count, coalesce(sum(amount_cents), 0)::bigint as amount_cents
       from store_notices
       where store_id = :storeId and dev_mode = :devMode and kind = any (cast(:kinds as text[]))
         and created_at >= cast(:from as timestamptz) and created_at < cast(:until as timestamptz)
       group by kind order by kind`,
      { storeId: tenant.storeId, devMode: tenant.devMode, kinds, from, until },
    )
    .options({ name: 'store_notices_sum' });
  return rows.map(({ kind, count, amount_cents: amountCents }) => ({ kind, count, amountCents }));
}

const waiting = table('store_notices', { storeId: text('store_id'), devMode: boolean('dev_mode') });

/** Those that members are still to be given, the oldest first. */
export async function listWaitingNotices(db: Db, _all: CrossTenant, limit: number): Promise<readonly StoreNotice[]> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(
      `select ${waiting.selectSql()}, ${notices.selectSql()} from store_notices where waits order by position limit :limit`,
      { limit },
    )
    .options({ name: 'store_notices_waiting' });
  return rows.map((row) => {
    const { storeId, devMode } = waiting.fromRow(row);
    return { ...notices.fromRow(row), tenant: toTenant(storeId, devMode) };
  });
}

/** They wait no more. */
export async function settleNotices(db: Db, _all: CrossTenant, positions: readonly number[]): Promise<void> {
  await db
    .raw('update store_notices set waits = false where waits and position = any (cast(:positions as bigint[]))', {
      positions,
    })
    .options({ name: 'store_notices_settle' });
}

/** Deletes what was kept before an instant. */
export function deleteOldNotices(db: Db, _all: CrossTenant, before: Date): Promise<number> {
  return deleteInBatches(
    db,
    `delete from store_notices where (store_id, dev_mode, id) in (
       select store_id, dev_mode, id from store_notices where kept_at < ?::timestamptz order by kept_at limit ?
     )`,
    before,
  );
}
