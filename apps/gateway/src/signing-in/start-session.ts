import type { Locked } from '@pitanga/database';
import type { Session } from '../sessions/session';
import { passwordLevelMs } from '../sessions/session';
import { sessionMissing } from '../sessions/session-errors';
import { deleteOldSessions, insertSession, rotateSession } from '../sessions/session-repository';
import { hashToken, newSessionToken } from '../sessions/session-token';
import { lockUser, type UserKey } from '../users/user-repository';
import type { PeopleTxDeps, SignedIn, Visit } from './people-deps';

/** Starts a session with a new token. */
export async function startSession(
  tx: PeopleTxDeps,
  user: Locked<UserKey>,
  visit: Visit,
  { proof }: { readonly proof: 'PASSWORD_ONLY' | 'COMPLETE' | 'WITH_SECOND_FACTOR' },
): Promise<SignedIn> {
  const now = tx.clock.real();
  const sessionToken = newSessionToken(tx.ids);
  const isComplete = proof !== 'PASSWORD_ONLY';
  const session: Omit<Session, 'userId'> = {
    id: tx.ids.next('session', now),
    level: isComplete ? 'FULL' : 'PASSWORD',
    secondFactorAt: proof === 'WITH_SECOND_FACTOR' ? now : undefined,
    userAgent: visit.userAgent,
    createdAt: now,
    lastSeenAt: now,
    endsAt: new Date(now.getTime() + (isComplete ? tx.lifetimes.absoluteMs : passwordLevelMs)),
  };
  await insertSession(tx.db, tx.all, user, session, hashToken(sessionToken));
  return { sessionToken, deviceToken: isComplete ? tx.deviceTokens.create(tx.ids, user.id) : undefined };
}

/** Locks the row of a session's user, who may have been erased since the session was read. */
export async function lockSignedIn(tx: PeopleTxDeps, userId: string): Promise<Locked<UserKey>> {
  const user = await lockUser(tx.db, tx.all, userId);
  if (!user) throw sessionMissing();
  return user;
}

/**
 * Gives a session a new token, so that one that was seen before is worth nothing, and a fresh second factor if given.
 */
export async function renewSession(
  tx: PeopleTxDeps,
  user: Locked<UserKey>,
  session: Session,
  { hasSecondFactor }: { readonly hasSecondFactor: boolean },
): Promise<SignedIn> {
  const now = tx.clock.real();
  const sessionToken = newSessionToken(tx.ids);
  const isRenewed = await rotateSession(tx.db, tx.all, session.id, {
    hash: hashToken(sessionToken),
    ...(hasSecondFactor && { level: 'FULL', secondFactorAt: now }),
    ...(session.level === 'PASSWORD' && { endsAt: new Date(now.getTime() + tx.lifetimes.absoluteMs) }),
  });
  // It was ended meanwhile, by another browser or a new password.
  if (!isRenewed) throw sessionMissing();
  if (hasSecondFactor) await deleteOldSessions(tx.db, tx.all, user, { ...session, level: 'FULL' });
  return { sessionToken, deviceToken: tx.deviceTokens.create(tx.ids, session.userId) };
}
