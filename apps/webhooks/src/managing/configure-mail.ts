import { invalidArgument, normalizeEmail } from '@pitanga/core';
import type { Deps } from '../deps';
import { saveMailSettings, type NewMailSettings } from '../mails/mail-settings-repository';

const nameLengthMax = 200;

/**
 * Keeps the settings of a store's mail; those of an older version of the store change nothing.
 * @throws AppError INVALID_ARGUMENT for a value that no mail could have
 */
export async function configureMail(deps: Pick<Deps, 'db'>, settings: NewMailSettings): Promise<void> {
  const { storeId, senderName, replyTo } = settings;
  if (storeId === '') throw invalidArgument("Property 'storeId' should not be empty");
  if (senderName === '' || senderName.length > nameLengthMax) {
    throw invalidArgument(`Property 'senderName' should have 1 to ${String(nameLengthMax)} characters`);
  }
  // An address that no mail can have is none: the store's settings are older than this rule.
  const known = { ...settings, replyTo: replyTo === undefined ? undefined : normalizeEmail(replyTo) };
  await saveMailSettings(deps.db, { storeId }, known);
}
