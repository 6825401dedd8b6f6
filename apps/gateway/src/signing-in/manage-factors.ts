import { transact, type Locked } from '@pitanga/database';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { beginAttempt } from '../attempts/lock-out';
import { appendAudit, installation } from '../audit/audit-log';
import {
  passkeyInvalid,
  passkeyNotFound,
  tooManyPasskeys,
  totpCodeInvalid,
  totpExists,
  totpNotEnrolled,
} from '../factors/factor-errors';
import {
  confirmTotp,
  deleteTotp,
  findFactors,
  findTotp,
  hasSecondFactor,
  keepUnconfirmedTotp,
  replaceRecoveryCodes,
} from '../factors/factor-repository';
import { readChallenge, hashChallenge, registrationOptions, verifiedCredential } from '../factors/passkey-ceremonies';
import { passkeysMax } from '../factors/passkey';
import { deletePasskey, insertPasskey, listPasskeys, takeChallenge } from '../factors/passkey-repository';
import { hashRecoveryCode, newRecoveryCodes } from '../factors/recovery-codes';
import { newTotp, stepOfCode, unconfirmedMs } from '../factors/totp';
import { isFactorFresh, type Session } from '../sessions/session';
import { secondFactorRequired } from '../sessions/session-errors';
import { deleteSessions } from '../sessions/session-repository';
import type { User } from '../users/user';
import { lockUser, type UserKey } from '../users/user-repository';
import { readUser } from './own-account';
import type { PeopleDeps, PeopleTxDeps, SignedIn, Visit } from './people-deps';
import { keepChallenge } from './second-factor';
import { recordLocks } from './record-locks';
import { checkOwnPassword } from './sign-in';
import { passwordWrong } from './sign-in-errors';
import { lockSignedIn, renewSession } from './start-session';

/** What a new factor answers: the first one comes with recovery codes, which are shown this once. */
export interface FactorAdded extends SignedIn {
  readonly recoveryCodes: readonly string[];
}

/** Begins to set up an authenticator app; `confirmAuthenticator` ends it. */
export async function enrolAuthenticator(
  deps: PeopleDeps,
  session: Session,
  currentPassword: string | undefined,
  visit: Visit,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const user = await proveOwner(deps, session, currentPassword, visit);
  const totp = newTotp(user.email);
  const now = deps.clock.real();
  await transact(deps, async (tx) => {
    await lockUser(tx.db, tx.all, user.id);
    const kept = { userId: user.id, secret: totp.secret, now };
    if (!(await keepUnconfirmedTotp(tx.db, tx.all, tx.sealer, kept))) throw totpExists();
  });
  return totp;
}

/** Ends the set-up of an authenticator app by its first code, within ten minutes. */
export async function confirmAuthenticator(
  deps: PeopleDeps,
  session: Session,
  code: string,
  visit: Visit,
): Promise<FactorAdded> {
  const { userId } = session;
  // Counted like the codes of a sign-in: a guessed code would be a second factor of the guesser.
  const attempt = await beginAttempt(deps, { account: `factor ${userId}`, network: visit.network });
  const added = await transact(deps, async (tx) => {
    const user = await lockSignedIn(tx, userId);
    const totp = await findTotp(tx.db, tx.all, tx.sealer, userId);
    if (totp?.isConfirmed === true) throw totpExists();
    if (!totp || totp.createdAt <= new Date(tx.clock.real().getTime() - unconfirmedMs)) throw totpNotEnrolled();
    const step = await stepOfCode(totp.secret, code, tx.clock.real());
    if (step === undefined) return undefined;
    await confirmTotp(tx.db, tx.all, userId, step, tx.clock.real());
    return recordAdded(tx, user, session, 'TOTP', visit);
  });
  if (!added) {
    await recordLocks(deps, attempt, { id: userId }, visit);
    throw totpCodeInvalid();
  }
  await attempt.succeed();
  return added;
}

/** Begins to register a passkey: the options for the browser. */
export async function beginPasskey(
  deps: PeopleDeps,
  session: Session,
  currentPassword: string | undefined,
  visit: Visit,
) {
  const user = await proveOwner(deps, session, currentPassword, visit);
  const known = await listPasskeys(deps.db, deps.all, user.id);
  if (known.length >= passkeysMax) throw tooManyPasskeys();
  const options = await registrationOptions(deps.relyingParty, { user, known });
  await keepChallenge(deps, options.challenge, 'REGISTER', user.id);
  return options;
}

