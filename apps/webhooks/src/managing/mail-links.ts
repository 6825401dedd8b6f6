import { notFound, type AppError, type CrossTenant } from '@pitanga/core';
import type { Deps } from '../deps';
import { isBuyerMail, type BuyerMailKind } from '../mails/mail';
import { findMailByToken, type LinkedMail } from '../mails/mail-repository';
import { findMailSettings, type MailSettings } from '../mails/mail-settings-repository';
import { insertOptOut } from '../mails/suppression-repository';

type LinkDeps = Pick<Deps, 'db' | 'clock'> & { readonly all: CrossTenant };

/** The mail of a link with the settings of its store. */
export interface OpenedMailLink {
  readonly mail: LinkedMail & { readonly kind: BuyerMailKind };
  readonly settings: MailSettings | undefined;
}

function linkNotFound(): AppError {
  return notFound('Mail link not found');
}

/** @throws AppError NOT_FOUND */
export async function openMailLink({ db, all }: Omit<LinkDeps, 'clock'>, token: string): Promise<OpenedMailLink> {
  const mail = await findMailByToken(db, all, token);
  if (!mail || !isBuyerMail(mail.kind)) throw linkNotFound();
  const settings = (await findMailSettings(db, [mail])).get(mail.tenant.storeId);
  return { mail: { ...mail, kind: mail.kind }, settings };
}

/**
 * Ends mail of this kind from its store to its address; a repeat changes nothing.
 * @throws AppError NOT_FOUND
 */
export async function optOutOfMail(deps: LinkDeps, token: string): Promise<void> {
  const { mail } = await openMailLink(deps, token);
  if (!mail.recipient) throw linkNotFound();
  await insertOptOut(deps.db, mail.tenant, mail.recipient, mail.kind, deps.clock.real());
}
