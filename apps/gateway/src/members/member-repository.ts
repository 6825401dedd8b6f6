import type { CrossTenant, StoreScope } from '@pitanga/core';
import { boolean, bytes, optional, table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { MessageLanguage } from '../access/language';
import type { Role } from '../access/role';
import { userEmailPlace } from '../users/user-repository';
import { storeOfPeopleSql } from './sandbox-people';
import { membersMax, membershipsMax, type Member } from './member';

const members = table('members', {
  storeId: text('store_id'),
  userId: text('user_id'),
  role: text<Role>('role'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

const shownMembers = table('members', {
  storeId: text('store_id'),
  userId: text('user_id'),
  role: text<Role>('role'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
  emailSealed: bytes('email_sealed'),
  language: optional(text<MessageLanguage>('language')),
});

export interface ShownMember extends Member {
  readonly email: string;
  readonly language: MessageLanguage | undefined;
}

const shownSql = `
  select m.store_id, m.user_id, m.role, m.created_at, m.updated_at, u.email_sealed, u.language
  from members m join users u on u.id = m.user_id where m.store_id = ${storeOfPeopleSql(':storeId')}`;

function rowToShownMember(row: Row, sealer: Sealer): ShownMember {
  const { emailSealed, ...member } = shownMembers.fromRow(row);
  return { ...member, email: sealer.open(emailSealed, userEmailPlace(member.userId)) };
}

/** The members of a store, the oldest first. */
export async function listMembers(db: Db, { storeId }: StoreScope, sealer: Sealer): Promise<ShownMember[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(`${shownSql} order by m.created_at, m.user_id limit :membersMax`, {
    storeId,
    membersMax,
  });
  return rows.map((row) => rowToShownMember(row, sealer));
}

/** One member; read it under the store's lock to change it. */
export async function findMember(
  db: Db,
  { storeId }: StoreScope,
  sealer: Sealer,
  userId: string,
): Promise<ShownMember | undefined> {
  const { rows } = await db.raw<{ rows: Row[] }>(`${shownSql} and m.user_id = :userId`, { storeId, userId });
  const [row] = rows;
  return row && rowToShownMember(row, sealer);
}

/** False when the user is a member already, whose role stays. */
export async function insertMember(tx: Tx, { storeId }: StoreScope, member: Omit<Member, 'storeId'>): Promise<boolean> {
  const row = members.toRow({ ...member, storeId });
  const { rowCount } = await tx.raw<{ rowCount: number }>(`${members.insertSql} on conflict do nothing`, row);
  return rowCount === 1;
}

/** When a person became a member; undefined when they are none. */
export async function findJoinedAt(db: Db, { storeId }: StoreScope, userId: string): Promise<Date | undefined> {
  const { rows } = await db.raw<{ rows: { created_at: Date }[] }>(
    `select m.created_at from members m where m.store_id = ${storeOfPeopleSql(':storeId')} and m.user_id = :userId`,
    { storeId, userId },
  );
  return rows[0]?.created_at;
}

export async function updateRole(tx: Tx, { storeId }: StoreScope, userId: string, role: Role, at: Date): Promise<void> {
  await tx(members.name)
    .where({ store_id: storeId, user_id: userId })
    .update(members.toRow({ role, updatedAt: at }));
}

/** With what they have chosen to be notified of, and what they have read and were still to be mailed. */
export async function deleteMember(tx: Tx, { storeId }: StoreScope, userId: string): Promise<void> {
  for (const name of ['notice_switches', 'notice_reads', 'notice_marks', 'notice_mails']) {
    await tx(name).where({ store_id: storeId, user_id: userId }).delete();
  }
  await tx(members.name).where({ store_id: storeId, user_id: userId }).delete();
}

export async function countOwners(tx: Tx, { storeId }: StoreScope): Promise<number> {
  const [row] = await tx(members.name)
    .where({ store_id: storeId, role: 'OWNER' })
    .count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
}

const memberRoles = members.pick('userId', 'role');

/** The members of a store by id, each with their role. */
export async function listMemberRoles(
  db: Db,
  { storeId }: StoreScope,
): Promise<readonly Pick<Member, 'userId' | 'role'>[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select m.user_id, m.role from members m where m.store_id = ${storeOfPeopleSql(':storeId')} limit :membersMax`,
    { storeId, membersMax },
  );
  return rows.map((row) => memberRoles.fromRow(row));
}

export async function countMembers(tx: Tx, { storeId }: StoreScope): Promise<number> {
  const [row] = await tx(members.name).where({ store_id: storeId }).count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
}

/** The stores of which a person is a member, in the order in which they are locked. */
export async function listStoresByUser(db: Db, _all: CrossTenant, userId: string): Promise<string[]> {
  return db(members.name).where({ user_id: userId }).orderBy('store_id').pluck<string[]>('store_id');
}

/** The stores of which a person is an owner. */
export async function listOwnedStores(db: Db, _all: CrossTenant, userId: string): Promise<string[]> {
  const query = db(members.name).where({ user_id: userId, role: 'OWNER' }).orderBy('store_id');
  return (await query.select<{ store_id: string }[]>('store_id')).map((row) => row.store_id);
}

/** A person's roles in stores of any status, one for each. */
export async function listRolesByUser(db: Db, _all: CrossTenant, userId: string): Promise<Role[]> {
  return db(members.name).where({ user_id: userId }).pluck<Role[]>('role');
}

const memberships = table('members', {
  storeId: text('store_id'),
  role: text<Role>('role'),
  name: text('name'),
  /** The store that it is a sandbox of. */
  sandboxOf: optional(text('sandbox_of')),
  subAccountsDev: boolean('sub_accounts_dev'),
  subAccountsProd: boolean('sub_accounts_prod'),
});

const membershipsSql = `
  select s.id as store_id, m.role, s.name, s.sub_accounts_dev, s.sub_accounts_prod, nullif(m.store_id, s.id) as sandbox_of
  from members m
  join lateral (
    select m.store_id as id
    union all select o.sandbox_store_id from sandboxes o where o.store_id = m.store_id
  ) entered on true
  join stores s on s.id = entered.id and s.status = 'ACTIVE'
  where m.user_id = :userId
  order by s.id <> m.store_id, s.id limit :membershipsMax`;

/** The active stores of a person, then their sandboxes. */
export async function listMemberships(db: Db, _all: CrossTenant, userId: string) {
  const { rows } = await db.raw<{ rows: Row[] }>(membershipsSql, { userId, membershipsMax });
  return rows.map((row) => memberships.fromRow(row));
}
