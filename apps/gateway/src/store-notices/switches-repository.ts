import type { CrossTenant, StoreScope } from '@pitanga/core';
import { boolean, date, optional, table, text, texts, timestamp, type Db, type Row } from '@pitanga/database';
import { storeOfPeopleSql } from '../members/sandbox-people';
import { defaultSwitches, type NoticeSwitches, type StoreNoticeKind } from './notice-kinds';

const switches = table('notice_switches', {
  storeId: text('store_id'),
  userId: text('user_id'),
  bell: texts<StoreNoticeKind>('bell'),
  mail: texts<StoreNoticeKind>('mail'),
  digest: boolean('digest'),
  digestDay: optional(date('digest_day')),
  updatedAt: timestamp('updated_at'),
});
const chosen = switches.pick('userId', 'bell', 'mail', 'digest');

/** Those of a store's members who have chosen, by person. */
export async function listSwitches(db: Db, { storeId }: StoreScope): Promise<ReadonlyMap<string, NoticeSwitches>> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select ${chosen.selectSql()} from notice_switches where store_id = ${storeOfPeopleSql(':storeId')}`,
    { storeId },
  );
  return new Map(rows.map((row) => chosen.fromRow(row)).map(({ userId, ...own }) => [userId, own]));
}

/** What a person has chosen in a store, or the defaults; in a sandbox as in its store. */
export async function findSwitches(db: Db, { storeId }: StoreScope, userId: string): Promise<NoticeSwitches> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select ${chosen.selectSql()} from notice_switches
     where store_id = ${storeOfPeopleSql(':storeId')} and user_id = :userId`,
    { storeId, userId },
  );
  const [row] = rows;
  if (!row) return defaultSwitches;
  const { bell, mail, digest } = chosen.fromRow(row);
  return { bell, mail, digest };
}

/** What a person has chosen in a store; of one who is no member it keeps nothing. */
export async function saveSwitches(
  db: Db,
  { storeId }: StoreScope,
  userId: string,
  { bell, mail, digest }: NoticeSwitches,
  at: Date,
): Promise<void> {
  await db.raw(
    `insert into notice_switches (store_id, user_id, bell, mail, digest, updated_at)
     select m.store_id, m.user_id, cast(:bell as text[]), cast(:mail as text[]), :digest, cast(:at as timestamptz)
     from members m where m.store_id = ${storeOfPeopleSql(':storeId')} and m.user_id = :userId
     on conflict (store_id, user_id) do update
       set bell = excluded.bell, mail = excluded.mail, digest = excluded.digest, updated_at = excluded.updated_at`,
    { storeId, userId, bell, mail, digest, at },
  );
}

/** A member who is to be sent the digest of a day. */
export interface DueDigest {
  readonly storeId: string;
  readonly userId: string;
}

const due = switches.pick('storeId', 'userId');

/** Those whose digest of a day (YYYY-MM-DD) was not sent yet. */
export async function listDueDigests(
  db: Db,
  _all: CrossTenant,
  day: string,
  limit: number,
): Promise<readonly DueDigest[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select ${due.selectSql()} from notice_switches where digest and (digest_day is null or digest_day < cast(:day as date))
     order by store_id, user_id limit :limit`,
    { day, limit },
  );
  return rows.map((row) => due.fromRow(row));
}

/** The digest of a day is with the mail queue, or there is none to send. */
export async function markDigestSent(db: Db, { storeId }: StoreScope, userId: string, day: string): Promise<void> {
  await db(switches.name).where({ store_id: storeId, user_id: userId }).update({ digest_day: day });
}
