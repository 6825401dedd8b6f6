import { required } from '@pitanga/contracts';
import { NamedObject, topUpRecord, TopUpRecord, TopUpStatus } from '@pitanga/records';
import { Type } from 'typebox';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { Amount, ExpiresIn, expiresInDefaultSeconds, Id, wireFilter } from '../../fields/fields';
import { idFrom, idQuery } from '../../fields/id';
import { awaitApplied } from '../../both-versions/await-applied';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { listQuery, pageRequest } from '../lists';

const TopUpCreate = NamedObject('CreateTopUp', { amount: Amount, expiresIn: Type.Optional(ExpiresIn) });

const TopUpList = Type.Object({ ...listQuery, status: Type.Optional(TopUpStatus) });

const TopUpSimulate = NamedObject('SimulateTopUpPayment', {
  id: Type.Optional(Id),
  amount: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 9_999_999_999, description: 'Centavos; what is due when left out.' }),
  ),
  late: Type.Optional(Type.Boolean({ default: false, description: 'Pay what takes no payment any more.' })),
});

const tags = ['Top-ups'];

const createTopUpRoute: Route = (app, { clients }) => {
  app.post(
    '/top-ups/create',
    {
      config: { permission: 'REFUND:CREATE' },
      schema: {
        operationId: 'createTopUp',
        summary: 'Top up the balance',
        description:
          'A Pix by which you put money in, without a fee, for refunds that your balance does not cover. Pay it from any ' +
          'bank. Only refunds spend it: it cannot be withdrawn or refunded itself.',
        tags,
        body: TopUpCreate,
        response: recordAnswer(TopUpRecord),
      },
    },
    async (request) => {
      const { amount, expiresIn = expiresInDefaultSeconds } = request.body;
      const { charge } = await clients.charges.createTopUp(
        { tenant: principal(request).tenant, amountCents: amount, expiresInSeconds: expiresIn },
        callContext(request),
      );
      return ok(topUpRecord(required(charge, 'charge')));
    },
  );
};

const getTopUpRoute: Route = (app, { clients }) => {
  app.get(
    '/top-ups/get',
    {
      config: { permission: 'STORE:READ' },
      schema: {
        operationId: 'getTopUp',
        summary: 'Get a top-up',
        tags,
        querystring: idQuery,
        response: recordAnswer(TopUpRecord),
      },
    },
    async (request) => {
      const { charge } = await clients.charges.getTopUp(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      return ok(topUpRecord(required(charge, 'charge')));
    },
  );
};

const listTopUpsRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/top-ups/list',
    {
      config: { permission: 'STORE:READ' },
      schema: {
        operationId: 'listTopUps',
        summary: 'List top-ups',
        tags,
        querystring: TopUpList,
        response: listAnswer(TopUpRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { charges, page } = await clients.charges.listTopUps(
        {
          tenant,
          page: pageRequest(request.query, clock.now(tenant)),
          status: wireFilter('CHARGE_STATUS', request.query.status),
        },
        callContext(request),
      );
      return list(page, charges.map(topUpRecord));
    },
  );
};

const simulateTopUpPaymentRoute: Route = (app, deps) => {
  const { clients } = deps;
  app.post(
    '/top-ups/simulate-payment',
    {
      config: { permission: 'REFUND:CREATE' },
      schema: {
        operationId: 'simulateTopUpPayment',
        summary: 'Simulate a payment',
        description: 'Dev mode only.',
        tags,
        querystring: idQuery,
        body: TopUpSimulate,
        response: recordAnswer(TopUpRecord),
      },
    },
    async (request, reply) => {
      const { amount, late = false } = request.body;
      const { charge, appended } = await clients.charges.simulateTopUpPayment(
        { tenant: principal(request).tenant, id: idFrom(request), amountCents: amount, late },
        callContext(request),
      );
      await awaitApplied(deps, request, reply, appended);
      return ok(topUpRecord(required(charge, 'charge')));
    },
  );
};

/** Money that the store puts in to pay refunds with (docs/behaviour/charges.md#top-ups). */
export const topUpsRoutes: RouteGroup = [createTopUpRoute, getTopUpRoute, listTopUpsRoute, simulateTopUpPaymentRoute];
