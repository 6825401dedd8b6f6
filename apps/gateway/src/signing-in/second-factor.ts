import { transact } from '@pitanga/database';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { beginAttempt } from '../attempts/lock-out';
import { passkeyInvalid, secondFactorInvalid } from '../factors/factor-errors';
import { findTotp, useRecoveryCode, useTotpStep } from '../factors/factor-repository';
import { authenticationOptions, readChallenge, hashChallenge, verifiedCounter } from '../factors/passkey-ceremonies';
import { challengeLifetimeMs, type ChallengePurpose, type Passkey } from '../factors/passkey';
import { findPasskey, insertChallenge, listPasskeys, takeChallenge, usePasskey } from '../factors/passkey-repository';
import { hashRecoveryCode } from '../factors/recovery-codes';
import { stepOfCode } from '../factors/totp';
import type { Session } from '../sessions/session';
import { lockUser } from '../users/user-repository';
import type { PeopleDeps, PeopleTxDeps, SignedIn, Visit } from './people-deps';
import { recordLocks } from './record-locks';
import { noteNewDevice } from '../audit/note-security';
import { lockSignedIn, renewSession, startSession } from './start-session';

export interface Code {
  readonly kind: 'TOTP' | 'RECOVERY_CODE';
  readonly code: string;
}

/**
 * Completes a sign-in, or confirms a sensitive act, by a code; the session gets a new token. A code is taken once.
 * @throws AppError UNAUTHENTICATED for a wrong or used code, RESOURCE_EXHAUSTED after too many
 */
export async function proveCode(deps: PeopleDeps, session: Session, proof: Code, visit: Visit): Promise<SignedIn> {
  const { userId } = session;
  const attempt = await beginAttempt(deps, { account: `factor ${userId}`, network: visit.network });
  const use = proof.kind === 'TOTP' ? await totpUse(deps, userId, proof.code) : recoveryUse(userId, proof.code);
  const signedIn = await transact(deps, async (tx) => {
    const user = await lockSignedIn(tx, userId);
    if (!(await use(tx))) return undefined;
    await noteDevice(tx, userId, visit);
    return renewSession(tx, user, session, { hasSecondFactor: true });
  });
  if (!signedIn) {
    await recordLocks(deps, attempt, { id: userId }, visit);
    throw secondFactorInvalid();
  }
  await attempt.succeed();
  return signedIn;
}

/** A browser in which the person has not signed in before; a further factor there is no sign-in. */
async function noteDevice(tx: PeopleTxDeps, userId: string, { deviceToken, from }: Visit): Promise<void> {
  if (tx.deviceTokens.findDevice(deviceToken, userId) === undefined) await noteNewDevice(tx, userId, from);
}

type Use = (tx: PeopleTxDeps) => Promise<boolean>;

async function totpUse({ db, all, sealer, clock }: PeopleDeps, userId: string, code: string): Promise<Use> {
  const totp = await findTotp(db, all, sealer, userId);
  const step = totp?.isConfirmed === true ? await stepOfCode(totp.secret, code, clock.real()) : undefined;
  return (tx) => (step === undefined ? Promise.resolve(false) : useTotpStep(tx.db, tx.all, userId, step));
}

function recoveryUse(userId: string, code: string): Use {
  return (tx) => useRecoveryCode(tx.db, tx.all, userId, hashRecoveryCode(code), tx.clock.real());
}

/** Keeps the challenge of a ceremony, for one answer within five minutes. */
export async function keepChallenge(
  { db, all, clock }: PeopleDeps,
  challenge: string,
  purpose: ChallengePurpose,
  userId?: string,
): Promise<void> {
  const expiresAt = new Date(clock.real().getTime() + challengeLifetimeMs);
  await insertChallenge(db, all, { hash: hashChallenge(challenge), purpose, userId, expiresAt });
}

/** A challenge for the passkeys of a session's person, or for any passkey before signing in. */
export async function challengePasskey(deps: PeopleDeps, session: Session | undefined) {
  const known = session && (await listPasskeys(deps.db, deps.all, session.userId));
  const options = await authenticationOptions(deps.relyingParty, known);
  await keepChallenge(deps, options.challenge, session ? 'SECOND_FACTOR' : 'SIGN_IN', session?.userId);
  return options;
}

/** Completes a sign-in, or confirms a sensitive act, by a passkey; the session gets a new token. */
export async function provePasskey(
  deps: PeopleDeps,
  session: Session,
  response: AuthenticationResponseJSON,
  visit: Visit,
): Promise<SignedIn> {
  const { passkey, counter } = await checkPasskey(deps, response, 'SECOND_FACTOR', session.userId);
  return transact(deps, async (tx) => {
    const user = await lockSignedIn(tx, session.userId);
    await countUse(tx, passkey, counter);
    await noteDevice(tx, session.userId, visit);
    return renewSession(tx, user, session, { hasSecondFactor: true });
  });
}

/** Signs in by a passkey alone, which has verified its person by a fingerprint, a face or a PIN: two factors in one. */
export async function signInByPasskey(
  deps: PeopleDeps,
  response: AuthenticationResponseJSON,
  visit: Visit,
): Promise<SignedIn> {
  const { passkey, counter } = await checkPasskey(deps, response, 'SIGN_IN', undefined);
  const { userId } = passkey;
  return transact(deps, async (tx) => {
    const user = await lockUser(tx.db, tx.all, userId);
    if (!user) throw passkeyInvalid();
    await countUse(tx, passkey, counter);
    await noteDevice(tx, userId, visit);
    return startSession(tx, user, visit, { proof: 'WITH_SECOND_FACTOR' });
  });
}

/** The challenge is taken first: a second answer to it is refused, whether the first was right or wrong. */
async function checkPasskey(
  deps: PeopleDeps,
  response: AuthenticationResponseJSON,
  purpose: ChallengePurpose,
  userId: string | undefined,
): Promise<{ readonly passkey: Passkey; readonly counter: number }> {
  const { db, all, clock, relyingParty } = deps;
  const challenge = await takeChallenge(db, all, hashChallenge(readChallenge(response)), clock.real());
  const passkey = await findPasskey(db, all, response.id);
  const isOurs = challenge?.purpose === purpose && challenge.userId === userId;
  if (!isOurs || !passkey || (userId !== undefined && passkey.userId !== userId)) throw passkeyInvalid();
  const mustVerifyUser = purpose === 'SIGN_IN';
  return { passkey, counter: await verifiedCounter(relyingParty, response, { passkey, mustVerifyUser }) };
}

async function countUse(tx: PeopleTxDeps, { id }: Passkey, counter: number): Promise<void> {
  if (!(await usePasskey(tx.db, tx.all, id, { counter, now: tx.clock.real() }))) throw passkeyInvalid();
}
