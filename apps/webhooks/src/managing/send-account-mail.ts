import { normalizeEmail } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Deps } from '../deps';
import {
  accountTenant,
  addressText,
  type AccountMailKind,
  type MailContent,
  type MailLanguage,
  type NoticeLine,
} from '../mails/mail';
import { insertMails, mailContentPlace } from '../mails/mail-repository';
import { oneLine } from '../mails/one-line';

export interface AccountMail {
  /** Of the account message: one mail for each. */
  readonly messageId: string;
  readonly kind: AccountMailKind;
  readonly email: string;
  /** Works once. */
  readonly link: string;
  readonly expiresAt: Date;
  readonly language: MailLanguage;
  readonly storeName?: string | undefined;
  readonly role?: string | undefined;
  /** Of BUYER_CODE. */
  readonly code?: string | undefined;
  /** About security. */
  readonly about?: string | undefined;
  readonly by?: string | undefined;
  readonly happenedAt?: Date | undefined;
  readonly device?: string | undefined;
  readonly address?: string | undefined;
  /** Of a change of limits. */
  readonly decidedBy?: string | undefined;
  /** Of a dev environment. */
  readonly isTest?: boolean | undefined;
  /** Of STORE_NOTICE and DAILY_DIGEST. */
  readonly lines?: readonly NoticeLine[] | undefined;
}

/**
 * Queues a mail to a person with an account; a repeat queues nothing. Its link is sealed with the rest until it is sent.
 * Nothing is queued where this installation sends no mail, and to an address that can have none.
 */
export async function sendAccountMail(
  deps: Pick<Deps, 'db' | 'tools' | 'mail'>,
  { messageId, kind, email, link, expiresAt, language, storeName, role, code, isTest = false, ...notice }: AccountMail,
): Promise<'queued' | 'off' | 'unusable'> {
  const { clock, ids, sealer } = deps.tools;
  if (!deps.mail) return 'off';
  if (isTest && !deps.mail.isInDevMode) return 'unusable';
  const to = normalizeEmail(email);
  if (to === undefined) return 'unusable';
  const now = clock.real();
  const id = ids.next('delivery', now);
  const store = storeName === undefined ? undefined : oneLine(storeName);
  const content: MailContent = {
    to,
    language,
    // A buyer knows the store, and not the installation.
    sender: kind === 'BUYER_CODE' && store !== undefined ? { name: store, replyTo: undefined } : undefined,
    isTest,
    token: undefined,
    facts: {
      kind,
      url: link,
      expiresAt: expiresAt.toISOString(),
      storeName: store,
      role,
      code,
      about: notice.about === undefined ? undefined : oneLine(notice.about),
      by: notice.by,
      device: notice.device,
      address: notice.address,
      decidedBy: notice.decidedBy,
      lines: notice.lines,
      happenedAt: notice.happenedAt?.toISOString(),
    },
  };
  const added = {
    id,
    tenant: accountTenant,
    kind,
    recordId: messageId,
    recipient: sealer.fingerprint(addressText(to)),
    content: sealer.seal(JSON.stringify(content), mailContentPlace(accountTenant, id)),
    token: undefined,
    subscriptionId: undefined,
    customerId: undefined,
    traceparent: undefined,
    createdAt: now,
  };
  await transact(deps, (tx) => insertMails(tx.db, [added], now));
  return 'queued';
}
