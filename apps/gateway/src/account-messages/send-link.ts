import type { CrossTenant, IdKind } from '@pitanga/core';
import type { Inside, Pool } from '@pitanga/database';
import type { Log, Sealer } from '@pitanga/runtime';
import type { Tools } from '../use-case-deps';
import { type MessageLanguage } from '../access/language';
import { linkLifetimeMs, linkPages, type AccountMessage, type Invitation, type MessageKind } from './account-message';
import type { LinkTokens } from './link-tokens';
import { insertMessage } from './message-repository';

export interface LinkTools extends Tools {
  readonly all: CrossTenant;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly linkTokens: LinkTokens;
  readonly publicUrl: string;
  /** Writes links to the log, for a machine of one person (`npm start`). */
  readonly logsLinks: boolean;
}

export type LinkTxDeps = Inside<LinkTools>;

export interface LinkDeps extends LinkTools {
  readonly db: Pool;
  readonly tools: LinkTools;
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
  tx: LinkTxDeps,
  { kind, email, userId, invitation, language = 'pt-BR', endsBy }: NewMessage,
): Promise<{ readonly message: AccountMessage; readonly link: string }> {
  const now = tx.clock.real();
  const token = tx.linkTokens.create(tx.ids);
  const hash = tx.linkTokens.hashToken(token);
  if (!hash) throw new Error('a new link token does not have its own signature');
  const idKind: IdKind = kind === 'INVITATION' ? 'invitation' : 'accountMessage';
  const end = new Date(now.getTime() + linkLifetimeMs[kind]);
  const message: AccountMessage = {
    id: tx.ids.next(idKind, now),
    kind,
    email,
    userId,
    invitation,
    createdAt: now,
    expiresAt: endsBy && endsBy < end ? endsBy : end,
    usedAt: undefined,
    language,
  };
  const link = `${tx.publicUrl}/dashboard/${linkPages[kind]}#${token}`;
  await insertMessage(tx.db, tx.all, tx.sealer, message, { hash, link });
  if (tx.logsLinks) tx.log.info({ kind, address: link }, 'a link for a person; it works once');
  return { message, link };
}
