import { fromWire, toWire, type Notice } from '@pitanga/contracts';
import type { Clock, Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import type { Clients } from '../clients';
import { findJoinedAt } from '../members/member-repository';
import type { UseCaseDeps } from '../use-case-deps';
import { readableKinds, storeNoticeKinds, type NoticeSwitches, type StoreNoticeKind } from './notice-kinds';
import { findReadMarks, markAllRead, markRead } from './read-marks-repository';
import { findSwitches, saveSwitches } from './switches-repository';

const shown = 50;
const keptMs = 90 * 86_400_000;

export interface NoticeReader {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly permissions: ReadonlySet<string>;
}

export interface ShownNotice extends Omit<Notice, 'kind'> {
  readonly kind: StoreNoticeKind;
  readonly isRead: boolean;
}

export interface Bell {
  /** The newest first. */
  readonly notices: readonly ShownNotice[];
  /** At most 100. */
  readonly unread: number;
}

type NoticeDeps = UseCaseDeps & { readonly clock: Clock; readonly clients: Pick<Clients, 'notices'> };

export function kindFromWire(kind: Notice['kind']): StoreNoticeKind {
  return fromWire('NOTICE_KIND', storeNoticeKinds, kind);
}

/** The newest notices that a member wants to see and may read, since they joined. */
export async function readBell(deps: NoticeDeps, reader: NoticeReader, context: CallContext): Promise<Bell> {
  const { db, clock, clients } = deps;
  const { tenant, userId, permissions } = reader;
  const [switches, marks, joinedAt] = await Promise.all([
    findSwitches(db, tenant, userId),
    findReadMarks(db, tenant, userId),
    findJoinedAt(db, tenant, userId),
  ]);
  const kinds = readableKinds(switches.bell, permissions);
  if (kinds.length === 0 || !joinedAt) return { notices: [], unread: 0 };
  const oldest = clock.real().getTime() - keptMs;
  const request = {
    tenant,
    kinds: kinds.map((kind) => toWire('NOTICE_KIND', kind)),
    limit: shown,
    readPosition: marks.position,
    readIds: [...marks.ids],
    since: new Date(Math.max(joinedAt.getTime(), oldest)),
  };
  const { notices, unread } = await clients.notices.listNotices(request, context);
  const read = new Set(marks.ids);
  const isRead = ({ id, position }: Notice): boolean => position <= marks.position || read.has(id);
  return {
    notices: notices.map((notice) => ({ ...notice, kind: kindFromWire(notice.kind), isRead: isRead(notice) })),
    unread,
  };
}

/** Marks one notice, or without an id all up to a position, as read by a member. */
export async function readNotices(
  deps: UseCaseDeps,
  { tenant, userId }: Pick<NoticeReader, 'tenant' | 'userId'>,
  { id, position }: { readonly id?: string | undefined; readonly position: number },
): Promise<void> {
  await transact(deps, ({ db }) =>
    id === undefined ? markAllRead(db, tenant, userId, position) : markRead(db, tenant, userId, { id, position }),
  );
}

/** What a member is notified of; kinds that they may not read are left out. */
export async function findNoticeSwitches(
  { db }: Pick<UseCaseDeps, 'db'>,
  { tenant, userId, permissions }: NoticeReader,
): Promise<NoticeSwitches> {
  const { bell, mail, digest } = await findSwitches(db, tenant, userId);
  return { bell: readableKinds(bell, permissions), mail: readableKinds(mail, permissions), digest };
}

export async function changeNoticeSwitches(
  { db, clock }: Pick<UseCaseDeps, 'db' | 'clock'>,
  { tenant, userId }: NoticeReader,
  switches: NoticeSwitches,
): Promise<void> {
  await saveSwitches(db, tenant, userId, switches, clock.real());
}