/** Keeps the passkey that has answered. */
export async function addPasskey(
  deps: PeopleDeps,
  session: Session,
  { response, name }: { readonly response: RegistrationResponseJSON; readonly name: string },
  visit: Visit,
): Promise<FactorAdded> {
  const { db, all, clock, relyingParty } = deps;
  const { userId } = session;
  const challenge = await takeChallenge(db, all, hashChallenge(readChallenge(response)), clock.real());
  if (challenge?.purpose !== 'REGISTER' || challenge.userId !== userId) throw passkeyInvalid();
  const credential = await verifiedCredential(relyingParty, response);
  return transact(deps, async (tx) => {
    const user = await lockSignedIn(tx, userId);
    if ((await listPasskeys(tx.db, tx.all, userId)).length >= passkeysMax) throw tooManyPasskeys();
    const passkey = { ...credential, userId, name, createdAt: tx.clock.real(), lastUsedAt: undefined };
    if (!(await insertPasskey(tx.db, tx.all, passkey))) throw passkeyInvalid();
    return recordAdded(tx, user, session, 'PASSKEY', visit);
  });
}

/** Removes the authenticator app, or one passkey by its id. The last factor takes the recovery codes with it. */
export async function removeFactor(
  deps: PeopleDeps,
  session: Session,
  factor: 'TOTP' | { readonly passkeyId: string },
  visit: Visit,
): Promise<void> {
  requireFresh(deps, session);
  const { userId } = session;
  await transact(deps, async (tx) => {
    await lockUser(tx.db, tx.all, userId);
    const isTotp = factor === 'TOTP';
    const isRemoved = isTotp
      ? await deleteTotp(tx.db, tx.all, userId)
      : await deletePasskey(tx.db, tx.all, userId, factor.passkeyId);
    if (!isRemoved) throw isTotp ? totpNotEnrolled() : passkeyNotFound();
    if (!hasSecondFactor(await findFactors(tx.db, tx.all, userId)))
      await replaceRecoveryCodes(tx.db, tx.all, userId, []);
    await recordFactor(tx, { userId, action: 'factor.removed', factor: isTotp ? 'TOTP' : 'PASSKEY' }, visit);
  });
}

/** Replaces the recovery codes: the new ones, shown this once. */
export async function renewRecoveryCodes(deps: PeopleDeps, session: Session, visit: Visit): Promise<readonly string[]> {
  requireFresh(deps, session);
  const { userId } = session;
  return transact(deps, async (tx) => {
    await lockUser(tx.db, tx.all, userId);
    const codes = await writeRecoveryCodes(tx, userId);
    await recordFactor(tx, { userId, action: 'factor.renewed', factor: 'RECOVERY_CODES' }, visit);
    return codes;
  });
}

/** A first factor needs the password again, a further one the fresh proof of one: a stolen session has neither. */
async function proveOwner(
  deps: PeopleDeps,
  session: Session,
  currentPassword: string | undefined,
  visit: Visit,
): Promise<User> {
  const user = await readUser(deps, session);
  if (hasSecondFactor(await findFactors(deps.db, deps.all, user.id))) requireFresh(deps, session);
  else if (currentPassword === undefined) throw passwordWrong();
  else await checkOwnPassword(deps, user, currentPassword, visit);
  return user;
}

function requireFresh({ clock }: PeopleDeps, session: Session): void {
  if (!isFactorFresh(session, clock.real())) throw secondFactorRequired();
}

/** A new factor ends the other sessions, which were begun without it, and counts as proved in this one. */
async function recordAdded(
  tx: PeopleTxDeps,
  user: Locked<UserKey>,
  session: Session,
  factor: 'TOTP' | 'PASSKEY',
  visit: Visit,
): Promise<FactorAdded> {
  const { userId } = session;
  const { recoveryCodes: left } = await findFactors(tx.db, tx.all, userId);
  const recoveryCodes = left === 0 ? await writeRecoveryCodes(tx, userId) : [];
  await deleteSessions(tx.db, tx.all, userId, session.id);
  const signedIn = await renewSession(tx, user, session, { hasSecondFactor: true });
  await recordFactor(tx, { userId, action: 'factor.added', factor }, visit);
  return { ...signedIn, recoveryCodes };
}

async function writeRecoveryCodes(tx: PeopleTxDeps, userId: string): Promise<readonly string[]> {
  const codes = newRecoveryCodes(tx.ids);
  await replaceRecoveryCodes(tx.db, tx.all, userId, codes.map(hashRecoveryCode));
  return codes;
}

async function recordFactor(
  tx: PeopleTxDeps,
  { userId, action, factor }: { readonly userId: string; readonly action: string; readonly factor: string },
  { requestId, from }: Visit,
): Promise<void> {
  await appendAudit(tx, installation, {
    actor: { kind: 'USER', id: userId, from },
    action,
    target: { type: 'USER', id: userId },
    after: { factor },
    requestId,
  });
}
