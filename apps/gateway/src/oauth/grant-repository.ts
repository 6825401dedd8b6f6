import type { CrossTenant } from '@pitanga/core';
import {
  asLocked,
  boolean,
  bytes,
  deleteInBatches,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Locked,
  type Row,
  type Tx,
} from '@pitanga/database';
import { storeOfPeopleSql } from '../members/sandbox-people';
import type { Grant, TokenPair } from './grant';

const grants = table('oauth_grants', {
  id: text('id'),
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  keyId: text('key_id'),
  clientId: text('client_id'),
  userId: text('user_id'),
  redirectUri: text('redirect_uri'),
  codeHash: bytes('code_hash'),
  codeChallenge: text('code_challenge'),
  codeExpiresAt: timestamp('code_expires_at'),
  exchangedAt: optional(timestamp('exchanged_at')),
  createdAt: timestamp('created_at'),
});

const pairs = table('oauth_tokens', {
  grantId: text('grant_id'),
  refreshHash: bytes('refresh_hash'),
  accessHash: bytes('access_hash'),
  accessExpiresAt: timestamp('access_expires_at'),
  refreshExpiresAt: timestamp('refresh_expires_at'),
  refreshedAt: optional(timestamp('refreshed_at')),
  createdAt: timestamp('created_at'),
});

export async function insertGrant(tx: Tx, _all: CrossTenant, grant: Grant): Promise<void> {
  await tx(grants.name).insert(grants.toRow(grant));
}

/** The grant whose code this was. Of two exchanges at once the second waits, and finds it exchanged. */
export async function lockGrantByCode(tx: Tx, _all: CrossTenant, codeHash: Buffer): Promise<Locked<Grant> | undefined> {
  const row = await tx(grants.name).where({ code_hash: codeHash }).forUpdate().first<Row | undefined>(grants.columns);
  return row && asLocked(grants.fromRow(row));
}

/** The grant of a refresh or access token. Its lock is the one under which its tokens change. */
export async function lockGrantByToken(tx: Tx, _all: CrossTenant, hash: Buffer): Promise<Locked<Grant> | undefined> {
  const row = await tx(grants.name)
    .whereIn('id', (query) => {
      void query.from(pairs.name).where({ refresh_hash: hash }).orWhere({ access_hash: hash }).select('grant_id');
    })
    .forUpdate()
    .first<Row | undefined>(grants.columns);
  return row && asLocked(grants.fromRow(row));
}

export async function findTokenPair(
  tx: Tx,
  _all: CrossTenant,
  { id }: Locked<Grant>,
  refreshHash: Buffer,
): Promise<TokenPair | undefined> {
  const row = await tx(pairs.name)
    .where({ grant_id: id, refresh_hash: refreshHash })
    .first<Row | undefined>(pairs.columns);
  return row && pairs.fromRow(row);
}

export async function noteExchanged(tx: Tx, _all: CrossTenant, { id }: Locked<Grant>, at: Date): Promise<void> {
  await tx(grants.name)
    .where({ id })
    .update(grants.toRow({ exchangedAt: at }));
}

export async function noteRefreshed(
  tx: Tx,
  _all: CrossTenant,
  { id }: Locked<Grant>,
  refreshHash: Buffer,
  at: Date,
): Promise<void> {
  await tx(pairs.name)
    .where({ grant_id: id, refresh_hash: refreshHash })
    .update(pairs.toRow({ refreshedAt: at }));
}

/** Tokens of one grant that are kept: who refreshes without end does not fill the table. */
const pairsMax = 50;

export async function insertTokenPair(
  tx: Tx,
  _all: CrossTenant,
  { id }: Locked<Grant>,
  pair: TokenPair,
): Promise<void> {
  await tx(pairs.name).insert(pairs.toRow(pair));
  await tx.raw(
    `delete from oauth_tokens where refresh_hash in
       (select refresh_hash from oauth_tokens where grant_id = :id
        order by created_at desc, refresh_hash = :newest desc offset :pairsMax)`,
    { id, newest: pair.refreshHash, pairsMax },
  );
}

/** Deletes a grant with its tokens. */
export async function deleteGrant(tx: Tx, _all: CrossTenant, { id }: Locked<Grant>): Promise<void> {
  await tx(grants.name).where({ id }).delete();
}

/** Until when the key of a grant works for the person who granted it; undefined once it does not. */
export async function findGrantEnd(
  tx: Tx,
  _all: CrossTenant,
  { storeId, devMode, keyId, userId }: Grant,
  now: Date,
): Promise<{ readonly endsAt: Date | undefined; readonly permissions: readonly string[] } | undefined> {
  const { rows } = await tx.raw<{ rows: { expires_at: Date | null; permissions: string[] }[] }>(
    `select k.expires_at, k.permissions from api_keys k
     join members m on m.store_id = ${storeOfPeopleSql('k.store_id')} and m.user_id = :userId
     where k.store_id = :storeId and k.dev_mode = :devMode and k.id = :keyId and k.revoked_at is null
       and (k.expires_at is null or k.expires_at > :now)`,
    { storeId, devMode, keyId, userId, now },
  );
  const [row] = rows;
  return row && { endsAt: row.expires_at ?? undefined, permissions: row.permissions };
}

/** Deletes the grants of keys that have ended, and tokens that have. */
export async function purgeEndedGrants(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  const ended = await deleteInBatches(
    db,
    `delete from oauth_grants where id in
       (select g.id from oauth_grants g join api_keys k on k.id = g.key_id
        where k.revoked_at is not null or k.expires_at <= ? limit ?)`,
    now,
  );
  const expired = `delete from oauth_tokens where refresh_hash in
    (select refresh_hash from oauth_tokens where refresh_expires_at <= ? limit ?)`;
  return ended + (await deleteInBatches(db, expired, now));
}

/**
 * A grant from which nothing can come any more, though its key has not ended: its code was not exchanged, its last refresh
 * token has ended, or who granted it is no member.
 */
export async function lockIdleGrant(tx: Tx, _all: CrossTenant, now: Date): Promise<Locked<Grant> | undefined> {
  const row = await tx(`${grants.name} as g`)
    .where((query) => {
      void query
        .whereRaw('g.exchanged_at is null and g.code_expires_at <= ?', [now])
        .orWhereRaw(
          `g.exchanged_at is not null and not exists (select from oauth_tokens t
             where t.grant_id = g.id and t.refreshed_at is null and t.refresh_expires_at > ?)`,
          [now],
        )
        .orWhereRaw(
          `not exists (select from members m
             where m.store_id = ${storeOfPeopleSql('g.store_id')} and m.user_id = g.user_id)`,
        );
    })
    .forUpdate()
    .skipLocked()
    .first<Row | undefined>(grants.columns);
  return row && asLocked(grants.fromRow(row));
}
