import type { CrossTenant, StoreScope } from '@pitanga/core';
import {
  bytes,
  deleteInBatches,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Row,
  type SealedColumn,
  type Tx,
} from '@pitanga/database';
import type { SealedPlace, Sealer } from '@pitanga/runtime';
import type { Role } from '../access/role';
import { emailFingerprint } from '../users/user-repository';
import type { AccountMessage, MessageKind } from './account-message';

const messages = table('account_messages', {
  id: text('id'),
  kind: text<MessageKind>('kind'),
  hash: bytes('hash'),
  emailSealed: bytes('email_sealed'),
  emailFingerprint: bytes('email_fingerprint'),
  linkSealed: optional(bytes('link_sealed')),
  userId: optional(text('user_id')),
  storeId: optional(text('store_id')),
  role: optional(text<Role>('role')),
  invitedBy: optional(text('invited_by')),
  createdAt: timestamp('created_at'),
  expiresAt: timestamp('expires_at'),
  usedAt: optional(timestamp('used_at')),
  language: text<AccountMessage['language']>('language'),
});

type SealedName = 'email_sealed' | 'link_sealed';

function messagePlace(column: SealedName, id: string): SealedPlace {
  return ['account_messages', column, id];
}

const sealedNames = ['email_sealed', 'link_sealed'] as const;

export const sealedMessages: readonly SealedColumn[] = sealedNames.map((column) => ({
  table: 'account_messages',
  column,
  key: ['id'],
  place: (row) => messagePlace(column, String(row['id'])),
}));

function rowToMessage(row: Row, sealer: Sealer): AccountMessage {
  const { id, kind, emailSealed, userId, storeId, role, invitedBy, ...times } = messages.fromRow(row);
  const { createdAt, expiresAt, usedAt, language } = times;
  const isInvitation = storeId !== undefined && role !== undefined;
  return {
    id,
    kind,
    email: sealer.open(emailSealed, messagePlace('email_sealed', id)),
    userId,
    invitation: isInvitation ? { storeId, role, invitedBy } : undefined,
    createdAt,
    expiresAt,
    usedAt,
    language,
  };
}

export async function insertMessage(
  tx: Tx,
  _all: CrossTenant,
  sealer: Sealer,
  message: AccountMessage,
  { hash, link }: { readonly hash: Buffer; readonly link: string },
): Promise<void> {
  const { id, email, invitation } = message;
  await tx(messages.name).insert(
    messages.toRow({
      ...message,
      ...invitation,
      hash,
      emailSealed: sealer.seal(email, messagePlace('email_sealed', id)),
      emailFingerprint: emailFingerprint(sealer, email),
      linkSealed: sealer.seal(link, messagePlace('link_sealed', id)),
    }),
  );
}

/** How many messages went to an e-mail since an instant. */
export async function countMessages(
  db: Db,
  _all: CrossTenant,
  sealer: Sealer,
  email: string,
  since: Date,
): Promise<number> {
  const [row] = await db(messages.name)
    .where({ email_fingerprint: emailFingerprint(sealer, email) })
    .where('created_at', '>', since)
    .count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
}

/** How many invitations a store made since an instant, also such as were withdrawn or used; not those of the operator. */
export async function countInvitations(tx: Tx, { storeId }: StoreScope, since: Date): Promise<number> {
  const [row] = await tx(messages.name)
    .where({ kind: 'INVITATION', store_id: storeId })
    .whereNotNull('invited_by')
    .where('created_at', '>', since)
    .count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
}

/** The same of a member or an API key, to any store. */
export async function countInvitationsBy(tx: Tx, _all: CrossTenant, id: string, since: Date): Promise<number> {
  const [row] = await tx(messages.name)
    .where({ kind: 'INVITATION', invited_by: id })
    .where('created_at', '>', since)
    .count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
}

/** The message of an unused, unexpired link. */
export async function findOpenMessage(
  db: Db,
  _all: CrossTenant,
  sealer: Sealer,
  hash: Buffer,
  now: Date,
): Promise<AccountMessage | undefined> {
  const query = db(messages.name).where({ hash, used_at: null }).where('expires_at', '>', now);
  const row = await query.first<Row | undefined>(messages.columns);
  return row && rowToMessage(row, sealer);
}

/** Uses a link; undefined when it was used, has expired or does not exist. Of two at once one gets it. */
export async function useMessage(
  tx: Tx,
  _all: CrossTenant,
  sealer: Sealer,
  hash: Buffer,
  now: Date,
): Promise<AccountMessage | undefined> {
  const [row] = await tx(messages.name)
    .where({ hash, used_at: null })
    .where('expires_at', '>', now)
    .update(messages.toRow({ usedAt: now, linkSealed: undefined }))
    .returning<Row[]>(messages.columns);
  return row && rowToMessage(row, sealer);
}

