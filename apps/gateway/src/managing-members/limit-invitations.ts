import { AppError, type StoreScope } from '@pitanga/core';
import type { Actor } from '../access/actor';
import { invitationsPerHour, messagesPerHour } from '../account-messages/account-message';
import { countInvitations, countInvitationsBy, countMessages } from '../account-messages/message-repository';
import type { LinkTxDeps } from '../account-messages/send-link';
import { lockUser } from '../users/user-repository';

const hourMs = 3_600_000;

/**
 * An invitation is mail with texts of its store, to whomever a member names: it is counted by store, by who makes it and by
 * e-mail, also after it was withdrawn. The operator's are not limited. The store is locked.
 * @throws AppError RESOURCE_EXHAUSTED
 */
export async function limitInvitations(
  tx: LinkTxDeps,
  scope: StoreScope,
  { kind, id }: Actor,
  email: string,
): Promise<void> {
  if (kind === 'OPERATOR') return;
  const since = new Date(tx.clock.real().getTime() - hourMs);
  // Of a person who invites to several stores at once, one after another.
  if (kind === 'USER') await lockUser(tx.db, tx.all, id);
  if ((await countInvitations(tx.db, scope, since)) >= invitationsPerHour) throw tooManyInvitations();
  if ((await countInvitationsBy(tx.db, tx.all, id, since)) >= invitationsPerHour) throw tooManyInvitations();
  if ((await countMessages(tx.db, tx.all, tx.sealer, email, since)) >= messagesPerHour) throw tooManyInvitations();
}

function tooManyInvitations(): AppError {
  return new AppError({
    kind: 'RESOURCE_EXHAUSTED',
    reason: 'TOO_MANY_REQUESTS',
    message: 'Too many invitations within an hour; try again later',
    metadata: { retryAfterSeconds: String(hourMs / 1_000) },
  });
}
