import { toTenant, type CrossTenant } from '@pitanga/core';
import {
  bytes,
  deleteInBatches,
  int,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Locked,
  type Row,
  type Tx,
} from '@pitanga/database';
import { firstCompatibility } from '@pitanga/records';
import type { Principal } from '../access/principal';
import { listRolePermissions, type Role } from '../access/role';
import { storeOfPeopleSql } from '../members/sandbox-people';
import type { UserKey } from '../users/user-repository';
import { sessionsMaxOf, type Session, type SessionLevel } from './session';

const sessions = table('sessions', {
  id: text('id'),
  userId: text('user_id'),
  hash: bytes('hash'),
  level: text<SessionLevel>('level'),
  secondFactorAt: optional(timestamp('second_factor_at')),
  userAgent: text('user_agent'),
  createdAt: timestamp('created_at'),
  lastSeenAt: timestamp('last_seen_at'),
  endsAt: timestamp('ends_at'),
});

const shownSessions = sessions.pick(
  'id',
  'userId',
  'level',
  'secondFactorAt',
  'userAgent',
  'createdAt',
  'lastSeenAt',
  'endsAt',
);

/** Inserts a session of a user and ends the oldest beyond the greatest number of its level. */
export async function insertSession(
  tx: Tx,
  all: CrossTenant,
  user: Locked<UserKey>,
  session: Omit<Session, 'userId'>,
  hash: Buffer,
): Promise<void> {
  await tx(sessions.name).insert(sessions.toRow({ ...session, userId: user.id, hash }));
  await deleteOldSessions(tx, all, user, session);
}

/** Ends what a user has beyond the greatest number of a level, never the given session. */
export async function deleteOldSessions(
  tx: Tx,
  _all: CrossTenant,
  { id: userId }: Locked<UserKey>,
  { id, level }: Pick<Session, 'id' | 'level'>,
): Promise<void> {
  await tx.raw(
    `delete from sessions where id in
       (select id from sessions where user_id = :userId and level = :level
        order by id = :id desc, last_seen_at desc offset :most)`,
    { id, userId, level, most: sessionsMaxOf[level] },
  );
}

/** Gives a session a new token, and a new level after a factor. False when it has ended meanwhile. */
export async function rotateSession(
  tx: Tx,
  _all: CrossTenant,
  id: string,
  change: Partial<Pick<Session, 'level' | 'secondFactorAt' | 'endsAt'>> & { readonly hash: Buffer },
): Promise<boolean> {
  return (await tx(sessions.name).where({ id }).update(sessions.toRow(change))) === 1;
}

/** The user's sessions, last seen first. */
export async function listSessions(db: Db, _all: CrossTenant, userId: string): Promise<Session[]> {
  const rows = await db(sessions.name)
    .where({ user_id: userId })
    .orderBy('last_seen_at', 'desc')
    .limit(sessionsMaxOf.FULL + sessionsMaxOf.PASSWORD)
    .select<Row[]>(shownSessions.columns);
  return rows.map((row) => shownSessions.fromRow(row));
}

/** Ends one session of a user; false when there is none. */
export async function deleteSession(tx: Tx, _all: CrossTenant, userId: string, id: string): Promise<boolean> {
  return (await tx(sessions.name).where({ user_id: userId, id }).delete()) === 1;
}

/** Ends a user's sessions, all but one if it is given; returns how many. */
export async function deleteSessions(tx: Tx, _all: CrossTenant, userId: string, exceptId?: string): Promise<number> {
  const query = tx(sessions.name).where({ user_id: userId });
  if (exceptId !== undefined) query.whereNot({ id: exceptId });
  return query.delete();
}

export async function recordSessionUse(db: Db, _all: CrossTenant, id: string, at: Date): Promise<void> {
  await db(sessions.name)
    .where({ id })
    .where('last_seen_at', '<', at)
    .update(sessions.toRow({ lastSeenAt: at }));
}

/** Deletes sessions after their absolute end; those idle for too long end there too. */
export async function purgeSessions(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  return deleteInBatches(
    db,
    'delete from sessions where id in (select id from sessions where ends_at <= ? order by ends_at limit ?)',
    now,
  );
}

/** A session with what it may do in one store. */
const visitors = table('sessions', {
  ...{ id: text('id'), userId: text('user_id'), hash: bytes('hash'), level: text<SessionLevel>('level') },
  secondFactorAt: optional(timestamp('second_factor_at')),
  userAgent: text('user_agent'),
  createdAt: timestamp('created_at'),
  lastSeenAt: timestamp('last_seen_at'),
  endsAt: timestamp('ends_at'),
  storeId: optional(text('store_id')),
  role: optional(text<Role>('role')),
  storeName: optional(text('store_name')),
  storeWebsite: optional(text('store_website')),
  storeCreatedAt: optional(timestamp('store_created_at')),
  rateLimitPerSecond: optional(int('rate_limit_per_second')),
});

const findVisitorSql = `
  select v.id, v.user_id, v.hash, v.level, v.second_factor_at, v.user_agent, v.created_at, v.last_seen_at, v.ends_at,
         s.id as store_id, m.role, s.name as store_name, s.website as store_website, s.created_at as store_created_at,
         s.rate_limit_per_second
  from sessions v
  left join members m on m.user_id = v.user_id and m.store_id = ${storeOfPeopleSql(':storeId')}
  left join stores s on m.store_id is not null and s.id = :storeId and s.status = 'ACTIVE'
  where v.hash = :hash and v.ends_at > :now and v.last_seen_at > :idleSince`;

/** A session, and the caller it is in the store that was asked for, in both of the store's environments. */
export interface FoundVisitor {
  readonly hash: Buffer;
  readonly session: Session;
  /** Undefined where the user is no member, or the store is unknown or not active. */
  readonly store: { readonly dev: Principal; readonly prod: Principal; readonly role: Role } | undefined;
}

/** One query by the unique index of the hash, and the primary keys of members and stores. */
export async function findVisitor(
  db: Db,
  _all: CrossTenant,
  query: { readonly hash: Buffer; readonly storeId: string; readonly now: Date; readonly idleSince: Date },
): Promise<FoundVisitor | undefined> {
  const { rows } = await db.raw<{ rows: Row[] }>(findVisitorSql, query).options({ name: 'resolve_session' });
  const [row] = rows;
  if (!row) return undefined;
  const { hash, storeId, role, storeName, storeWebsite, storeCreatedAt, rateLimitPerSecond, ...session } =
    visitors.fromRow(row);
  if (storeId === undefined || role === undefined || storeCreatedAt === undefined) {
    return { hash, session, store: undefined };
  }
  const principalIn = (devMode: boolean): Principal => ({
    tenant: toTenant(storeId, devMode),
    actor: { kind: 'USER', id: session.userId },
    permissions: listRolePermissions(role),
    storeName: storeName ?? '',
    storeWebsite: storeWebsite ?? '',
    storeCreatedAt,
    // The dashboard knows Pitanga's own words alone.
    compatibility: firstCompatibility,
    rateLimitPerSecond,
  });
  return { hash, session, store: { dev: principalIn(true), prod: principalIn(false), role } };
}
