import { OneOf, RequestLogRecord } from '@pitanga/records';
import { Type } from 'typebox';
import type { LoggedRequest } from '../../../request-log/request-log';
import type { Route, RouteGroup } from '../../edge/api';
import { principal } from '../../edge/request';
import { TextFilter } from '../../fields/fields';
import { list, listAnswer } from '../envelope';
import { listQuery, pageRequest } from '../lists';

const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;

const RequestLogList = Type.Object({
  ...listQuery,
  requestId: Type.Optional({ ...TextFilter, description: 'X-Request-Id.' }),
  method: Type.Optional(OneOf('LoggedMethod', ['GET', 'POST', 'PATCH', 'DELETE'])),
  route: Type.Optional({ ...TextFilter, description: 'The path of an operation: `/v2/customers/create`.' }),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  statusClass: Type.Optional(OneOf('StatusClass', statusClasses)),
  keyId: Type.Optional({ ...TextFilter, description: 'The id of a key, or of a person in the dashboard.' }),
  dashboardReads: Type.Optional(
    Type.Boolean({ description: 'False leaves out the GET requests of people in the dashboard; default true.' }),
  ),
});

const listRequestLogRoute: Route = (app, { requestLog, clock }) => {
  app.get(
    '/request-log/list',
    {
      config: { permission: 'REQUEST_LOG:READ' },
      schema: {
        operationId: 'listRequestLog',
        summary: 'List requests',
        description:
          'Every request of the last 30 days by a key of this environment or a person, a few seconds after its answer.' +
          ' With a filter other than `requestId` a page may have fewer entries than `limit`, or none, and a next one.',
        tags: ['Request log'],
        querystring: RequestLogList,
        response: listAnswer(RequestLogRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { requestId, method, route, status, statusClass, keyId, dashboardReads } = request.query;
      const page = await requestLog.list(tenant, pageRequest(request.query, clock.real()), {
        requestId,
        method,
        route,
        status,
        statusClass: statusClass && Number(statusClass[0]),
        actorId: keyId,
        dashboardReads,
      });
      return list(page, page.items.map(requestLogRecord));
    },
  );
};

function requestLogRecord({ tenant, actor, durationMs, createdAt, ...entry }: LoggedRequest): RequestLogRecord {
  const at = createdAt.toISOString();
  return {
    id: entry.id,
    requestId: entry.requestId,
    method: entry.method,
    route: entry.route,
    status: entry.status,
    code: entry.code ?? null,
    ms: durationMs,
    keyId: actor.kind === 'USER' ? null : actor.id,
    userId: actor.kind === 'USER' ? actor.id : null,
    query: parseShown(entry.query),
    body: parseShown(entry.body),
    devMode: tenant.devMode,
    createdAt: at,
    updatedAt: at,
  };
}

function parseShown(json: string | undefined): Record<string, unknown> | null {
  return json === undefined ? null : (JSON.parse(json) as Record<string, unknown>);
}

/** What was asked of the API, and how it was answered. */
export const requestLogRoutes: RouteGroup = [listRequestLogRoute];
