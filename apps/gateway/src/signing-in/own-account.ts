import { transact } from '@pitanga/database';
import { endPasswordLinks } from '../account-messages/message-repository';
import { appendAudit, installation } from '../audit/audit-log';
import type { Session } from '../sessions/session';
import { sessionMissing, sessionNotFound } from '../sessions/session-errors';
import { deleteSession, deleteSessions } from '../sessions/session-repository';
import { checkPassword } from '../users/password-rules';
import type { User } from '../users/user';
import { findUser, lockUser, updatePassword } from '../users/user-repository';
import type { PeopleDeps, SignedIn, Visit } from './people-deps';
import { checkOwnPassword } from './sign-in';
import { passwordWrong } from './sign-in-errors';
import { renewSession } from './start-session';

/** The user of a session. */
export async function readUser({ db, all, sealer }: PeopleDeps, { userId }: Session): Promise<User> {
  const user = await findUser(db, all, sealer, userId);
  // Erased within the second for which a session may be remembered.
  if (!user) throw sessionMissing();
  return user;
}

/** Changes the password of the person of a session, and ends all other sessions. */
export async function changePassword(
  deps: PeopleDeps,
  session: Session,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
  visit: Visit,
): Promise<SignedIn> {
  const user = await readUser(deps, session);
  await checkOwnPassword(deps, user, currentPassword, visit);
  checkPassword(newPassword, user.email);
  const passwordHash = await deps.hasher.hash(newPassword);
  return transact(deps, async (tx) => {
    const now = tx.clock.real();
    const locked = await lockUser(tx.db, tx.all, user.id);
    // Changed meanwhile, so the current password was another.
    if (locked?.passwordChangedAt.getTime() !== user.passwordChangedAt.getTime()) throw passwordWrong();
    await updatePassword(tx.db, tx.all, user.id, passwordHash, now);
    await endPasswordLinks(tx.db, tx.all, user.id, now);
    const ended = await deleteSessions(tx.db, tx.all, user.id, session.id);
    const signedIn = await renewSession(tx, locked, session, { hasSecondFactor: false });
    await appendAudit(tx, installation, {
      actor: { kind: 'USER', id: user.id, from: visit.from },
      action: 'user.password_changed',
      target: { type: 'USER', id: user.id },
      after: { sessionsEnded: ended },
      requestId: visit.requestId,
    });
    return signedIn;
  });
}

/** Signs a browser out. A repeat changes nothing. */
export async function signOut(deps: PeopleDeps, { userId, id }: Session): Promise<void> {
  await transact(deps, (tx) => deleteSession(tx.db, tx.all, userId, id));
}

/**
 * Ends one other session of a person, or all others.
 * @throws AppError NOT_FOUND for a session of somebody else
 */
export async function revokeSessions(
  deps: PeopleDeps,
  session: Session,
  which: { readonly id: string } | 'others',
  visit: Visit,
): Promise<number> {
  const { userId } = session;
  return transact(deps, async (tx) => {
    const ended =
      which === 'others'
        ? await deleteSessions(tx.db, tx.all, userId, session.id)
        : Number(await deleteSession(tx.db, tx.all, userId, which.id));
    if (which !== 'others' && ended === 0) throw sessionNotFound();
    await appendAudit(tx, installation, {
      actor: { kind: 'USER', id: userId, from: visit.from },
      action: 'session.revoked',
      target: which === 'others' ? { type: 'USER', id: userId } : { type: 'SESSION', id: which.id },
      after: { sessionsEnded: ended },
      requestId: visit.requestId,
    });
    return ended;
  });
}
