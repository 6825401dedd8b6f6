import { toTenant, type CrossTenant, type Tenant } from '@pitanga/core';
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
import type { StoreNoticeKind } from './notice-kinds';

const mails = table('notice_mails', {
  noticeId: text('notice_id'),
  userId: text('user_id'),
  kind: text<StoreNoticeKind>('kind'),
  recordId: text('record_id'),
  amountCents: optional(bigint('amount_cents')),
  dueAt: optional(timestamp('due_at')),
  isTransfer: boolean('is_transfer'),
});

/** A notice that one member is mailed. */
export interface NoticeMail {
  readonly noticeId: string;
  readonly userId: string;
  readonly kind: StoreNoticeKind;
  readonly recordId: string;
  readonly amountCents?: number | undefined;
  readonly dueAt?: Date | undefined;
  readonly isTransfer: boolean;
}

/** Notices of a kind for one member, which are one mail. */
export interface MailGroup {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly kind: StoreNoticeKind;
}

/** One row for each person and fact; a repeat writes none. */
export async function insertNoticeMails(
  db: Db,
  { storeId, devMode }: Tenant,
  added: readonly NoticeMail[],
  at: Date,
): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map((mail) => ({ ...mails.toRow(mail), store_id: storeId, dev_mode: devMode, created_at: at }));
  await db('notice_mails').insert(rows).onConflict(['store_id', 'dev_mode', 'user_id', 'notice_id']).ignore();
}

/** A group that may be mailed now. */
export interface DueGroup extends MailGroup {
  /** Mails that its person was sent since the day's bound. */
  readonly sent: number;
}

/** When a group is due: its last mail was before `foldedFrom`, and its person got fewer than `most` since `dayFrom`. */
interface MailPace {
  readonly foldedFrom: Date;
  readonly dayFrom: Date;
  readonly most: number;
}

const dueSql = `
  select g.store_id, g.dev_mode, g.user_id, g.kind, p.sent
  from (
    select store_id, dev_mode, user_id, kind, min(created_at) as since from notice_mails where sent_at is null
    group by store_id, dev_mode, user_id, kind
  ) g
  cross join lateral (
    select count(distinct mail_id)::integer as sent,
      coalesce(bool_or(s.store_id = g.store_id and s.dev_mode = g.dev_mode and s.kind = g.kind
        and s.sent_at > cast(:foldedFrom as timestamptz)), false) as is_folding
    from notice_mails s where s.user_id = g.user_id and s.sent_at > cast(:dayFrom as timestamptz)
  ) p
  where not p.is_folding and p.sent < :most
  order by g.since limit :limit`;

/** Groups with unsent notices that may be mailed now, the one that waits longest first. */
export async function listDueGroups(
  db: Db,
  _all: CrossTenant,
  { foldedFrom, dayFrom, most }: MailPace,
  limit: number,
): Promise<readonly DueGroup[]> {
  type Found = { store_id: string; dev_mode: boolean; user_id: string; kind: StoreNoticeKind; sent: number };
  const { rows } = await db.raw<{ rows: Found[] }>(dueSql, { foldedFrom, dayFrom, most, limit });
  return rows.map((row) => ({
    tenant: toTenant(row.store_id, row.dev_mode),
    userId: row.user_id,
    kind: row.kind,
    sent: row.sent,
  }));
}

/**
 * Gives the notices of a group that are in no mail one id, unless an earlier mail of the group is unsent; returns the mail
 * to send. A repeat returns the same mail with the same notices, whatever has come since.
 */
export async function claimNoticeMail(
  db: Db,
  { storeId, devMode }: Tenant,
  { userId, kind }: Pick<MailGroup, 'userId' | 'kind'>,
  newId: string,
): Promise<{ readonly mailId: string; readonly notices: readonly NoticeMail[] } | undefined> {
  const group = { storeId, devMode, userId, kind };
  const unsent = `store_id = :storeId and dev_mode = :devMode and user_id = :userId and kind = :kind and sent_at is null`;
  await db.raw(
    `update notice_mails set mail_id = :newId where ${unsent} and mail_id is null
       and not exists (select from notice_mails where ${unsent} and mail_id is not null)`,
    { ...group, newId },
  );
  const { rows } = await db.raw<{ rows: (Row & { mail_id: string })[] }>(
    `select ${mails.selectSql()}, mail_id from notice_mails where ${unsent} and mail_id is not null
     order by mail_id, notice_id`,
    group,
  );
  const mailId = rows[0]?.mail_id;
  if (mailId === undefined) return undefined;
  return { mailId, notices: rows.filter((row) => row.mail_id === mailId).map((row) => mails.fromRow(row)) };
}

/** It is with the mail queue, or its person is a member no more. */
export async function markNoticeMailSent(
  db: Db,
  { storeId, devMode }: Tenant,
  { userId }: Pick<MailGroup, 'userId'>,
  mailId: string,
  at: Date,
): Promise<void> {
  await db('notice_mails')
    .where({ store_id: storeId, dev_mode: devMode, user_id: userId, mail_id: mailId })
    .update({ sent_at: at });
}

/** Deletes what is older than a week, sent or not. */
export function purgeNoticeMails(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  return deleteInBatches(
    db,
    `delete from notice_mails where (store_id, dev_mode, user_id, notice_id) in (
       select store_id, dev_mode, user_id, notice_id from notice_mails
       where created_at <= ?::timestamptz - interval '7 days' order by created_at limit ?)`,
    now,
  );
}
