import { required, type CreateCheckoutRequest } from '@pitanga/contracts';
import { invalidArgument, type Tenant } from '@pitanga/core';
import { subscriptionCheckoutRecord, SubscriptionCheckoutRecord, withPayments } from '@pitanga/records';
import type { Static } from 'typebox';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { idBody, idFrom, idQuery } from '../../fields/id';
import { isSplit } from '../../fields/splits';
import { awaitApplied } from '../../both-versions/await-applied';
import { toCustomer } from '../../both-versions/customer-input';
import { pageRules } from '../../both-versions/page-rules';
import { refuseDeclined } from '../card-decline';
import { createRequest, getRequest, listRequest, simulateRequest } from '../checkouts/checkouts-requests';
import { list, ok, listAnswer, recordAnswer } from '../envelope';
import { requireSubAccounts } from '../sub-accounts/require-sub-accounts';
import { sendToCustomer } from './send-to-customer';
import { waitUntilReadable } from './started-subscription';
import { subscribedCheckout, subscribedCheckouts } from './subscribed-checkouts';
import {
  SentSubscriptionCheckout,
  SubscriptionCheckoutCreate,
  SubscriptionCheckoutGet,
  SubscriptionCheckoutList,
  SubscriptionCheckoutSimulate,
  SubscriptionCheckoutWithPayments,
} from './subscription-checkouts-schemas';

const frequency = 'CHECKOUT_FREQUENCY_SUBSCRIPTION';
const tags = ['Subscription checkouts'];

const createSubscriptionCheckoutRoute: Route = (app, { clients, stores }) => {
  app.post(
    '/subscriptions/create',
    {
      config: { permission: 'CHECKOUT:CREATE', nullRefused: ['splits', 'firstChargeDate'] },
      schema: {
        operationId: 'createSubscriptionCheckout',
        summary: 'Create a subscription checkout',
        description:
          'A page on which customers subscribe; each one who pays has a subscription of their own. A repeat of an ' +
          'externalId answers the existing checkout. `methods` left out are CARD.' +
          `\n\n${pageRules}`,
        tags,
        body: SubscriptionCheckoutCreate,
        response: recordAnswer(SubscriptionCheckoutRecord),
      },
    },
    async (request) => {
      if (isSplit(request.body.splits)) await requireSubAccounts({ stores }, request);
      const { checkout } = await clients.checkouts.createCheckout(
        subscriptionRequest(principal(request).tenant, request.body),
        callContext(request),
      );
      return ok(subscriptionCheckoutRecord(required(checkout, 'checkout')));
    },
  );
};

const getSubscriptionCheckoutRoute: Route = (app, deps) => {
  const { clients } = deps;
  app.get(
    '/subscriptions/checkouts/get',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'getSubscriptionCheckout',
        summary: 'Get a subscription checkout',
        description: 'The newest one that matches all given keys, with its payments; at least one key is required.',
        tags,
        querystring: SubscriptionCheckoutGet,
        response: recordAnswer(SubscriptionCheckoutWithPayments),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const context = callContext(request);
      const asked = getRequest(tenant, frequency, request.query);
      const { checkout, payments } = await clients.checkouts.getCheckout(asked, context);
      return ok(
        withPayments(await subscribedCheckout(deps, tenant, required(checkout, 'checkout'), context), payments),
      );
    },
  );
};

const listSubscriptionCheckoutsRoute: Route = (app, deps) => {
  const { clients, clock } = deps;
  app.get(
    '/subscriptions/checkouts/list',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'listSubscriptionCheckouts',
        summary: 'List subscription checkouts',
        tags,
        querystring: SubscriptionCheckoutList,
        response: listAnswer(SubscriptionCheckoutRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const context = callContext(request);
      const { checkouts, page } = await clients.checkouts.listCheckouts(
        listRequest(tenant, frequency, request.query, clock.now(tenant)),
        context,
      );
      return list(page, await subscribedCheckouts(deps, tenant, checkouts, context));
    },
  );
};

