import { required, tenantFromWire, type WaitingNotice } from '@pitanga/contracts';
import type { CrossTenant, Tenant } from '@pitanga/core';
import { listMemberRoles } from '../members/member-repository';
import { defaultSwitches, mayRead } from './notice-kinds';
import { insertNoticeMails, type NoticeMail } from './notice-mail-repository';
import type { NoticeMailDeps } from './send-notice-mails';
import { kindFromWire } from './store-notices';
import { listSwitches } from './switches-repository';

const noticesAtOnce = 200;

/**
 * Gives notices to the members who want them by mail and may read what they are about; returns how many notices. A crash
 * before webhooks knows it gives them again, which writes no second row.
 */
export async function giveNotices(deps: NoticeMailDeps, _all: CrossTenant): Promise<number> {
  const { clients, ids, clock } = deps;
  const context = { requestId: ids.next('request', clock.real()) };
  const { notices } = await clients.notices.listWaitingNotices({ limit: noticesAtOnce }, context);
  const byStore = Map.groupBy(notices, ({ tenant }) => JSON.stringify(tenant));
  for (const waiting of byStore.values()) {
    const tenant = tenantFromWire(waiting[0]?.tenant);
    await giveToMembers(deps, tenant, waiting);
  }
  const positions = notices.map(({ notice }) => required(notice, 'notice').position);
  if (positions.length > 0) await clients.notices.settleNotices({ positions }, context);
  return notices.length;
}

async function giveToMembers(
  { db, clock }: NoticeMailDeps,
  tenant: Tenant,
  waiting: readonly WaitingNotice[],
): Promise<void> {
  const [members, switches] = await Promise.all([listMemberRoles(db, tenant), listSwitches(db, tenant)]);
  const mails = waiting.flatMap(({ notice }): NoticeMail[] => {
    const { id: noticeId, kind: wire, askedBy, recordId, amountCents, dueAt, isTransfer } = required(notice, 'notice');
    const kind = kindFromWire(wire);
    const wants = (userId: string): boolean => (switches.get(userId) ?? defaultSwitches).mail.includes(kind);
    return members
      .filter(({ userId, role }) => userId !== askedBy && mayRead(kind, role) && wants(userId))
      .map(({ userId }) => ({ noticeId, userId, kind, recordId, amountCents, dueAt, isTransfer }));
  });
  await insertNoticeMails(db, tenant, mails, clock.real());
}
