import type { CrossTenant } from '@pitanga/core';
import {
  bigint,
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

const totps = table('user_totps', {
  userId: text('user_id'),
  secretSealed: bytes('secret_sealed'),
  confirmedAt: optional(timestamp('confirmed_at')),
  lastStep: bigint('last_step'),
  createdAt: timestamp('created_at'),
});

export interface Totp {
  readonly secret: string;
  readonly isConfirmed: boolean;
  readonly createdAt: Date;
}

function totpPlace(userId: string): SealedPlace {
  return ['user_totps', 'secret_sealed', userId];
}

export const sealedTotps: readonly SealedColumn[] = [
  {
    table: 'user_totps',
    column: 'secret_sealed',
    key: ['user_id'],
    place: (row) => totpPlace(String(row['user_id'])),
  },
];

/** What a person can prove besides the password. */
export interface Factors {
  readonly hasTotp: boolean;
  readonly passkeys: number;
  /** Unused codes; they only stand in for an authenticator or passkey. */
  readonly recoveryCodes: number;
}

const findFactorsSql = `
  select exists (select 1 from user_totps where user_id = :userId and confirmed_at is not null) as has_totp,
         (select count(*) from passkeys where user_id = :userId) as passkeys,
         (select count(*) from recovery_codes where user_id = :userId and used_at is null) as recovery_codes`;

export async function findFactors(db: Db, _all: CrossTenant, userId: string): Promise<Factors> {
  const { rows } = await db.raw<{ rows: [{ has_totp: boolean; passkeys: number; recovery_codes: number }] }>(
    findFactorsSql,
    { userId },
  );
  const [row] = rows;
  return { hasTotp: row.has_totp, passkeys: row.passkeys, recoveryCodes: row.recovery_codes };
}

/** Whether sign-in asks for a second factor. */
export function hasSecondFactor({ hasTotp, passkeys }: Factors): boolean {
  return hasTotp || passkeys > 0;
}

/** Keeps a secret that is not confirmed yet, in the place of an earlier one; false when one is confirmed. */
export async function keepUnconfirmedTotp(
  tx: Tx,
  _all: CrossTenant,
  sealer: Sealer,
  { userId, secret, now }: { readonly userId: string; readonly secret: string; readonly now: Date },
): Promise<boolean> {
  const row = totps.toRow({
    userId,
    secretSealed: sealer.seal(secret, totpPlace(userId)),
    confirmedAt: undefined,
    lastStep: 0,
    createdAt: now,
  });
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `${totps.insertSql} on conflict (user_id) do update set secret_sealed = excluded.secret_sealed,
       created_at = excluded.created_at where user_totps.confirmed_at is null`,
    row,
  );
  return rowCount === 1;
}

export async function findTotp(db: Db, _all: CrossTenant, sealer: Sealer, userId: string): Promise<Totp | undefined> {
  const row = await db(totps.name).where({ user_id: userId }).first<Row | undefined>(totps.columns);
  if (!row) return undefined;
  const { secretSealed, confirmedAt, createdAt } = totps.fromRow(row);
  const secret = sealer.open(secretSealed, totpPlace(userId));
  return { secret, isConfirmed: confirmedAt !== undefined, createdAt };
}

/** Deletes secrets that no code has confirmed in time. */
export async function purgeUnconfirmedTotps(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  return deleteInBatches(
    db,
    `delete from user_totps where confirmed_at is null and user_id in
       (select user_id from user_totps
        where confirmed_at is null and created_at <= ?::timestamptz - interval '10 minutes' order by created_at limit ?)`,
    now,
  );
}

/** Confirms a secret by the step of its first code; false when that step or the secret is used already. */
export async function confirmTotp(tx: Tx, _all: CrossTenant, userId: string, step: number, now: Date) {
  const query = tx(totps.name).where({ user_id: userId, confirmed_at: null }).where('last_step', '<', step);
  return (await query.update(totps.toRow({ confirmedAt: now, lastStep: step }))) === 1;
}

/** Uses the step of a code; false when it or a later one was used. Of two at once one is accepted. */
export async function useTotpStep(tx: Tx, _all: CrossTenant, userId: string, step: number): Promise<boolean> {
  const query = tx(totps.name).where({ user_id: userId }).whereNotNull('confirmed_at').where('last_step', '<', step);
  return (await query.update(totps.toRow({ lastStep: step }))) === 1;
}

/** False when there is no confirmed one. */
export async function deleteTotp(tx: Tx, _all: CrossTenant, userId: string): Promise<boolean> {
  return (await tx(totps.name).where({ user_id: userId }).delete()) === 1;
}

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(
  tx: Tx,
  _all: CrossTenant,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx('recovery_codes').where({ user_id: userId }).delete();
  if (hashes.length > 0) await tx('recovery_codes').insert(hashes.map((hash) => ({ user_id: userId, hash })));
}

/** Uses a recovery code; false when it is none or was used. Of two at once one is accepted. */
export async function useRecoveryCode(
  tx: Tx,
  _all: CrossTenant,
  userId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const query = tx('recovery_codes').where({ user_id: userId, hash, used_at: null });
  return (await query.update({ used_at: now })) === 1;
}

/** Removes every second factor of a user, for the operator. */
export async function deleteFactors(tx: Tx, _all: CrossTenant, userId: string): Promise<void> {
  for (const name of ['user_totps', 'passkeys', 'recovery_codes', 'passkey_challenges']) {
    await tx(name).where({ user_id: userId }).delete();
  }
}
