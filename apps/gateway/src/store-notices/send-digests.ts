import { toWire, type NoticeLine } from '@pitanga/contracts';
import { addDays, saoPauloDay, startOfSaoPauloDay, toTenant, type CrossTenant, type Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import { listRolePermissions } from '../access/role';
import type { Clients } from '../clients';
import { findMember } from '../members/member-repository';
import { findStore } from '../stores/store-repository';
import { readableKinds, storeNoticeKinds } from './notice-kinds';
import { mailMember, type NoticeMailDeps } from './send-notice-mails';
import { listDueDigests, markDigestSent, type DueDigest } from './switches-repository';

export type DigestDeps = NoticeMailDeps & {
  readonly clients: {
    readonly disputes: Pick<Clients['disputes'], 'listDisputes'>;
    readonly payouts: Pick<Clients['payouts'], 'listPayouts'>;
    readonly refundRequests: Pick<Clients['refundRequests'], 'listRefundRequests'>;
  };
};

const digestsAtOnce = 50;
/** In São Paulo. */
const morningMs = 8 * 3_600_000;
/** Beyond these an open list is counted no further. */
const openMax = 100;

/**
 * Mails the digest of yesterday to the members who want one, from eight in the morning of São Paulo on; returns how many. A
 * crash sends one again with its id, by which the mail queue knows it.
 */
export async function sendDigests(deps: DigestDeps, all: CrossTenant): Promise<number> {
  const { db, clock } = deps;
  const now = clock.real();
  const today = saoPauloDay(now);
  if (now.getTime() < startOfSaoPauloDay(today).getTime() + morningMs) return 0;
  const day = addDays(today, -1);
  let sent = 0;
  for (const due of await listDueDigests(db, all, day, digestsAtOnce)) {
    if (!(await sendDigest(deps, due, day))) return sent;
    await markDigestSent(db, due, due.userId, day);
    sent += 1;
  }
  return sent;
}

/** False where no mail is sent. */
async function sendDigest(deps: DigestDeps, { storeId, userId }: DueDigest, day: string): Promise<boolean> {
  const { db, sealer, clock, ids } = deps;
  const tenant = toTenant(storeId, false);
  const [member, store] = await Promise.all([findMember(db, tenant, sealer, userId), findStore(db, tenant)]);
  if (!member || store?.status !== 'ACTIVE') return true;
  const context = { requestId: ids.next('request', clock.real()) };
  const permissions = listRolePermissions(member.role);
  const lines = [
    ...(await sumDay(deps, tenant, permissions, day, context)),
    ...(await listOpen(deps, tenant, permissions, context)),
  ];
  const kind = 'ACCOUNT_MAIL_KIND_DAILY_DIGEST';
  return mailMember(deps, {
    tenant,
    member,
    store,
    messageId: `digest:${day}:${storeId}:${userId}`,
    kind,
    lines,
    path: '',
  });
}

async function sumDay(
  { clients }: DigestDeps,
  tenant: Tenant,
  permissions: ReadonlySet<string>,
  day: string,
  context: CallContext,
): Promise<NoticeLine[]> {
  const kinds = readableKinds(storeNoticeKinds, permissions).map((kind) => toWire('NOTICE_KIND', kind));
  const span = { from: startOfSaoPauloDay(day), until: startOfSaoPauloDay(addDays(day, 1)) };
  const { sums } = await clients.notices.sumNotices({ tenant, kinds, ...span }, context);
  return sums.map(({ kind, count, amountCents }) => ({
    kind,
    count,
    amountCents: amountCents === 0 ? undefined : amountCents,
    isOpen: false,
  }));
}

/** What still waits for people of the store, of what this one may read. */
async function listOpen(
  { clients: { disputes, payouts, refundRequests } }: DigestDeps,
  tenant: Tenant,
  permissions: ReadonlySet<string>,
  context: CallContext,
): Promise<NoticeLine[]> {
  const page = { limit: openMax };
  const [disputed, approvals, requests] = await Promise.all([
    permissions.has('DISPUTE:READ')
      ? disputes.listDisputes({ tenant, page, state: 'DISPUTE_STATE_NEEDS_ANSWER' }, context)
      : { disputes: [] },
    permissions.has('WITHDRAW:READ')
      ? payouts.listPayouts(
          { tenant, page, kind: 'PAYOUT_KIND_UNSPECIFIED', approval: 'PAYOUT_APPROVAL_STATUS_WAITING' },
          context,
        )
      : { payouts: [] },
    permissions.has('REFUND:CREATE')
      ? refundRequests.listRefundRequests({ tenant, page, status: 'REFUND_REQUEST_STATUS_OPEN' }, context)
      : { requests: [] },
  ]);
  return [
    ...openLine('NOTICE_KIND_DISPUTE', disputed.disputes),
    ...openLine('NOTICE_KIND_PAYOUT_APPROVAL', approvals.payouts),
    ...openLine('NOTICE_KIND_REFUND_REQUEST', requests.requests),
  ];
}

function openLine(kind: NoticeLine['kind'], open: readonly { readonly amountCents: number }[]): NoticeLine[] {
  if (open.length === 0) return [];
  const amountCents = open.reduce((sum, one) => sum + one.amountCents, 0);
  return [{ kind, count: open.length, amountCents, isOpen: true }];
}