/** Ends the links that set a user's password. */
export async function endPasswordLinks(tx: Tx, _all: CrossTenant, userId: string, now: Date): Promise<void> {
  await tx(messages.name)
    .where({ user_id: userId, used_at: null })
    .update(messages.toRow({ usedAt: now, linkSealed: undefined }));
}

/** A store's open invitations, newest first. */
export async function listInvitations(
  db: Db,
  { storeId }: StoreScope,
  sealer: Sealer,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<AccountMessage[]> {
  const rows = await db(messages.name)
    .where({ store_id: storeId, used_at: null })
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(limit)
    .select<Row[]>(messages.columns);
  return rows.map((row) => rowToMessage(row, sealer));
}

/** Withdraws an open invitation of a store. */
export async function withdrawInvitation(
  tx: Tx,
  { storeId }: StoreScope,
  sealer: Sealer,
  id: string,
  now: Date,
): Promise<AccountMessage | undefined> {
  const [row] = await tx(messages.name)
    .where({ store_id: storeId, id, used_at: null })
    .where('expires_at', '>', now)
    .update(messages.toRow({ usedAt: now, linkSealed: undefined }))
    .returning<Row[]>(messages.columns);
  return row && rowToMessage(row, sealer);
}

/** Withdraws the open invitations of one e-mail to a store, which a new one replaces. */
export async function withdrawInvitations(
  tx: Tx,
  { storeId }: StoreScope,
  sealer: Sealer,
  email: string,
  now: Date,
): Promise<void> {
  await tx(messages.name)
    .where({ store_id: storeId, email_fingerprint: emailFingerprint(sealer, email), used_at: null })
    .update(messages.toRow({ usedAt: now, linkSealed: undefined }));
}

/** Withdraws the open invitations that a person made, to any store. */
export async function withdrawAllInvitationsBy(tx: Tx, _all: CrossTenant, userId: string, now: Date): Promise<void> {
  await tx(messages.name)
    .where({ invited_by: userId, used_at: null })
    .update(messages.toRow({ usedAt: now, linkSealed: undefined }));
}

/** Withdraws the open invitations that members or API keys made. */
export async function withdrawInvitationsBy(
  tx: Tx,
  { storeId }: StoreScope,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx(messages.name)
    .where({ store_id: storeId, used_at: null })
    .whereIn('invited_by', ids)
    .update(messages.toRow({ usedAt: now, linkSealed: undefined }));
}

/** Open messages, newest first, for the operator. */
export async function listOpenMessages(
  db: Db,
  _all: CrossTenant,
  sealer: Sealer,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<AccountMessage[]> {
  const rows = await db(messages.name)
    .where({ used_at: null })
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .select<Row[]>(messages.columns);
  return rows.map((row) => rowToMessage(row, sealer));
}

/** The link of an open message; undefined when there is none. */
export async function findLink(
  db: Db,
  _all: CrossTenant,
  sealer: Sealer,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const query = db(messages.name).where({ id, used_at: null }).where('expires_at', '>', now);
  const row = await query.first<Row | undefined>(messages.columns);
  const sealed = row && messages.fromRow(row).linkSealed;
  return sealed && sealer.open(sealed, messagePlace('link_sealed', id));
}

/** A message that is still to be mailed, with its link. */
export interface UnmailedMessage {
  readonly message: AccountMessage;
  readonly link: string;
}

/** Open messages that were not mailed, oldest first. */
export async function listUnmailed(
  db: Db,
  _all: CrossTenant,
  sealer: Sealer,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<UnmailedMessage[]> {
  const rows = await db(messages.name)
    .where({ used_at: null, mailed_at: null })
    .whereNotNull('link_sealed')
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .limit(limit)
    .select<Row[]>(messages.columns);
  return rows.flatMap((row) => {
    const message = rowToMessage(row, sealer);
    const sealed = messages.fromRow(row).linkSealed;
    return sealed ? [{ message, link: sealer.open(sealed, messagePlace('link_sealed', message.id)) }] : [];
  });
}

/** Notes that a message is in the mail queue. */
export async function markMailed(db: Db, _all: CrossTenant, id: string, at: Date): Promise<void> {
  await db(messages.name).where({ id, mailed_at: null }).update({ mailed_at: at });
}

/** Deletes messages to an e-mail: a person's right to be forgotten. */
export async function deleteMessagesTo(tx: Tx, _all: CrossTenant, sealer: Sealer, email: string): Promise<void> {
  await tx(messages.name)
    .where({ email_fingerprint: emailFingerprint(sealer, email) })
    .delete();
}

/** Deletes messages a day after the end of their links: they hold e-mails. */
export async function purgeMessages(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  return deleteInBatches(
    db,
    `delete from account_messages where id in
       (select id from account_messages where expires_at <= ?::timestamptz - interval '1 day' order by expires_at limit ?)`,
    now,
  );
}
