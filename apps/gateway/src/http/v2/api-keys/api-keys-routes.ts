import { invalidArgument } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import { namedPermissions } from '../../../access/permission';
import { restrictedKey } from '../../../api-keys/api-key-errors';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { idBody, idFrom, idQuery } from '../../fields/id';
import { parseInstant } from '../../fields/instant-or-day';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import {
  ApiKeyCreate,
  ApiKeyList,
  apiKeyRecord,
  ApiKeyRecord,
  ApiKeyRoll,
  CreatedApiKey,
  RolledApiKey,
} from './api-keys-schemas';

const tags = ['API keys'];

const createApiKeyRoute: Route = (app, { apiKeys, clock }) => {
  app.post(
    '/api-keys/create',
    {
      config: { permission: 'API_KEY:CREATE', nullRefused: ['expiresAt', 'allowedAddresses'] },
      schema: {
        operationId: 'createApiKey',
        summary: 'Create an API key',
        description:
          "In the caller's environment, with permissions that the caller has. In production an owner who is signed in gives" +
          ' what manages members, keys, the store or its providers. The answer alone has the key.',
        tags,
        body: ApiKeyCreate,
        response: recordAnswer(CreatedApiKey),
      },
    },
    async (request) => {
      const { kind = 'SECRET', description, permissions: names = [], expiresAt, allowedAddresses } = request.body;
      const permissions = namedPermissions(names);
      if (kind === 'SECRET' && permissions.length === 0) throw invalidArgument("Property 'permissions' is missing");
      const created = await apiKeys.create(
        {
          ...requireCreator(request),
          kind,
          description,
          permissions: kind === 'PUBLIC' ? [] : permissions,
          expiresAt: expiresAt === undefined ? undefined : parseInstant(expiresAt),
          allowedAddresses,
        },
        callContext(request),
      );
      const { devMode } = principal(request).tenant;
      return ok({ ...apiKeyRecord(created.key, devMode, clock.real()), key: created.text });
    },
  );
};

const listApiKeysRoute: Route = (app, { apiKeys, clock }) => {
  app.get(
    '/api-keys/list',
    {
      config: { permission: 'API_KEY:READ' },
      schema: {
        operationId: 'listApiKeys',
        summary: 'List API keys',
        description: 'With those that are revoked or expired.',
        tags,
        querystring: ApiKeyList,
        response: listAnswer(ApiKeyRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { items, ...page } = await apiKeys.list({ tenant, page: pageRequest(request.query, clock.now(tenant)) });
      return list(
        page,
        items.map((key) => apiKeyRecord(key, tenant.devMode, clock.real())),
      );
    },
  );
};

const getApiKeyRoute: Route = (app, { apiKeys, clock }) => {
  app.get(
    '/api-keys/get',
    {
      config: { permission: 'API_KEY:READ' },
      schema: {
        operationId: 'getApiKey',
        summary: 'Get an API key',
        tags,
        querystring: idQuery,
        response: recordAnswer(ApiKeyRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      return ok(apiKeyRecord(await apiKeys.get({ tenant, id: idFrom(request) }), tenant.devMode, clock.real()));
    },
  );
};

const rollApiKeyRoute: Route = (app, { apiKeys, clock }) => {
  app.post(
    '/api-keys/roll',
    {
      config: { permission: 'API_KEY:CREATE' },
      schema: {
        operationId: 'rollApiKey',
        summary: 'Roll an API key',
        description:
          'Creates a key with the same settings, and ends the one so far after `overlapHours`. Its permissions must be ' +
          "among the caller's.",
        tags,
        body: ApiKeyRoll,
        response: recordAnswer(RolledApiKey),
      },
    },
    async (request) => {
      const { id, overlapHours = 24 } = request.body;
      const rolled = await apiKeys.roll({ ...requireCreator(request), id, overlapHours }, callContext(request));
      const { devMode } = principal(request).tenant;
      const record = (key: typeof rolled.key) => apiKeyRecord(key, devMode, clock.real());
      return ok({ ...record(rolled.key), key: rolled.text, previous: record(rolled.previous) });
    },
  );
};

const revokeApiKeyRoute: Route = (app, { apiKeys, clock }) => {
  app.post(
    '/api-keys/revoke',
    {
      config: { permission: 'API_KEY:DELETE' },
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description: 'For good: it is refused within a second. A key may revoke itself.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(ApiKeyRecord),
      },
    },
    async (request) => {
      const { tenant, actor } = principal(request);
      const revoked = await apiKeys.revoke({ tenant, actor, id: idFrom(request) }, callContext(request));
      return ok(apiKeyRecord(revoked, tenant.devMode, clock.real()));
    },
  );
};

export const apiKeysRoutes: RouteGroup = [
  createApiKeyRoute,
  listApiKeysRoute,
  getApiKeyRoute,
  rollApiKeyRoute,
  revokeApiKeyRoute,
];

function readCaller(request: FastifyRequest) {
  const { tenant, actor, permissions: granted } = principal(request);
  return { tenant, actor, granted };
}

/** The caller of what gives out a key: one that is limited itself would be rid of its limits. */
function requireCreator(request: FastifyRequest) {
  const { expiresAt, allowedAddresses = [] } = principal(request);
  if (expiresAt || allowedAddresses.length > 0) throw restrictedKey();
  return readCaller(request);
}
