import { required } from '@pitanga/contracts';
import { paymentLinkRecord, PaymentLinkRecord, paymentRecord, PaymentRecord, withPayments } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Deps } from '../../../deps';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { cleared } from '../../fields/fields';
import { idBody, idFrom, idQuery } from '../../fields/id';
import { metadataJson } from '../../fields/metadata';
import { isSplit } from '../../fields/splits';
import { awaitApplied } from '../../both-versions/await-applied';
import { pageRules } from '../../both-versions/page-rules';
import { refuseDeclined } from '../card-decline';
import { createRequest, getRequest, listRequest, simulateRequest } from '../checkouts/checkouts-requests';
import { list, ok, listAnswer, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { refundRoute } from '../refunds/refund-route';
import { requireSubAccounts } from '../sub-accounts/require-sub-accounts';
import {
  PaymentLinkCreate,
  PaymentLinkGet,
  PaymentLinkList,
  PaymentLinkPayments,
  PaymentLinkSimulate,
  PaymentLinkUpdate,
  PaymentLinkWithPayments,
} from './payment-links-schemas';

const frequency = 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS';
const tags = ['Payment links'];

const createPaymentLinkRoute: Route = (app, { clients, stores }) => {
  app.post(
    '/payment-links/create',
    {
      config: { permission: 'CHECKOUT:CREATE', nullRefused: ['splits'] },
      schema: {
        operationId: 'createPaymentLink',
        summary: 'Create a payment link',
        description:
          'A page on which any number of customers pay. A repeat of an externalId answers the existing link.' +
          `\n\n${pageRules}`,
        tags,
        body: PaymentLinkCreate,
        response: recordAnswer(PaymentLinkRecord),
      },
    },
    async (request) => {
      if (isSplit(request.body.splits)) await requireSubAccounts({ stores }, request);
      const { checkout } = await clients.checkouts.createCheckout(
        createRequest(principal(request).tenant, frequency, request.body),
        callContext(request),
      );
      return ok(paymentLinkRecord(required(checkout, 'checkout')));
    },
  );
};

const updatePaymentLinkRoute: Route = (app, { clients }) => {
  app.post(
    '/payment-links/update',
    {
      config: { permission: 'CHECKOUT:CREATE', nullClears: true },
      schema: {
        operationId: 'updatePaymentLink',
        summary: 'Update a payment link',
        description:
          'Only of an active link. What is left out stays as it is, null clears, metadata and coupons are replaced as a ' +
          'whole. Visitors who have opened a Pix code or a boleto can still pay it. What a link sells never changes. In ' +
          'production a method that the store has no provider for is a 503, and nothing is changed.',
        tags,
        querystring: idQuery,
        body: PaymentLinkUpdate,
        response: recordAnswer(PaymentLinkRecord),
      },
    },
    async (request) => {
      const { methods, returnUrl, completionUrl, coupons, metadata } = request.body;
      const { checkout } = await clients.checkouts.updatePaymentLink(
        {
          tenant: principal(request).tenant,
          id: idFrom(request),
          methods: (methods ?? []).map((method) => `PAYMENT_METHOD_${method}` as const),
          returnUrl: cleared(returnUrl),
          completionUrl: cleared(completionUrl),
          coupons: coupons === undefined ? undefined : { codes: coupons ?? [] },
          metadataJson: metadata === undefined ? undefined : metadataJson(metadata ?? {}),
        },
        callContext(request),
      );
      return ok(paymentLinkRecord(required(checkout, 'checkout')));
    },
  );
};

const getPaymentLinkRoute: Route = (app, deps) => {
  const get = {
    config: { permission: 'CHECKOUT:READ' },
    schema: {
      operationId: 'getPaymentLink',
      summary: 'Get a payment link',
      description: 'The newest one that matches all given keys, with its payments; at least one key is required.',
      tags,
      querystring: PaymentLinkGet,
      response: recordAnswer(PaymentLinkWithPayments),
    },
  } as const;

  app.get('/payment-links/get', get, (request) => getPaymentLink(deps, request, request.query));

  app.get('/payment-links/one', { ...get, schema: { ...get.schema, hide: true } }, (request) =>
    getPaymentLink(deps, request, request.query),
  );
};

const listPaymentLinksRoute: Route = (app, deps) => {
  const lists = {
    config: { permission: 'CHECKOUT:READ' },
    schema: {
      operationId: 'listPaymentLinks',
      summary: 'List payment links',
      tags,
      querystring: PaymentLinkList,
      response: listAnswer(PaymentLinkRecord),
    },
  } as const;

  app.get('/payment-links/list', lists, (request) => listPaymentLinks(deps, request, request.query));
};

const listPaymentLinkPaymentsRoute: Route = (app, deps) => {
  const { clients } = deps;
  app.get(
    '/payment-links/payments',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'listPaymentLinkPayments',
        summary: 'List the payments of a payment link',
        tags,
        querystring: PaymentLinkPayments,
        response: listAnswer(PaymentRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { payments, page } = await clients.checkouts.listCheckoutPayments(
        {
          tenant,
          page: pageRequest(request.query, deps.clock.now(tenant)),
          checkoutId: request.query.id,
          frequency,
        },
        callContext(request),
      );
      return list(page, payments.map(paymentRecord));
    },
  );
};

const simulatePaymentLinkPaymentRoute: Route = (app, deps) => {
  const { clients } = deps;
  app.post(
    '/payment-links/simulate-payment',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'simulatePaymentLinkPayment',
        summary: 'Simulate a payment',
        description: 'Dev mode only. By the first accepted method and a made-up payer, unless they are named.',
        tags,
        querystring: idQuery,
        body: PaymentLinkSimulate,
        response: recordAnswer(PaymentLinkWithPayments),
      },
    },
    async (request, reply) => {
      const { checkout, payments, failure, appended } = await clients.checkouts.simulateCheckoutPayment(
        simulateRequest(principal(request).tenant, frequency, idFrom(request), request.body),
        callContext(request),
      );
      refuseDeclined(failure);
      await awaitApplied(deps, request, reply, appended);
      return ok(withPayments(paymentLinkRecord(required(checkout, 'checkout')), payments));
    },
  );
};

