import { required, type CreateCheckoutRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { checkoutRecord, CheckoutRecord, withPayments } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Deps } from '../../../deps';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { idBody, idFrom, idQuery } from '../../fields/id';
import { isSplit } from '../../fields/splits';
import { awaitApplied } from '../../both-versions/await-applied';
import { toCustomer } from '../../both-versions/customer-input';
import { pageRules } from '../../both-versions/page-rules';
import { refuseDeclined } from '../card-decline';
import { list, ok, listAnswer, recordAnswer } from '../envelope';
import { refundRoute } from '../refunds/refund-route';
import { requireSubAccounts } from '../sub-accounts/require-sub-accounts';
import { createRequest, getRequest, listRequest, simulateRequest } from './checkouts-requests';
import { CheckoutCreate, CheckoutGet, CheckoutList, CheckoutSimulate, CheckoutWithPayments } from './checkouts-schemas';

const frequency = 'CHECKOUT_FREQUENCY_ONE_TIME';
const tags = ['Checkouts'];

const createCheckoutRoute: Route = (app, { clients, stores }) => {
  app.post(
    '/checkouts/create',
    {
      config: { permission: 'CHECKOUT:CREATE', nullRefused: ['splits'] },
      schema: {
        operationId: 'createCheckout',
        summary: 'Create a checkout',
        description:
          'A page on which a customer pays for items. A repeat of an externalId answers the existing checkout.' +
          `\n\n${pageRules}`,
        tags,
        body: CheckoutCreate,
        response: recordAnswer(CheckoutRecord),
      },
    },
    async (request) => {
      if (isSplit(request.body.splits)) await requireSubAccounts({ stores }, request);
      const { checkout } = await clients.checkouts.createCheckout(
        checkoutRequest(principal(request).tenant, request.body),
        callContext(request),
      );
      return ok(checkoutRecord(required(checkout, 'checkout')));
    },
  );
};

const getCheckoutRoute: Route = (app, deps) => {
  const get = {
    config: { permission: 'CHECKOUT:READ' },
    schema: {
      operationId: 'getCheckout',
      summary: 'Get a checkout',
      description: 'The newest one that matches all given keys, with its payments; at least one key is required.',
      tags,
      querystring: CheckoutGet,
      response: recordAnswer(CheckoutWithPayments),
    },
  } as const;

  app.get('/checkouts/get', get, (request) => getCheckout(deps, request, request.query));

  app.get('/checkouts/one', { ...get, schema: { ...get.schema, hide: true } }, (request) =>
    getCheckout(deps, request, request.query),
  );
};

const listCheckoutsRoute: Route = (app, deps) => {
  const lists = {
    config: { permission: 'CHECKOUT:READ' },
    schema: {
      operationId: 'listCheckouts',
      summary: 'List checkouts',
      tags,
      querystring: CheckoutList,
      response: listAnswer(CheckoutRecord),
    },
  } as const;

  app.get('/checkouts/list', lists, (request) => listCheckouts(deps, request, request.query));

  app.post('/checkouts/list', { ...lists, schema: { ...lists.schema, hide: true } }, (request) =>
    listCheckouts(deps, request, request.query),
  );
};

const simulateCheckoutPaymentRoute: Route = (app, deps) => {
  const { clients } = deps;
  app.post(
    '/checkouts/simulate-payment',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'simulateCheckoutPayment',
        summary: 'Simulate a payment',
        description: 'Dev mode only. By the first accepted method and a made-up payer, unless they are named.',
        tags,
        querystring: idQuery,
        body: CheckoutSimulate,
        response: recordAnswer(CheckoutWithPayments),
      },
    },
    async (request, reply) => {
      const { checkout, payments, failure, appended } = await clients.checkouts.simulateCheckoutPayment(
        simulateRequest(principal(request).tenant, frequency, idFrom(request), request.body),
        callContext(request),
      );
      refuseDeclined(failure);
      await awaitApplied(deps, request, reply, appended);
      return ok(withPayments(checkoutRecord(required(checkout, 'checkout')), payments));
    },
  );
};

const deleteCheckoutRoute: Route = (app, { clients }) => {
  app.post(
    '/checkouts/delete',
    {
      config: { permission: 'CHECKOUT:DELETE' },
      schema: {
        operationId: 'deleteCheckout',
        summary: 'Delete a checkout',
        description: 'It stays readable as CANCELLED and can no longer be paid. A paid one cannot be deleted.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(CheckoutRecord),
      },
    },
    async (request) => {
      const { checkout } = await clients.checkouts.deleteCheckout(
        { tenant: principal(request).tenant, id: idFrom(request), frequency },
        callContext(request),
      );
      return ok(checkoutRecord(required(checkout, 'checkout')));
    },
  );
};

const refundCheckoutRoute = refundRoute({
  path: '/checkouts/refund',
  origin: 'CHARGE_ORIGIN_CHECKOUT',
  operationId: 'refundCheckout',
  tags,
});

export const checkoutsRoutes: RouteGroup = [
  createCheckoutRoute,
  getCheckoutRoute,
  listCheckoutsRoute,
  simulateCheckoutPaymentRoute,
  deleteCheckoutRoute,
  refundCheckoutRoute,
];

function checkoutRequest(tenant: Tenant, body: Static<typeof CheckoutCreate>): CreateCheckoutRequest {
  const { dueDate, upSellProductId: upsellProduct } = body;
  return { ...createRequest(tenant, frequency, body), ...toCustomer(body), dueDate, upsellProduct };
}

async function getCheckout(deps: Deps, request: FastifyRequest, query: Static<typeof CheckoutGet>) {
  const { checkout, payments } = await deps.clients.checkouts.getCheckout(
    getRequest(principal(request).tenant, frequency, query),
    callContext(request),
  );
  return ok(withPayments(checkoutRecord(required(checkout, 'checkout')), payments));
}

async function listCheckouts(deps: Deps, request: FastifyRequest, query: Static<typeof CheckoutList>) {
  const { tenant } = principal(request);
  const { checkouts, page } = await deps.clients.checkouts.listCheckouts(
    listRequest(tenant, frequency, query, deps.clock.now(tenant)),
    callContext(request),
  );
  return list(page, checkouts.map(checkoutRecord));
}