const simulateSubscriptionCheckoutPaymentRoute: Route = (app, deps) => {
  const { clients } = deps;
  app.post(
    '/subscriptions/checkouts/simulate-payment',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'simulateSubscriptionCheckoutPayment',
        summary: 'Simulate a payment',
        description: 'Dev mode only. The subscription it starts can be read when this has answered.',
        tags,
        querystring: idQuery,
        body: SubscriptionCheckoutSimulate,
        response: recordAnswer(SubscriptionCheckoutWithPayments),
      },
    },
    async (request, reply) => {
      const { tenant } = principal(request);
      const asked = simulateRequest(tenant, frequency, idFrom(request), request.body);
      const paid = await clients.checkouts.simulateCheckoutPayment(asked, callContext(request));
      const { checkout, payments, failure, subscriptionId: id, appended } = paid;
      refuseDeclined(failure);
      await awaitApplied(deps, request, reply, appended);
      // A payment that was returned or is pending has started none.
      if (id !== undefined) await waitUntilReadable(deps, { tenant, id, requestId: request.id });
      const context = { requestId: request.id };
      return ok(
        withPayments(await subscribedCheckout(deps, tenant, required(checkout, 'checkout'), context), payments),
      );
    },
  );
};

const sendSubscriptionCheckoutRoute: Route = (app, { clients }) => {
  app.post(
    '/subscriptions/checkouts/send',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'sendSubscriptionCheckout',
        summary: 'Mail a subscription checkout to its customer',
        description:
          'Asks its customer by e-mail to subscribe, in the name and language of the store: once for each checkout and ' +
          'address, whatever else the store mails. The customer can opt out.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(SentSubscriptionCheckout),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { checkout } = await clients.checkouts.getCheckout(getRequest(tenant, frequency, { id: idFrom(request) }), {
        requestId: request.id,
      });
      return ok(await sendToCustomer(clients, request, required(checkout, 'checkout')));
    },
  );
};

const deleteSubscriptionCheckoutRoute: Route = (app, deps) => {
  const { clients } = deps;
  app.post(
    '/subscriptions/checkouts/delete',
    {
      config: { permission: 'CHECKOUT:DELETE' },
      schema: {
        operationId: 'deleteSubscriptionCheckout',
        summary: 'Delete a subscription checkout',
        description: 'Nobody can subscribe by it any more. The subscriptions it has started go on.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(SubscriptionCheckoutRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const asked = { tenant, id: idFrom(request), frequency } as const;
      const { checkout } = await clients.checkouts.deleteCheckout(asked, callContext(request));
      const context = { requestId: request.id };
      return ok(await subscribedCheckout(deps, tenant, required(checkout, 'checkout'), context));
    },
  );
};

export const subscriptionCheckoutsRoutes: RouteGroup = [
  createSubscriptionCheckoutRoute,
  getSubscriptionCheckoutRoute,
  listSubscriptionCheckoutsRoute,
  simulateSubscriptionCheckoutPaymentRoute,
  sendSubscriptionCheckoutRoute,
  deleteSubscriptionCheckoutRoute,
];

function subscriptionRequest(tenant: Tenant, body: Static<typeof SubscriptionCheckoutCreate>): CreateCheckoutRequest {
  const { retryPolicy } = body;
  if (body.dueDate !== undefined) throw invalidArgument("Property 'dueDate' is only valid for BOLETO");
  // Not in the schema, so never validated: their values are ignored.
  const ignored = { card: undefined, interest: undefined, fine: undefined };
  return {
    ...createRequest(tenant, frequency, { ...body, ...ignored, methods: body.methods ?? ['CARD'] }),
    ...toCustomer(body),
    dueDate: body.firstChargeDate,
    // Subscriptions are paid in one installment, by a named customer.
    maxInstallments: 1,
    skipCustomer: false,
    skipReview: false,
    maxRetry: retryPolicy?.maxRetry,
    retryEveryDays: retryPolicy?.retryEvery,
    isAuthorizationOptional: body.pixAuthorization === 'OPTIONAL' ? true : undefined,
  };
}
