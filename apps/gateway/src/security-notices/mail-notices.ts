import { toWire } from '@pitanga/contracts';
import type { MailMessagesDeps } from '../account-messages/mail-messages';
import { toMailLanguage, type MessageLanguage } from '../access/language';
import type { User } from '../users/user';
import { findUser } from '../users/user-repository';
import { deleteNotice, listNotices, type SecurityNotice } from '../audit/notice-repository';

const noticesAtOnce = 50;
/** A mail that is this late tells nothing any more. */
const lateMs = 7 * 86_400_000;

type NoticeDeps = MailMessagesDeps & {
  readonly publicUrl: string;
  readonly findLanguage: (storeId: string) => Promise<MessageLanguage | undefined>;
};

/**
 * Gives mail about security to the mail queue; returns false when this installation sends no mail. A crash between the two
 * steps gives one again, which the queue knows by its id.
 */
export async function mailNotices(deps: NoticeDeps): Promise<boolean> {
  const { db, all, sealer, ids, clock } = deps;
  for (const notice of await listNotices(db, all, noticesAtOnce)) {
    const user = await findUser(db, all, sealer, notice.userId);
    if (user && !(await send(deps, notice, user, { requestId: ids.next('request', clock.real()) }))) return false;
    await deleteNotice(db, all, notice.id);
  }
  return true;
}

/** False where no mail is sent. */
async function send(
  deps: NoticeDeps,
  notice: SecurityNotice,
  { email, language }: User,
  context: { readonly requestId: string },
): Promise<boolean> {
  const { id, kind, storeId, about, createdAt, device, address } = notice;
  const ofStore = storeId === undefined ? undefined : await deps.findLanguage(storeId);
  const { isOff } = await deps.mails.sendAccountMail(
    {
      messageId: id,
      kind: toWire('ACCOUNT_MAIL_KIND', kind),
      email,
      link: `${deps.publicUrl}/dashboard/account`,
      expiresAt: new Date(createdAt.getTime() + lateMs),
      language: toMailLanguage(language ?? ofStore),
      storeName: storeId === undefined ? undefined : await deps.findStoreName(storeId),
      about: kind === 'OWNER_ADDED' || kind === 'OWNER_REMOVED' ? await nameUser(deps, about) : about,
      by: await nameActor(deps, notice),
      happenedAt: createdAt,
      device,
      address,
    },
    context,
  );
  return !isOff;
}

async function nameActor(deps: NoticeDeps, { actorKind, actorId }: SecurityNotice): Promise<string | undefined> {
  if (actorKind === 'OPERATOR') return undefined;
  return actorKind === 'USER' ? nameUser(deps, actorId) : actorId;
}

async function nameUser({ db, all, sealer }: NoticeDeps, id: string): Promise<string> {
  return (await findUser(db, all, sealer, id))?.email ?? id;
}
