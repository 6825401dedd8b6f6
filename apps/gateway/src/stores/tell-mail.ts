import type { CrossTenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { mailSettings } from './store-messages';
import { listUntoldMail, markMailTold } from './store-repository';

/** The part of the mail client that this needs. */
export interface MailSettingsClient {
  configureMail(request: ReturnType<typeof mailSettings>, context: CallContext): Promise<unknown>;
}

const storesAtOnce = 100;

/**
 * Tells webhooks the mail of stores that it does not know as it is; returns how many. Apart from the settings that a
 * store needs to open: a store works while its mail waits, also those of before there was mail.
 */
export async function tellMail(
  { db, mails, requestId }: { readonly db: Db; readonly mails: MailSettingsClient; readonly requestId: () => string },
  all: CrossTenant,
): Promise<number> {
  const stores = await listUntoldMail(db, all, storesAtOnce);
  for (const store of stores) {
    await mails.configureMail(mailSettings(store), { requestId: requestId() });
    await markMailTold(db, { storeId: store.id }, store.version);
  }
  return stores.length;
}
