import type { CrossTenant } from '@pitanga/core';
import {
  asLocked,
  bytes,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Locked,
  type Row,
  type SealedColumn,
  type Tx,
} from '@pitanga/database';
import type { SealedPlace, Sealer } from '@pitanga/runtime';
import type { MessageLanguage } from '../access/language';
import type { User } from './user';

const users = table('users', {
  id: text('id'),
  emailSealed: bytes('email_sealed'),
  emailFingerprint: bytes('email_fingerprint'),
  passwordHash: text('password_hash'),
  createdAt: timestamp('created_at'),
  passwordChangedAt: timestamp('password_changed_at'),
  language: optional(text<MessageLanguage>('language')),
});

/** A user belongs to no store: the place of a store's id holds the user's. */
export function userEmailPlace(userId: string): SealedPlace {
  return ['users', 'email_sealed', userId];
}

export const sealedUsers: readonly SealedColumn[] = [
  { table: 'users', column: 'email_sealed', key: ['id'], place: (row) => userEmailPlace(String(row['id'])) },
];

/** E-mails have fingerprints of their own, so that they match no tax id's. */
export function emailFingerprint(sealer: Sealer, email: string): Buffer {
  return sealer.fingerprint(`e-mail\n${email}`);
}

function rowToUser(row: Row, sealer: Sealer): User {
  const { id, emailSealed, passwordHash, createdAt, passwordChangedAt, language } = users.fromRow(row);
  const email = sealer.open(emailSealed, userEmailPlace(id));
  return { id, email, passwordHash, createdAt, passwordChangedAt, language };
}

/** A user as its password was checked: a change of the password since changes `passwordChangedAt`. */
export type UserKey = Pick<User, 'id' | 'passwordChangedAt'>;

/** Undefined when another user has the e-mail. */
export async function insertUser(
  tx: Tx,
  _all: CrossTenant,
  sealer: Sealer,
  user: User,
): Promise<Locked<UserKey> | undefined> {
  const row = users.toRow({
    ...user,
    emailSealed: sealer.seal(user.email, userEmailPlace(user.id)),
    emailFingerprint: emailFingerprint(sealer, user.email),
  });
  const { rowCount } = await tx.raw<{ rowCount: number }>(`${users.insertSql} on conflict do nothing`, row);
  return rowCount === 1 ? asLocked(user) : undefined;
}

export async function findUser(db: Db, _all: CrossTenant, sealer: Sealer, id: string): Promise<User | undefined> {
  const row = await db(users.name).where({ id }).first<Row | undefined>(users.columns);
  return row && rowToUser(row, sealer);
}

export async function findUserByEmail(
  db: Db,
  _all: CrossTenant,
  sealer: Sealer,
  email: string,
): Promise<User | undefined> {
  const query = db(users.name).where({ email_fingerprint: emailFingerprint(sealer, email) });
  const row = await query.first<Row | undefined>(users.columns);
  return row && rowToUser(row, sealer);
}

/** Users after the id `after`, oldest first. */
export async function listUsers(
  db: Db,
  _all: CrossTenant,
  sealer: Sealer,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<User[]> {
  const rows = await db(users.name).where('id', '>', after).orderBy('id').limit(limit).select<Row[]>(users.columns);
  return rows.map((row) => rowToUser(row, sealer));
}

export async function updatePassword(tx: Tx, _all: CrossTenant, id: string, hash: string, at: Date): Promise<void> {
  await tx(users.name)
    .where({ id })
    .update(users.toRow({ passwordHash: hash, passwordChangedAt: at }));
}

/** The language that a person chose, for mail to them. */
export async function updateLanguage(db: Db, _all: CrossTenant, id: string, language: MessageLanguage): Promise<void> {
  await db(users.name).where({ id }).update(users.toRow({ language }));
}

/** Replaces the hash of the same password by one of another cost. */
export async function replaceHash(tx: Tx, _all: CrossTenant, id: string, hash: string): Promise<void> {
  await tx(users.name)
    .where({ id })
    .update(users.toRow({ passwordHash: hash }));
}

/** Deletes the user with sessions, factors, messages and memberships; false when there is none. */
export async function deleteUser(tx: Tx, _all: CrossTenant, id: string): Promise<boolean> {
  return (await tx(users.name).where({ id }).delete()) === 1;
}

/** Locks the user's row until the transaction ends. */
export async function lockUser(tx: Tx, _all: CrossTenant, id: string): Promise<Locked<UserKey> | undefined> {
  const wanted = users.pick('id', 'passwordChangedAt');
  const row = await tx(users.name).where({ id }).forUpdate().first<Row | undefined>(wanted.columns);
  return row && asLocked(wanted.fromRow(row));
}
