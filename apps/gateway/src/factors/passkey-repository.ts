import type { CrossTenant } from '@pitanga/core';
import {
  bigint,
  bytes,
  deleteInBatches,
  optional,
  table,
  text,
  texts,
  timestamp,
  type Db,
  type Row,
  type Tx,
} from '@pitanga/database';
import { passkeysMax, type ChallengePurpose, type Passkey, type PasskeyChallenge } from './passkey';

const passkeys = table('passkeys', {
  id: text('id'),
  userId: text('user_id'),
  name: text('name'),
  publicKey: bytes('public_key'),
  counter: bigint('counter'),
  transports: texts('transports'),
  createdAt: timestamp('created_at'),
  lastUsedAt: optional(timestamp('last_used_at')),
});

const challenges = table('passkey_challenges', {
  hash: bytes('hash'),
  purpose: text<ChallengePurpose>('purpose'),
  userId: optional(text('user_id')),
  expiresAt: timestamp('expires_at'),
});

/** False when the credential is known already. */
export async function insertPasskey(tx: Tx, _all: CrossTenant, passkey: Passkey): Promise<boolean> {
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `${passkeys.insertSql} on conflict do nothing`,
    passkeys.toRow(passkey),
  );
  return rowCount === 1;
}

export async function findPasskey(db: Db, _all: CrossTenant, id: string): Promise<Passkey | undefined> {
  const row = await db(passkeys.name).where({ id }).first<Row | undefined>(passkeys.columns);
  return row && passkeys.fromRow(row);
}

/** A user's passkeys, the oldest first. */
export async function listPasskeys(db: Db, _all: CrossTenant, userId: string): Promise<Passkey[]> {
  const query = db(passkeys.name).where({ user_id: userId }).orderBy('created_at').limit(passkeysMax);
  return (await query.select<Row[]>(passkeys.columns)).map((row) => passkeys.fromRow(row));
}

/** Records a use; false when the passkey was used with this counter or a later one. Of two at once one is accepted. */
export async function usePasskey(
  tx: Tx,
  _all: CrossTenant,
  id: string,
  { counter, now }: { readonly counter: number; readonly now: Date },
): Promise<boolean> {
  const query = tx(passkeys.name).where({ id });
  // An authenticator that does not count stays at 0.
  if (counter === 0) query.where({ counter: 0 });
  else query.where('counter', '<', counter);
  return (await query.update(passkeys.toRow({ counter, lastUsedAt: now }))) === 1;
}

/** False when the user has no such passkey. */
export async function deletePasskey(tx: Tx, _all: CrossTenant, userId: string, id: string): Promise<boolean> {
  return (await tx(passkeys.name).where({ user_id: userId, id }).delete()) === 1;
}

export async function insertChallenge(db: Db, _all: CrossTenant, challenge: PasskeyChallenge): Promise<void> {
  await db(challenges.name).insert(challenges.toRow(challenge));
}

/** Takes a challenge that has not ended; undefined when it is unknown or was answered. Of two at once one gets it. */
export async function takeChallenge(
  db: Db,
  _all: CrossTenant,
  hash: Buffer,
  now: Date,
): Promise<PasskeyChallenge | undefined> {
  const [row] = await db(challenges.name).where({ hash }).delete().returning<Row[]>(challenges.columns);
  const challenge = row && challenges.fromRow(row);
  return challenge && challenge.expiresAt > now ? challenge : undefined;
}

/** Deletes unanswered challenges. */
export async function purgeChallenges(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  return deleteInBatches(
    db,
    `delete from passkey_challenges where hash in
       (select hash from passkey_challenges where expires_at <= ? order by expires_at limit ?)`,
    now,
  );
}
