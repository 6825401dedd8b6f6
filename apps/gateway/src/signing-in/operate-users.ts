import { transact } from '@pitanga/database';
import { deleteMessagesTo, withdrawAllInvitationsBy } from '../account-messages/message-repository';
import type { LinkDeps } from '../account-messages/send-link';
import { deleteAttempts } from '../attempts/attempt-repository';
import { appendAudit, installation } from '../audit/audit-log';
import type { Cause } from '../audit/cause';
import { deleteFactors } from '../factors/factor-repository';
import { withdrawInvitationsThrough } from '../managing-members/made-keys';
import { lastOwner } from '../members/member-errors';
import { countOwners, listOwnedStores, listStoresByUser } from '../members/member-repository';
import { deleteSessions } from '../sessions/session-repository';
import { lockStore } from '../stores/store-repository';
import { userNotFound } from '../users/user-errors';
import { deleteUser, findUser, lockUser } from '../users/user-repository';
import { accountSubject } from './sign-in';

/**
 * Erases a person: the account, sessions, factors, memberships and every message to the e-mail. The audit log keeps the
 * user's id, which then says nothing.
 * @throws AppError NOT_FOUND, FAILED_PRECONDITION for the last owner of a store
 */
export async function eraseUser(deps: LinkDeps, cause: Cause, userId: string): Promise<void> {
  await transact(deps, async (tx) => {
    // From here on no person joins a store or becomes its owner.
    await lockUser(tx.db, tx.all, userId);
    const user = await findUser(tx.db, tx.all, tx.sealer, userId);
    if (!user) throw userNotFound();
    const now = tx.clock.real();
    for (const storeId of await listStoresByUser(tx.db, tx.all, userId)) {
      await lockStore(tx.db, { storeId });
      await withdrawInvitationsThrough(tx.db, { storeId }, userId, now);
    }
    for (const storeId of await listOwnedStores(tx.db, tx.all, userId)) {
      if ((await countOwners(tx.db, { storeId })) <= 1) throw lastOwner();
    }
    await withdrawAllInvitationsBy(tx.db, tx.all, userId, now);
    await deleteMessagesTo(tx.db, tx.all, tx.sealer, user.email);
    await deleteAttempts(tx.db, tx.all, [accountSubject(tx, user.email), `password ${userId}`, `factor ${userId}`]);
    await deleteUser(tx.db, tx.all, userId);
    await appendAudit(tx, installation, {
      ...cause,
      action: 'user.erased',
      target: { type: 'USER', id: userId },
    });
  });
}

/** Removes every second factor of a person who has lost them, and ends the sessions: the password alone signs in again. */
export async function resetSecondFactor(deps: LinkDeps, cause: Cause, userId: string): Promise<void> {
  await transact(deps, async (tx) => {
    if (!(await lockUser(tx.db, tx.all, userId))) throw userNotFound();
    await deleteFactors(tx.db, tx.all, userId);
    await deleteAttempts(tx.db, tx.all, [`factor ${userId}`]);
    const sessionsEnded = await deleteSessions(tx.db, tx.all, userId);
    await appendAudit(tx, installation, {
      ...cause,
      action: 'factor.reset',
      target: { type: 'USER', id: userId },
      after: { sessionsEnded },
    });
  });
}
