import { normalizeEmail } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { beginAttempt, type Attempt } from '../attempts/lock-out';
import { findFactors, hasSecondFactor, type Factors } from '../factors/factor-repository';
import type { User } from '../users/user';
import { emailInvalid } from '../users/user-errors';
import { emailFingerprint, findUserByEmail, lockUser, replaceHash } from '../users/user-repository';
import type { PeopleDeps, SignedIn, Visit } from './people-deps';
import { recordLocks } from './record-locks';
import { passwordWrong, signInFailed } from './sign-in-errors';
import { noteNewDevice } from '../audit/note-security';
import { startSession } from './start-session';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Absent factors: the sign-in is complete. Otherwise one of them must follow. */
export interface FirstStep extends SignedIn {
  readonly awaited: Factors | undefined;
}

/**
 * Signs in by e-mail and password. An unknown e-mail costs the same work as a wrong password and is answered alike.
 * @throws AppError UNAUTHENTICATED, RESOURCE_EXHAUSTED while locked, UNAVAILABLE when too many sign in at once
 */
export async function signIn(deps: PeopleDeps, { email, password }: Credentials, visit: Visit): Promise<FirstStep> {
  const { db, all, sealer, hasher } = deps;
  const normal = normalizeEmail(email);
  if (normal === undefined) throw emailInvalid();
  const user = await findUserByEmail(db, all, sealer, normal);
  const device = deps.deviceTokens.findDevice(visit.deviceToken, user?.id ?? '');
  const account = device === undefined ? accountSubject(deps, normal) : `device ${device}`;
  const attempt = await beginAttempt(deps, { account, network: visit.network });
  const isRight = await checked(attempt, () => hasher.verify(password, user?.passwordHash));
  if (!isRight || !user) {
    await recordLocks(deps, attempt, user, visit);
    throw signInFailed();
  }
  await attempt.succeed();
  const newHash = hasher.isOutdated(user.passwordHash) ? await hasher.hash(password) : undefined;
  const factors = await findFactors(db, all, user.id);
  const awaited = hasSecondFactor(factors) ? factors : undefined;
  return transact(deps, async (tx) => {
    const locked = await lockUser(tx.db, tx.all, user.id);
    // The password was changed while this one was checked.
    if (locked?.passwordChangedAt.getTime() !== user.passwordChangedAt.getTime()) throw signInFailed();
    if (newHash !== undefined) await replaceHash(tx.db, tx.all, user.id, newHash);
    const proof = awaited ? 'PASSWORD_ONLY' : 'COMPLETE';
    if (!awaited && device === undefined) await noteNewDevice(tx, user.id, visit.from);
    return { ...(await startSession(tx, locked, visit, { proof })), awaited };
  });
}

/** What guesses at an account from unknown browsers are counted under, whether it exists or not. */
export function accountSubject({ sealer }: Pick<PeopleDeps, 'sealer'>, email: string): string {
  return `account ${emailFingerprint(sealer, email).toString('hex')}`;
}

/**
 * Checks the password of a person who is signed in, before a sensitive change.
 * @throws AppError PERMISSION_DENIED, RESOURCE_EXHAUSTED after too many wrong ones
 */
export async function checkOwnPassword(deps: PeopleDeps, user: User, password: string, visit: Visit): Promise<void> {
  const attempt = await beginAttempt(deps, { account: `password ${user.id}`, network: visit.network });
  if (!(await checked(attempt, () => deps.hasher.verify(password, user.passwordHash)))) {
    await recordLocks(deps, attempt, user, visit);
    throw passwordWrong();
  }
  await attempt.succeed();
}

/** An attempt whose password could not be checked, as when too many sign in at once, is none. */
async function checked(attempt: Attempt, check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check();
  } catch (error) {
    await attempt.cancel();
    throw error;
  }
}
