import type { CrossTenant, StoreScope } from '@pitanga/core';
import { deleteInBatches, optional, table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';
import type { Actor } from '../access/actor';
import type { NoticeKind } from './notice-kinds';

const notices = table('security_notices', {
  id: text('id'),
  kind: text<NoticeKind>('kind'),
  userId: text('user_id'),
  storeId: optional(text('store_id')),
  actorKind: text<Actor['kind']>('actor_kind'),
  actorId: text('actor_id'),
  about: text('about'),
  createdAt: timestamp('created_at'),
  device: optional(text('device')),
  address: optional(text('address')),
});

/** A mail about security that is still to be sent. */
export interface SecurityNotice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly userId: string;
  readonly storeId: string | undefined;
  readonly actorKind: Actor['kind'];
  readonly actorId: string;
  readonly about: string;
  readonly createdAt: Date;
  /** Absent of the operator's commands. */
  readonly device?: string | undefined;
  readonly address?: string | undefined;
}

/** Of a person who is erased meanwhile it writes nothing. */
export async function insertNotice(tx: Tx, _scope: StoreScope, notice: SecurityNotice): Promise<void> {
  const isThere = await tx('users').where({ id: notice.userId }).first<{ id: string } | undefined>('id');
  if (isThere) await tx(notices.name).insert(notices.toRow(notice));
}

export async function listOwnerIds(tx: Tx, { storeId }: StoreScope): Promise<string[]> {
  const rows = await tx('members')
    .where({ store_id: storeId, role: 'OWNER' })
    .orderBy('user_id')
    .select<{ user_id: string }[]>('user_id');
  return rows.map(({ user_id: userId }) => userId);
}

/** Oldest first. */
export async function listNotices(db: Db, _all: CrossTenant, limit: number): Promise<SecurityNotice[]> {
  const rows = await db(notices.name).orderBy('created_at').limit(limit).select<Row[]>(notices.columns);
  return rows.map((row) => notices.fromRow(row));
}

/** It is in the mail queue. */
export async function deleteNotice(db: Db, _all: CrossTenant, id: string): Promise<void> {
  await db(notices.name).where({ id }).delete();
}

/** Deletes what could not be mailed for a week: this installation sends no mail. */
export async function purgeNotices(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  return deleteInBatches(
    db,
    `delete from security_notices where id in
       (select id from security_notices where created_at <= ?::timestamptz - interval '7 days' order by created_at limit ?)`,
    now,
  );
}