const deletePaymentLinkRoute: Route = (app, { clients }) => {
  app.post(
    '/payment-links/delete',
    {
      config: { permission: 'CHECKOUT:DELETE' },
      schema: {
        operationId: 'deletePaymentLink',
        summary: 'Delete a payment link',
        description: 'It stays readable as CANCELLED, with its payments, and can no longer be paid.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(PaymentLinkRecord),
      },
    },
    async (request) => {
      const { checkout } = await clients.checkouts.deleteCheckout(
        { tenant: principal(request).tenant, id: idFrom(request), frequency },
        callContext(request),
      );
      return ok(paymentLinkRecord(required(checkout, 'checkout')));
    },
  );
};

const refundPaymentLinkPaymentRoute = refundRoute({
  path: '/payment-links/refund',
  origin: 'CHARGE_ORIGIN_PAYMENT_LINK',
  operationId: 'refundPaymentLinkPayment',
  tags,
});

export const paymentLinksRoutes: RouteGroup = [
  createPaymentLinkRoute,
  updatePaymentLinkRoute,
  getPaymentLinkRoute,
  listPaymentLinksRoute,
  listPaymentLinkPaymentsRoute,
  simulatePaymentLinkPaymentRoute,
  deletePaymentLinkRoute,
  refundPaymentLinkPaymentRoute,
];

async function getPaymentLink(deps: Deps, request: FastifyRequest, query: Static<typeof PaymentLinkGet>) {
  const { checkout, payments } = await deps.clients.checkouts.getCheckout(
    getRequest(principal(request).tenant, frequency, query),
    callContext(request),
  );
  return ok(withPayments(paymentLinkRecord(required(checkout, 'checkout')), payments));
}

async function listPaymentLinks(deps: Deps, request: FastifyRequest, query: Static<typeof PaymentLinkList>) {
  const { tenant } = principal(request);
  const { checkouts, page } = await deps.clients.checkouts.listCheckouts(
    listRequest(tenant, frequency, query, deps.clock.now(tenant)),
    callContext(request),
  );
  return list(page, checkouts.map(paymentLinkRecord));
}
