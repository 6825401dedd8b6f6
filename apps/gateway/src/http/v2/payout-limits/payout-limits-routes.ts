import { pageWhole } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import type { LimitRequest } from '../../../payout-limits/limit-operations';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import {
  clearableLimits,
  LimitChangeId,
  LimitChangeList,
  limitChangeRecord,
  LimitChangeRecord,
  LimitsRecord,
  LimitsUpdate,
} from './payout-limits-schemas';
import { readLimits } from './read-limits';

const tags = ['Payouts'];
// By a person with a fresh second factor, whatever a key may do (docs/behaviour/payouts.md#limit-changes).
const config = { permission: 'STORE:UPDATE', guard: 'limits' } as const;
const change = 'Of a member who is signed in: no key changes limits. ';

function readCaller(request: FastifyRequest): LimitRequest {
  const { tenant, actor } = principal(request);
  return { tenant, userId: actor.id, from: actor.from };
}

/** A person who may change the limits sees whole Pix keys: a masked one could not be confirmed. */
function seesKeys(request: FastifyRequest): boolean {
  const { actor, permissions } = principal(request);
  return actor.kind === 'USER' && permissions.has('STORE:UPDATE');
}

const getLimitsRoute: Route = (app, deps) => {
  app.get(
    '/payout-limits/get',
    {
      config: { permission: 'STORE:READ' },
      schema: {
        operationId: 'getPayoutLimits',
        summary: 'Get what may leave the store',
        description: 'In this environment, with what has left of it, and the change of limits that is under way.',
        tags,
        response: recordAnswer(LimitsRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const isWhole = seesKeys(request);
      const [found, store] = await Promise.all([readLimits(deps, request, isWhole), deps.stores.get({ tenant })]);
      return ok({
        limits: found.limits,
        payoutApprovalAbove: store.payoutApprovalAbove ?? null,
        change: found.change ? limitChangeRecord(found.change, isWhole) : null,
      });
    },
  );
};

const updateLimitsRoute: Route = (app, { payoutLimits }) => {
  app.post(
    '/payout-limits/update',
    {
      config: { ...config, nullClears: clearableLimits },
      schema: {
        operationId: 'updatePayoutLimits',
        summary: 'Change what may leave the store',
        description:
          change +
          'What is left out stays, null takes a limit away. What loosens nothing works at once. The rest waits for another ' +
          'member who confirms it, and works a day after that; where no other member could, a day after it was asked for.',
        tags,
        body: LimitsUpdate,
        response: recordAnswer(LimitChangeRecord),
      },
    },
    async (request) => {
      const asked = { ...readCaller(request), patch: request.body };
      return ok(limitChangeRecord(await payoutLimits.update(asked, callContext(request)), true));
    },
  );
};

const listChangesRoute: Route = (app, { payoutLimits, clock }) => {
  app.get(
    '/payout-limit-changes/list',
    {
      config: { permission: 'STORE:READ' },
      schema: {
        operationId: 'listPayoutLimitChanges',
        summary: 'List changes of what may leave the store',
        description: 'The newest hundred of both environments, also those that were cancelled.',
        tags,
        querystring: LimitChangeList,
        response: listAnswer(LimitChangeRecord),
      },
    },
    async (request) => {
      const isWhole = seesKeys(request);
      const page = pageRequest(request.query, clock.real());
      const changes = await payoutLimits.listChanges({ tenant: principal(request).tenant });
      const { items, ...ends } = pageWhole(changes, page, ({ id, askedAt }) => ({ id, createdAt: askedAt }));
      return list(
        ends,
        items.map((one) => limitChangeRecord(one, isWhole)),
      );
    },
  );
};

const confirmChangeRoute: Route = (app, { payoutLimits }) => {
  app.post(
    '/payout-limit-changes/confirm',
    {
      config,
      schema: {
        operationId: 'confirmPayoutLimitChange',
        summary: 'Confirm a change of limits',
        description: `${change}By another member than the one who asked for it; it works a day later.`,
        tags,
        body: LimitChangeId,
        response: recordAnswer(LimitChangeRecord),
      },
    },
    async (request) => {
      const asked = { ...readCaller(request), id: request.body.id };
      return ok(limitChangeRecord(await payoutLimits.confirm(asked, callContext(request)), true));
    },
  );
};

const cancelChangeRoute: Route = (app, { payoutLimits }) => {
  app.post(
    '/payout-limit-changes/cancel',
    {
      config,
      schema: {
        operationId: 'cancelPayoutLimitChange',
        summary: 'Cancel a change of limits',
        description: `${change}Until it works, also of what another member asked for or confirmed.`,
        tags,
        body: LimitChangeId,
        response: recordAnswer(LimitChangeRecord),
      },
    },
    async (request) => {
      const asked = { ...readCaller(request), id: request.body.id };
      return ok(limitChangeRecord(await payoutLimits.cancel(asked, callContext(request)), true));
    },
  );
};

/** What may leave a store. */
export const payoutLimitsRoutes: RouteGroup = [
  getLimitsRoute,
  updateLimitsRoute,
  listChangesRoute,
  confirmChangeRoute,
  cancelChangeRoute,
];
