import { toWire, type NoticeLine, type SendAccountMailRequest } from '@pitanga/contracts';
import type { Clock, CrossTenant, IdSource, StoreScope, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { toMailLanguage } from '../access/language';
import type { Clients } from '../clients';
import { findMember, type ShownMember } from '../members/member-repository';
import type { Store } from '../stores/store';
import { findStore } from '../stores/store-repository';
import { mayRead, noticePath, type StoreNoticeKind } from './notice-kinds';
import {
  claimNoticeMail,
  listDueGroups,
  markNoticeMailSent,
  type MailGroup,
  type NoticeMail,
} from './notice-mail-repository';

export interface NoticeMailDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly sealer: Sealer;
  readonly publicUrl: string;
  readonly clients: {
    readonly mails: Pick<Clients['mails'], 'sendAccountMail'>;
    readonly notices: Pick<Clients['notices'], 'listWaitingNotices' | 'settleNotices' | 'sumNotices'>;
  };
}

const groupsAtOnce = 50;
const minuteMs = 60_000;
const dayMs = 86_400_000;
/** More of a kind that come within this time are the next mail. */
const foldMs = 15 * minuteMs;
/** To one person in 24 hours, of all stores; what comes after waits, and folds. */
const mailsMax = 30;

/**
 * Mails members what they were given, one mail for all notices of a kind that wait; returns how many. A crash sends a mail
 * again with its id, by which the mail queue knows it.
 */
export async function sendNoticeMails(deps: NoticeMailDeps, all: CrossTenant): Promise<number> {
  const { db, clock, ids } = deps;
  const now = clock.real();
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const pace = { foldedFrom: before(foldMs), dayFrom: before(dayMs), most: mailsMax };
  const sentNow = new Map<string, number>();
  let count = 0;
  for (const group of await listDueGroups(db, all, pace, groupsAtOnce)) {
    const more = sentNow.get(group.userId) ?? 0;
    if (group.sent + more >= mailsMax) continue;
    const claimed = await claimNoticeMail(db, group.tenant, group, ids.next('accountMessage', now));
    if (!claimed) continue;
    if (!(await sendGroup(deps, group, claimed.mailId, claimed.notices))) return count;
    await markNoticeMailSent(db, group.tenant, group, claimed.mailId, now);
    sentNow.set(group.userId, more + 1);
    count += 1;
  }
  return count;
}

/** False where no mail is sent. */
async function sendGroup(
  deps: NoticeMailDeps,
  { tenant, userId, kind }: MailGroup,
  messageId: string,
  notices: readonly NoticeMail[],
): Promise<boolean> {
  const reader = await findReader(deps, tenant, userId, kind);
  // The member was removed, or has another role now.
  if (!reader) return true;
  const [only, ...others] = notices;
  const path = only && others.length === 0 ? noticePath(kind, only) : '';
  const lines = [toLine(kind, notices)];
  return mailMember(deps, { ...reader, tenant, messageId, kind: 'ACCOUNT_MAIL_KIND_STORE_NOTICE', lines, path });
}

function toLine(kind: StoreNoticeKind, notices: readonly NoticeMail[]): NoticeLine {
  const amounts = notices.flatMap(({ amountCents }) => (amountCents === undefined ? [] : [amountCents]));
  return {
    kind: toWire('NOTICE_KIND', kind),
    count: notices.length,
    amountCents: amounts.length === 0 ? undefined : amounts.reduce((sum, one) => sum + one, 0),
    dueAt: notices.length === 1 ? notices[0]?.dueAt : undefined,
    isOpen: false,
  };
}

async function findReader(
  { db, sealer }: NoticeMailDeps,
  scope: StoreScope,
  userId: string,
  kind: StoreNoticeKind,
): Promise<{ readonly member: ShownMember; readonly store: Store } | undefined> {
  const [member, store] = await Promise.all([findMember(db, scope, sealer, userId), findStore(db, scope)]);
  return member && store && mayRead(kind, member.role) ? { member, store } : undefined;
}

export interface MemberMail {
  readonly tenant: Tenant;
  readonly member: ShownMember;
  readonly store: Store;
  readonly messageId: string;
  readonly kind: SendAccountMailRequest['kind'];
  readonly lines: readonly NoticeLine[];
  /** Of the dashboard, below the environment of the store. */
  readonly path: string;
}

/** Gives a mail to the mail queue; false where no mail is sent. */
export async function mailMember(
  { clients, clock, ids, publicUrl }: NoticeMailDeps,
  { tenant, member, store, messageId, kind, lines, path }: MemberMail,
): Promise<boolean> {
  const now = clock.real();
  const request = {
    messageId,
    kind,
    email: member.email,
    link: `${publicUrl}/dashboard/${tenant.storeId}/${tenant.devMode ? 'test' : 'live'}${path}`,
    expiresAt: new Date(now.getTime() + dayMs),
    language: toMailLanguage(member.language ?? store.mail.language),
    storeName: store.branding.displayName ?? store.name,
    role: undefined,
    isTest: tenant.devMode,
    notices: { lines: [...lines] },
  };
  const { isOff } = await clients.mails.sendAccountMail(request, { requestId: ids.next('request', now) });
  return !isOff;
}
