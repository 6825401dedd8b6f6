import { normalizeEmail } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { type MessageLanguage } from '../access/language';
import { messagesPerHour, type AccountMessage, type MessageKind } from '../account-messages/account-message';
import { linkInvalid } from '../account-messages/message-errors';
import { countMessages, endPasswordLinks, findOpenMessage, useMessage } from '../account-messages/message-repository';
import { sendLink } from '../account-messages/send-link';
import { deleteAttempts } from '../attempts/attempt-repository';
import { appendAudit, installation } from '../audit/audit-log';
import { deleteSessions } from '../sessions/session-repository';
import { checkPassword } from '../users/password-rules';
import { emailInvalid } from '../users/user-errors';
import { findUserByEmail, lockUser, updatePassword } from '../users/user-repository';
import { createUser } from './create-user';
import type { PeopleDeps, SignedIn, Visit } from './people-deps';
import { accountSubject } from './sign-in';
import { signUpClosed } from './sign-in-errors';
import { startSession } from './start-session';

/**
 * Sends a link to make an account; an e-mail that has one gets a link to set a new password. Neither the answer nor the
 * work differs.
 */
export async function requestSignUp(deps: PeopleDeps, email: string, language?: MessageLanguage): Promise<void> {
  if (deps.signUp !== 'open') throw signUpClosed();
  await sendOne(deps, email, { known: 'ALREADY_REGISTERED', unknown: 'SIGN_UP' }, language);
}

/** Sends a link to set a new password; an e-mail without account gets a mail that says this. Neither the answer nor the work differs. */
export async function requestPasswordReset(deps: PeopleDeps, email: string, language?: MessageLanguage): Promise<void> {
  await sendOne(deps, email, { known: 'RESET_PASSWORD', unknown: 'NO_ACCOUNT' }, language);
}

async function sendOne(
  deps: PeopleDeps,
  text: string,
  kinds: { readonly known: MessageKind; readonly unknown: MessageKind },
  language: MessageLanguage | undefined,
): Promise<void> {
  const email = normalizeEmail(text);
  if (email === undefined) throw emailInvalid();
  const { db, all, sealer, clock } = deps;
  const user = await findUserByEmail(db, all, sealer, email);
  const since = new Date(clock.real().getTime() - 3_600_000);
  await transact(deps, async (tx) => {
    if ((await countMessages(tx.db, tx.all, tx.sealer, email, since)) >= messagesPerHour) return;
    const kind = user ? kinds.known : kinds.unknown;
    await sendLink(tx, { kind, email, userId: user?.id, language: user?.language ?? language });
  });
}

/** The open message of a link that may be of these kinds. */
export async function openLink(
  deps: PeopleDeps,
  token: string,
  kinds: readonly MessageKind[],
): Promise<{ readonly message: AccountMessage; readonly hash: Buffer }> {
  const hash = deps.linkTokens.hashToken(token);
  const message = hash && (await findOpenMessage(deps.db, deps.all, deps.sealer, hash, deps.clock.real()));
  if (!message || !kinds.includes(message.kind)) throw linkInvalid();
  return { message, hash };
}

/** Makes the account of a sign-up link and signs its person in. */
export async function completeSignUp(
  deps: PeopleDeps,
  { token, password }: { readonly token: string; readonly password: string },
  visit: Visit,
): Promise<SignedIn> {
  if (deps.signUp !== 'open') throw signUpClosed();
  const { message, hash } = await openLink(deps, token, ['SIGN_UP']);
  checkPassword(password, message.email);
  const passwordHash = await deps.hasher.hash(password);
  return transact(deps, async (tx) => {
    const used = await useMessage(tx.db, tx.all, tx.sealer, hash, tx.clock.real());
    const user = used && (await createUser(tx, { email: used.email, language: used.language, passwordHash }));
    // Used meanwhile, or the e-mail got an account by another link.
    if (!user) throw linkInvalid();
    const signedIn = await startSession(tx, user, visit, { proof: 'COMPLETE' });
    await appendAudit(tx, installation, {
      actor: { kind: 'USER', id: user.id, from: visit.from },
      action: 'user.created',
      target: { type: 'USER', id: user.id },
      requestId: visit.requestId,
    });
    return signedIn;
  });
}

/** Sets a new password by a link and ends every session; the person then signs in, with the second factor if any. */
export async function resetPassword(
  deps: PeopleDeps,
  { token, password }: { readonly token: string; readonly password: string },
  visit: Visit,
): Promise<void> {
  const { message, hash } = await openLink(deps, token, ['RESET_PASSWORD', 'ALREADY_REGISTERED']);
  checkPassword(password, message.email);
  const passwordHash = await deps.hasher.hash(password);
  await transact(deps, async (tx) => {
    const now = tx.clock.real();
    const used = await useMessage(tx.db, tx.all, tx.sealer, hash, now);
    if (used?.userId === undefined || !(await lockUser(tx.db, tx.all, used.userId))) throw linkInvalid();
    const { userId } = used;
    await updatePassword(tx.db, tx.all, userId, passwordHash, now);
    await endPasswordLinks(tx.db, tx.all, userId, now);
    const ended = await deleteSessions(tx.db, tx.all, userId);
    // The mailbox was proved: guesses of others no longer keep its owner out.
    await deleteAttempts(tx.db, tx.all, [accountSubject(tx, message.email), `password ${userId}`]);
    await appendAudit(tx, installation, {
      actor: { kind: 'USER', id: userId, from: visit.from },
      action: 'user.password_reset',
      target: { type: 'USER', id: userId },
      after: { sessionsEnded: ended },
      requestId: visit.requestId,
    });
  });
}
