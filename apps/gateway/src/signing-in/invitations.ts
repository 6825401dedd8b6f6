import { transact } from '@pitanga/database';
import type { AccountMessage } from '../account-messages/account-message';
import { linkInvalid } from '../account-messages/message-errors';
import { useMessage } from '../account-messages/message-repository';
import { appendAudit } from '../audit/audit-log';
import { insertMember } from '../members/member-repository';
import type { Role } from '../access/role';
import { findStore, lockStore } from '../stores/store-repository';
import { checkPassword } from '../users/password-rules';
import { passwordMissing } from '../users/user-errors';
import { findUser, findUserByEmail, lockUser } from '../users/user-repository';
import { createUser } from './create-user';
import { openLink } from './password-links';
import type { PeopleDeps, PeopleTxDeps, SignedIn, Visit } from './people-deps';
import { signUpClosed } from './sign-in-errors';
import { startSession } from './start-session';

export interface Acceptance {
  readonly token: string;
  /** Needed for an e-mail without account, ignored otherwise. */
  readonly password?: string | undefined;
}

/** What the page of an invitation shows to the holder of its link. */
export interface DescribedInvitation {
  readonly storeId: string;
  readonly storeName: string;
  readonly role: Role;
  /** The e-mail of the member who invited; undefined for an API key or the operator. */
  readonly invitedBy: string | undefined;
  readonly hasAccount: boolean;
}

/**
 * The store, role and inviter of an invitation; undefined for other messages.
 * @throws AppError LINK_INVALID for one to a store that cannot be joined
 */
export async function describeInvitation(
  { db, all, sealer }: PeopleDeps,
  { email, invitation }: AccountMessage,
): Promise<DescribedInvitation | undefined> {
  if (!invitation) return undefined;
  const { storeId, role, invitedBy } = invitation;
  const store = await findStore(db, invitation);
  if (store?.status !== 'ACTIVE') throw linkInvalid();
  const inviter = invitedBy === undefined ? undefined : await findUser(db, all, sealer, invitedBy);
  const user = await findUserByEmail(db, all, sealer, email);
  return { storeId, storeName: store.name, role, invitedBy: inviter?.email, hasAccount: user !== undefined };
}

/**
 * Makes the person of an invitation a member. One without account gets one with this password and is signed in; one with
 * an account signs in as always, since the link alone proves no more than the mailbox.
 */
export async function acceptInvitation(
  deps: PeopleDeps,
  { token, password }: Acceptance,
  visit: Visit,
): Promise<SignedIn | undefined> {
  const { db, all, sealer, hasher } = deps;
  const { message, hash } = await openLink(deps, token, ['INVITATION']);
  const user = await findUserByEmail(db, all, sealer, message.email);
  if (user) {
    await transact(deps, async (tx) => {
      const used = await useInvitation(tx, hash);
      if (!(await lockUser(tx.db, tx.all, user.id))) throw linkInvalid();
      await join(tx, used, user.id, visit);
    });
    return undefined;
  }
  refuseClosed(deps, message);
  if (password === undefined) throw passwordMissing();
  checkPassword(password, message.email);
  const passwordHash = await hasher.hash(password);
  return transact(deps, async (tx) => {
    const used = await useInvitation(tx, hash);
    const user = await createUser(tx, { email: used.email, language: used.language, passwordHash });
    // The e-mail got an account meanwhile: the link is still good for it.
    if (!user) throw linkInvalid();
    await join(tx, used, user.id, visit);
    return startSession(tx, user, visit, { proof: 'COMPLETE' });
  });
}

/** Where sign-up is closed, only the operator's invitations make accounts. */
function refuseClosed({ signUp }: PeopleDeps, { invitation }: AccountMessage): void {
  if (signUp === 'closed' && invitation?.invitedBy !== undefined) throw signUpClosed();
}

async function useInvitation(tx: PeopleTxDeps, hash: Buffer): Promise<AccountMessage> {
  const used = await useMessage(tx.db, tx.all, tx.sealer, hash, tx.clock.real());
  if (!used) throw linkInvalid();
  return used;
}

async function join(tx: PeopleTxDeps, { id, invitation }: AccountMessage, userId: string, visit: Visit): Promise<void> {
  const store = invitation && (await lockStore(tx.db, invitation));
  if (!invitation || store?.status !== 'ACTIVE') throw linkInvalid();
  const { role } = invitation;
  const now = tx.clock.real();
  if (!(await insertMember(tx.db, invitation, { userId, role, createdAt: now, updatedAt: now }))) return;
  await appendAudit(
    tx,
    { storeId: invitation.storeId },
    {
      actor: { kind: 'USER', id: userId, from: visit.from },
      action: 'member.joined',
      target: { type: 'USER', id: userId },
      after: { role, invitation: id },
      requestId: visit.requestId,
    },
  );
}
