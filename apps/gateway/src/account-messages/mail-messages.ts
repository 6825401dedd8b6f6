import { toWire, type SendAccountMailRequest, type SendAccountMailResponse } from '@pitanga/contracts';
import type { Clock, CrossTenant, IdSource } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import type { Sealer } from '@pitanga/runtime';
import { toMailLanguage } from '../access/language';
import type { UnmailedMessage } from './message-repository';
import { listUnmailed, markMailed } from './message-repository';

export interface MailMessagesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly all: CrossTenant;
  readonly sealer: Sealer;
  readonly mails: {
    sendAccountMail(request: SendAccountMailRequest, context: CallContext): Promise<SendAccountMailResponse>;
  };
  /** The store's name as its people know it. */
  readonly findStoreName: (storeId: string) => Promise<string | undefined>;
}

const messagesAtOnce = 50;

/**
 * Gives messages that were not mailed yet to the mail queue, oldest first; returns false when this installation sends no
 * mail, and the rest waits. A crash between the two steps gives one again, which the queue knows by its id.
 */
export async function mailMessages(deps: MailMessagesDeps): Promise<boolean> {
  const { db, clock, ids, all, sealer, mails } = deps;
  const now = clock.real();
  for (const unmailed of await listUnmailed(db, all, sealer, { now, limit: messagesAtOnce })) {
    const context = { requestId: ids.next('request', now) };
    const { isOff } = await mails.sendAccountMail(await toRequest(deps, unmailed), context);
    if (isOff) return false;
    await markMailed(db, all, unmailed.message.id, now);
  }
  return true;
}

async function toRequest(
  { findStoreName }: MailMessagesDeps,
  { message, link }: UnmailedMessage,
): Promise<SendAccountMailRequest> {
  const { id: messageId, kind, email, expiresAt, invitation, language } = message;
  return {
    messageId,
    kind: toWire('ACCOUNT_MAIL_KIND', kind),
    email,
    link,
    expiresAt,
    language: toMailLanguage(language),
    storeName: invitation && (await findStoreName(invitation.storeId)),
    role: invitation?.role,
  };
}
