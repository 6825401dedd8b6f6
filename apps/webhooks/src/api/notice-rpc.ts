import { fromWire, required, toWire, type Notice, type NoticeServiceDefinition } from '@pitanga/contracts';
import { everyTenant, invalidArgument } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import { mayMail } from '../consuming/keep-notices';
import type { Deps } from '../deps';
import { noticeKinds, type NoticeKind, type StoreNotice } from '../notices/notice';
import {
  countUnread,
  insertNotices,
  listNotices,
  listWaitingNotices,
  settleNotices,
  sumNotices,
} from '../notices/notice-repository';

const shownMax = 100;
const waitingMax = 500;

export function noticeHandlers(deps: Pick<Deps, 'db' | 'clock' | 'mail'>): RpcHandlers<NoticeServiceDefinition> {
  const { db, clock } = deps;
  return {
    keepNotice: async ({ notice }, { tenant }) => {
      const { id, kind, recordId, amountCents, dueAt, askedBy, isTransfer, createdAt } = required(notice, 'notice');
      const kept = {
        tenant,
        id,
        kind: kindFromWire(kind),
        recordId,
        amountCents,
        dueAt,
        askedBy,
        isTransfer,
        createdAt: required(createdAt, 'created_at'),
      };
      await insertNotices(db, [{ ...kept, waits: mayMail(deps, kept, 0) }], clock.real());
      return {};
    },

    listNotices: async ({ kinds, limit, readPosition, readIds, since }, { tenant }) => {
      checkLimit(limit, shownMax);
      const filter = { kinds: kinds.map(kindFromWire), since: required(since, 'since') };
      const read = { position: readPosition, ids: readIds };
      const [notices, unread] = await Promise.all([
        listNotices(db, tenant, { ...filter, limit }),
        countUnread(db, tenant, { ...filter, read, most: shownMax }),
      ]);
      return { notices: notices.map(noticeToMessage), unread };
    },

    sumNotices: async ({ kinds, from, until }, { tenant }) => {
      const span = { from: required(from, 'from'), until: required(until, 'until') };
      const sums = await sumNotices(db, tenant, { kinds: kinds.map(kindFromWire), ...span });
      return { sums: sums.map(({ kind, ...sum }) => ({ kind: toWire('NOTICE_KIND', kind), ...sum })) };
    },

    listWaitingNotices: async ({ limit }) => {
      checkLimit(limit, waitingMax);
      const waiting = await listWaitingNotices(db, everyTenant, limit);
      return { notices: waiting.map((notice) => ({ tenant: notice.tenant, notice: noticeToMessage(notice) })) };
    },

    settleNotices: async ({ positions }) => {
      await settleNotices(db, everyTenant, positions);
      return {};
    },
  };
}

function checkLimit(limit: number, most: number): void {
  if (limit < 1 || limit > most) throw invalidArgument(`Property 'limit' should be 1 to ${String(most)}`);
}

function kindFromWire(kind: Notice['kind']): NoticeKind {
  return fromWire('NOTICE_KIND', noticeKinds, kind);
}

function noticeToMessage({ tenant: _, kind, ...notice }: StoreNotice): Notice {
  return { ...notice, kind: toWire('NOTICE_KIND', kind) };
}
