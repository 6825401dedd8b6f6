import type { Clock, CrossTenant, IdKind, IdSource } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';
import type { Log, Sealer } from '@pitanga/runtime';
import {
  linkLifetimeMs,
  linkPages,
  type AccountMessage,
  type Invitation,
  type MessageKind,
  type MessageLanguage,
} from './account-message';
import type { LinkTokens } from './link-tokens';
import { insertMessage } from './message-repository';

export interface LinkDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly all: CrossTenant;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly linkTokens: LinkTokens;
  readonly publicUrl: string;
  /** Writes links to the log, for a machine of one person (`npm start`). */
  readonly logsLinks: boolean;
}

export interface NewMessage {
  readonly kind: MessageKind;
  readonly email: string;
  readonly userId?: string | undefined;
  readonly invitation?: Invitation | undefined;
  readonly language?: MessageLanguage | undefined;
  /** The link works no longer than this. */
  readonly endsBy?: Date | undefined;
}

/**
 * Writes a message with a new link in the caller's transaction, for {@link mailMessages} to send; without a mail server
 * the operator reads it (`admin links`). The token is in the fragment of the address, which browsers send to no server and no log shows.
 */
export async function sendLink(
  tx: Tx,
  deps: LinkDeps,
  { kind, email, userId, invitation, language = 'pt-BR', endsBy }: NewMessage,
): Promise<{ readonly message: AccountMessage; readonly link: string }> {
  const now = deps.clock.real();
  const token = deps.linkTokens.create(deps.ids);
  const hash = deps.linkTokens.hashOf(token);
  if (!hash) throw new Error('a new link token does not have its own signature');
  const idKind: IdKind = kind === 'INVITATION' ? 'invitation' : 'accountMessage';
  const end = new Date(now.getTime() + linkLifetimeMs[kind]);
  const message: AccountMessage = {
    id: deps.ids.next(idKind, now),
    kind,
    email,
    userId,
    invitation,
    createdAt: now,
    expiresAt: endsBy && endsBy < end ? endsBy : end,
    usedAt: undefined,
    language,
  };
  const link = `${deps.publicUrl}/dashboard/${linkPages[kind]}#${token}`;
  await insertMessage(tx, deps.all, deps.sealer, message, { hash, link });
  if (deps.logsLinks) deps.log.info({ kind, address: link }, 'a link for a person; it works once');
  return { message, link };
}
