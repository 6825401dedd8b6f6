import { Nullable, OneOf } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { mailedKinds, noticePath, storeNoticeKinds, readableKinds } from '../../store-notices/notice-kinds';
import {
  changeNoticeSwitches,
  findNoticeSwitches,
  readBell,
  readNotices,
  type NoticeReader,
  type ShownNotice,
} from '../../store-notices/store-notices';
import type { Route, RouteGroup } from '../edge/api';
import { callContext, principal } from '../edge/request';
import { ok, recordAnswer } from '../v2/envelope';
import { Done, done } from './sign-in-routes';
import { requireSession } from './visit';

/** Every role has it: what a member is notified of is decided by kind. */
const config = { permission: 'STORE:READ' } as const;

const Kind = OneOf('NoticeKind', storeNoticeKinds);
const Position = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const ShownNoticeRecord = Type.Object({
  id: Type.String(),
  position: Position,
  kind: Kind,
  recordId: Type.String(),
  path: Type.String({ description: 'The page that it is about, below the environment of the store.' }),
  amount: Nullable(Type.Integer()),
  dueAt: Nullable(Type.String()),
  isTransfer: Type.Boolean(),
  isRead: Type.Boolean(),
  createdAt: Type.String(),
});
const BellRecord = Type.Object({
  notices: Type.Array(ShownNoticeRecord),
  unread: Type.Integer({ description: 'At most 100.' }),
});

function noticeRecord(notice: ShownNotice): Static<typeof ShownNoticeRecord> {
  const { id, position, kind, recordId, amountCents, dueAt, isTransfer, isRead, createdAt } = notice;
  return {
    id,
    position,
    kind,
    recordId,
    path: noticePath(kind, notice),
    amount: amountCents ?? null,
    dueAt: dueAt?.toISOString() ?? null,
    isTransfer,
    isRead,
    createdAt: createdAt?.toISOString() ?? '',
  };
}

/** A member, who is notified; keys have no part in it. */
function readReader(request: FastifyRequest): NoticeReader {
  const { tenant, permissions } = principal(request);
  return { tenant, permissions, userId: requireSession(request).userId };
}

const listRoute: Route = (app, deps) => {
  app.get('/notices/list', { config, schema: { response: recordAnswer(BellRecord) } }, async (request) => {
    const { notices, unread } = await readBell(deps, readReader(request), callContext(request));
    return ok({ notices: notices.map(noticeRecord), unread });
  });
};

const readRoute: Route = (app, deps) => {
  app.post(
    '/notices/read',
    {
      config,
      schema: {
        body: Type.Object({
          id: Type.Optional(
            Type.String({ minLength: 1, maxLength: 200, description: 'Left out: all up to the position.' }),
          ),
          position: Position,
        }),
        response: recordAnswer(Done),
      },
    },
    async (request) => {
      await readNotices(deps, readReader(request), request.body);
      return done;
    },
  );
};

const Switches = Type.Object({
  bell: Type.Array(Kind, { maxItems: storeNoticeKinds.length, uniqueItems: true }),
  mail: Type.Array(OneOf('MailedNoticeKind', mailedKinds), { maxItems: mailedKinds.length, uniqueItems: true }),
  digest: Type.Boolean(),
});
const ShownSwitches = Type.Object({
  ...Switches.properties,
  kinds: Type.Array(Kind, { description: 'What the role of the member may read.' }),
  isMailOff: Type.Boolean({ description: 'This installation sends no mail.' }),
});

const switchesRoute: Route = (app, deps) => {
  app.get('/notices/switches', { config, schema: { response: recordAnswer(ShownSwitches) } }, async (request) => {
    const reader = readReader(request);
    const [{ bell, mail, digest }, { isOff }] = await Promise.all([
      findNoticeSwitches(deps, reader),
      deps.clients.mails.getMailState({ isTest: false }, callContext(request)),
    ]);
    return ok({
      bell: [...bell],
      mail: mail.filter((kind) => mailedKinds.includes(kind)),
      digest,
      kinds: [...readableKinds(storeNoticeKinds, reader.permissions)],
      isMailOff: isOff,
    });
  });
};

const changeRoute: Route = (app, deps) => {
  app.post(
    '/notices/switches/change',
    { config, schema: { body: Switches, response: recordAnswer(Done) } },
    async (request) => {
      await changeNoticeSwitches(deps, readReader(request), request.body);
      return done;
    },
  );
};

/** What members are notified of in the store and environment of the request. */
export const noticeRoutes: RouteGroup = [listRoute, readRoute, switchesRoute, changeRoute];
