import { pageWhole } from '@pitanga/core';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { idBody, idFrom, idQuery } from '../../fields/id';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { CreatedSandboxRecord, SandboxCreate, SandboxList, sandboxRecord, SandboxRecord } from './sandboxes-schemas';

const tags = ['Sandboxes'];

const createSandboxRoute: Route = (app, { sandboxes }) => {
  app.post(
    '/sandboxes/create',
    {
      config: { permission: 'TEST_CLOCK:UPDATE' },
      schema: {
        operationId: 'createSandbox',
        summary: 'Create a sandbox',
        description:
          'A test store of its own, with the settings of this one, keys, a clock and a balance of R$ 100.00 for refunds. ' +
          'The answer alone has the keys; the secret one may do what the caller may. At most 20 of a store; one that is ' +
          'not used for 30 days is deleted. Dev mode only.',
        tags,
        body: SandboxCreate,
        response: recordAnswer(CreatedSandboxRecord),
      },
    },
    async (request) => {
      const { tenant, actor, permissions: granted } = principal(request);
      const { name = 'Sandbox', sampleData: hasSampleData = false } = request.body;
      const created = await sandboxes.create({ tenant, actor, granted, name, hasSampleData }, callContext(request));
      const { sandbox, secretKey, publicKey } = created;
      return ok({ ...sandboxRecord(sandbox), secretKey: secretKey.text, publicKey: publicKey.text });
    },
  );
};

const listSandboxesRoute: Route = (app, { sandboxes, clock }) => {
  app.get(
    '/sandboxes/list',
    {
      config: { permission: 'STORE:READ' },
      schema: {
        operationId: 'listSandboxes',
        summary: 'List sandboxes',
        description: 'Those of the store; a key of a sandbox sees that one. Dev mode only.',
        tags,
        querystring: SandboxList,
        response: listAnswer(SandboxRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      // They are of real time: the clock of the store moves none of them.
      const asked = pageRequest(request.query, clock.real());
      const { items, ...page } = pageWhole(await sandboxes.list({ tenant }), asked, (item) => item);
      return list(page, items.map(sandboxRecord));
    },
  );
};

const getSandboxRoute: Route = (app, { sandboxes }) => {
  app.get(
    '/sandboxes/get',
    {
      config: { permission: 'STORE:READ' },
      schema: {
        operationId: 'getSandbox',
        summary: 'Get a sandbox',
        tags,
        querystring: idQuery,
        response: recordAnswer(SandboxRecord),
      },
    },
    async (request) =>
      ok(sandboxRecord(await sandboxes.get({ tenant: principal(request).tenant, id: idFrom(request) }))),
  );
};

const resetSandboxRoute: Route = (app, { sandboxes }) => {
  app.post(
    '/sandboxes/reset',
    {
      config: { permission: 'TEST_CLOCK:UPDATE' },
      schema: {
        operationId: 'resetSandbox',
        summary: 'Reset a sandbox',
        description:
          'It begins anew: its keys lead to a new store at the real time, with today’s settings of the store that has it. ' +
          'Everything in the store so far, its webhooks and test clock included, ends and is deleted. A sandbox can reset itself ' +
          'by its own key.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(SandboxRecord),
      },
    },
    async (request) => {
      const { tenant, actor } = principal(request);
      return ok(sandboxRecord(await sandboxes.reset({ tenant, actor, id: idFrom(request) }, callContext(request))));
    },
  );
};

const deleteSandboxRoute: Route = (app, { sandboxes }) => {
  app.post(
    '/sandboxes/delete',
    {
      config: { permission: 'TEST_CLOCK:UPDATE' },
      schema: {
        operationId: 'deleteSandbox',
        summary: 'Delete a sandbox',
        description: 'For good, with everything in it. Its keys are refused within a second.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(SandboxRecord),
      },
    },
    async (request) => {
      const { tenant, actor } = principal(request);
      return ok(sandboxRecord(await sandboxes.delete({ tenant, actor, id: idFrom(request) }, callContext(request))));
    },
  );
};

/** Test stores that one can throw away (docs/behaviour/sandboxes.md). */
export const sandboxesRoutes: RouteGroup = [
  createSandboxRoute,
  listSandboxesRoute,
  getSandboxRoute,
  resetSandboxRoute,
  deleteSandboxRoute,
];
