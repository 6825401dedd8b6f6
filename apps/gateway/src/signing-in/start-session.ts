import type { Tx } from '@pitanga/database';
import type { Session } from '../sessions/session';
import { passwordLevelMs } from '../sessions/session';
import { sessionMissing } from '../sessions/session-errors';
import { deleteOldSessions, insertSession, rotateSession } from '../sessions/session-repository';
import { hashToken, newSessionToken } from '../sessions/session-token';
import type { PeopleDeps, SignedIn, Visit } from './people-deps';

/** Starts a session with a new token. The user's row must be locked. */
export async function startSession(
  tx: Tx,
  deps: PeopleDeps,
  visit: Visit,
  { userId, proof }: { readonly userId: string; readonly proof: 'PASSWORD_ONLY' | 'COMPLETE' | 'WITH_SECOND_FACTOR' },
): Promise<SignedIn> {
  const now = deps.clock.real();
  const sessionToken = newSessionToken(deps.ids);
  const isComplete = proof !== 'PASSWORD_ONLY';
  const session: Session = {
    id: deps.ids.next('session', now),
    userId,
    level: isComplete ? 'FULL' : 'PASSWORD',
    secondFactorAt: proof === 'WITH_SECOND_FACTOR' ? now : undefined,
    userAgent: visit.userAgent,
    createdAt: now,
    lastSeenAt: now,
    endsAt: new Date(now.getTime() + (isComplete ? deps.lifetimes.absoluteMs : passwordLevelMs)),
  };
  await insertSession(tx, deps.all, session, hashToken(sessionToken));
  return { sessionToken, deviceToken: isComplete ? deps.deviceTokens.create(deps.ids, userId) : undefined };
}

/**
 * Gives a session a new token, so that one that was seen before is worth nothing, and a fresh second factor if given. The
 * user's row must be locked.
 */
export async function renewSession(
  tx: Tx,
  deps: PeopleDeps,
  session: Session,
  { hasSecondFactor }: { readonly hasSecondFactor: boolean },
): Promise<SignedIn> {
  const now = deps.clock.real();
  const sessionToken = newSessionToken(deps.ids);
  const isRenewed = await rotateSession(tx, deps.all, session.id, {
    hash: hashToken(sessionToken),
    ...(hasSecondFactor && { level: 'FULL', secondFactorAt: now }),
    ...(session.level === 'PASSWORD' && { endsAt: new Date(now.getTime() + deps.lifetimes.absoluteMs) }),
  });
  // It was ended meanwhile, by another browser or a new password.
  if (!isRenewed) throw sessionMissing();
  if (hasSecondFactor) await deleteOldSessions(tx, deps.all, { ...session, level: 'FULL' });
  return { sessionToken, deviceToken: deps.deviceTokens.create(deps.ids, session.userId) };
}
