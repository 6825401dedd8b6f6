import type { SendAccountMailRequest } from '@pitanga/contracts';
import type { CrossTenant, Tenant } from '@pitanga/core';
import { toMailLanguage } from '../access/language';
import type { Clients } from '../clients';
import { listMembers } from '../members/member-repository';
import type { StoreTools } from '../stores/change-store';
import { findStore } from '../stores/store-repository';
import type { Db } from '@pitanga/database';
import type { LimitChange, LimitChangeStatus } from './limit-change';
import { listUnmailedLimitChanges, markLimitChangeMailed } from './limit-change-repository';

export interface MailLimitChangesDeps extends StoreTools {
  readonly db: Db;
  readonly publicUrl: string;
  readonly clients: {
    readonly mails: Pick<Clients['mails'], 'sendAccountMail'>;
    readonly notices: Pick<Clients['notices'], 'keepNotice'>;
  };
}

const changesAtOnce = 50;
const kinds: Readonly<Record<LimitChangeStatus, SendAccountMailRequest['kind']>> = {
  WAITING: 'ACCOUNT_MAIL_KIND_LIMIT_CHANGE_ASKED',
  SCHEDULED: 'ACCOUNT_MAIL_KIND_LIMIT_CHANGE_SCHEDULED',
  APPLIED: 'ACCOUNT_MAIL_KIND_LIMIT_CHANGE_APPLIED',
  CANCELLED: 'ACCOUNT_MAIL_KIND_LIMIT_CHANGE_ENDED',
  EXPIRED: 'ACCOUNT_MAIL_KIND_LIMIT_CHANGE_ENDED',
};

/**
 * Mails each step of a change to the owners of its store, whatever mail they want else. A crash in between sends one again,
 * which the mail queue knows by its id. An installation without mail sends none later.
 */
export async function mailLimitChanges(deps: MailLimitChangesDeps, all: CrossTenant): Promise<void> {
  for (const { tenant, change } of await listUnmailedLimitChanges(deps.db, all, deps.sealer, changesAtOnce)) {
    if (change.status === 'WAITING') await keepNotice(deps, tenant, change);
    await mailOwners(deps, tenant, change);
    await markLimitChangeMailed(deps.db, tenant, change);
  }
}

/** For the bell; what is mailed follows here. */
async function keepNotice(
  { clients, ids, clock }: MailLimitChangesDeps,
  tenant: Tenant,
  { id, askedBy, askedAt: createdAt, expiresAt: dueAt }: LimitChange,
): Promise<void> {
  const notice = {
    id,
    kind: 'NOTICE_KIND_LIMIT_CHANGE',
    recordId: id,
    dueAt,
    askedBy,
    isTransfer: false,
    createdAt,
    position: 0,
  } as const;
  await clients.notices.keepNotice({ tenant, notice }, { requestId: ids.next('request', clock.real()) });
}

async function mailOwners(deps: MailLimitChangesDeps, tenant: Tenant, change: LimitChange): Promise<void> {
  const { db, sealer, clients, publicUrl, ids, clock } = deps;
  const store = await findStore(db, tenant);
  const members = await listMembers(db, tenant, sealer);
  const owners = members.filter(({ role }) => role === 'OWNER');
  // A person who left the store is named by their id.
  const findName = (id: string | undefined) => members.find(({ userId }) => userId === id)?.email ?? id;
  const environment = tenant.devMode ? 'test' : 'live';
  for (const { userId, email, language } of owners) {
    const mail = {
      messageId: `${change.id}:${change.status}:${userId}`,
      kind: kinds[change.status],
      email,
      link: `${publicUrl}/dashboard/${tenant.storeId}/${environment}/settings/limits`,
      expiresAt: change.worksAt ?? change.expiresAt,
      language: toMailLanguage(language ?? store?.mail.language),
      storeName: store?.branding.displayName ?? store?.name,
      role: undefined,
      by: findName(change.askedBy),
      happenedAt: change.askedAt,
      decidedBy: findName(change.endedBy ?? change.confirmedBy),
      ...change.from,
    } as const;
    await clients.mails.sendAccountMail(mail, { requestId: ids.next('request', clock.real()) });
  }
}
