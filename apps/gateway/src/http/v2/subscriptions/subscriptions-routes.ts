import { required, type ListSubscriptionsRequest } from '@pitanga/contracts';
import { invalidArgument } from '@pitanga/core';
import {
  planChangeRecord,
  PlanChangeRecord,
  subscriptionRecord,
  SubscriptionRecord,
  UsageEntryRecord,
  usageRecord,
} from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Principal } from '../../../access/principal';
import type { Deps } from '../../../deps';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { wireFilter } from '../../fields/fields';
import { idBody, idFrom, idQuery } from '../../fields/id';
import { list, ok, listAnswer, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { collectSubscriptionRoute, updateSubscriptionCardRoute } from './subscription-card-routes';
import { waitUntilCancelled } from './started-subscription';
import {
  PlanChangeCreate,
  SubscriptionGet,
  SubscriptionList,
  SubscriptionWithLink,
  UsageCreate,
} from './subscriptions-schemas';

const tags = ['Subscriptions'];

const getSubscriptionRoute: Route = (app, deps) => {
  const { clients } = deps;
  app.get(
    '/subscriptions/get',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'getSubscription',
        summary: 'Get a subscription',
        description: 'The newest one that matches all given keys, active ones first; at least one key is required.',
        tags,
        querystring: SubscriptionGet,
        response: recordAnswer(SubscriptionWithLink),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { id, externalId, customerId } = request.query;
      // Without a key any record would match.
      if (id === undefined && externalId === undefined && customerId === undefined) {
        throw invalidArgument('Send at least one of id, externalId or customerId');
      }
      const { subscription, pendingPlanChange: change } = await clients.subscriptions.getSubscription(
        { tenant, id, externalId, customerId },
        callContext(request),
      );
      const record = subscriptionRecord(required(subscription, 'subscription'));
      const pendingPlanChange = change ? planChangeRecord(change) : null;
      const links = buildLinks(deps, principal(request), record);
      return ok({ ...record, ...links, card: await findCardOnFile(deps, request, record), pendingPlanChange });
    },
  );
};

const listSubscriptionsRoute: Route = (app, deps) => {
  const { clients, clock } = deps;
  app.get(
    '/subscriptions/list',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'listSubscriptions',
        summary: 'List subscriptions',
        tags,
        querystring: SubscriptionList,
        response: listAnswer(SubscriptionRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { id, checkoutId, customerId, status, externalId, pastDue } = request.query;
      const customers = await findCustomers(deps, request, request.query);
      const { subscriptions, page } = await clients.subscriptions.listSubscriptions(
        {
          tenant,
          page: pageRequest(request.query, clock.now(tenant)),
          id,
          checkoutId,
          customerId,
          status: wireFilter('SUBSCRIPTION_STATUS', status),
          externalId,
          pastDue,
          customers,
        },
        callContext(request),
      );
      return list(page, subscriptions.map(subscriptionRecord));
    },
  );
};

/** The customers with an e-mail and a tax id, the newest 100; undefined where neither is asked for. */
async function findCustomers(
  { clients, clock }: Deps,
  request: FastifyRequest,
  { email, taxId }: Static<typeof SubscriptionList>,
): Promise<ListSubscriptionsRequest['customers']> {
  if (email === undefined && taxId === undefined) return undefined;
  const { tenant } = principal(request);
  const page = pageRequest({}, clock.now(tenant));
  const key = { email, taxId, id: undefined, name: undefined, cellphone: undefined };
  const found = await clients.customers.listCustomers({ tenant, page, ...key }, callContext(request));
  return { ids: found.customers.map(({ id }) => id) };
}

const changeSubscriptionPlanRoute: Route = (app, { clients }) => {
  app.post(
    '/subscriptions/change-plan',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'changeSubscriptionPlan',
        summary: 'Change the plan of a subscription',
        description:
          'From the first cycle that falls due after this request; cycles that are due already, paid or not, keep ' +
          'their plan and rhythm. Replaces a change that waits for the same cycle. A plan of another rhythm makes ' +
          'that due date the anchor of those after it.',
        tags,
        body: PlanChangeCreate,
        response: recordAnswer(PlanChangeRecord),
      },
    },
    async (request) => {
      const { id, productId: product, quantity } = request.body;
      const { change } = await clients.subscriptions.changePlan(
        { tenant: principal(request).tenant, id, product, quantity },
        callContext(request),
      );
      return ok(planChangeRecord(required(change, 'change')));
    },
  );
};

const recordSubscriptionUsageRoute: Route = (app, { clients }) => {
  app.post(
    '/subscriptions/record-usage',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'recordSubscriptionUsage',
        summary: 'Record usage',
        description:
          'Units of a pay-as-you-go product, which has no cycle; the first cycle that falls due after this request ' +
          "adds them to its charge, at today's price. `subtract` takes units back at the price at which they were " +
          'added, those added last first, also of a deleted product. Where coupons take the whole price, use of less ' +
          'than R$ 1,00 waits for the cycle in which it is enough.',
        tags,
        body: UsageCreate,
        response: recordAnswer(UsageEntryRecord),
      },
    },
    async (request) => {
      const { id, productId: product, units, action } = request.body;
      const { usage } = await clients.subscriptions.recordUsage(
        {
          tenant: principal(request).tenant,
          id,
          product,
          units,
          action: action === 'add' ? 'USAGE_ACTION_ADD' : 'USAGE_ACTION_SUBTRACT',
        },
        callContext(request),
      );
      return ok(usageRecord(required(usage, 'usage')));
    },
  );
};

const simulateAuthorizationCancelledRoute: Route = (app, deps) => {
  app.post(
    '/subscriptions/simulate-authorization-cancelled',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'simulateAuthorizationCancelled',
        summary: 'Simulate that the payer cancels in the bank app',
        description:
          'Dev mode only. Takes back the authorization of a PIX subscription, which is then cancelled due to ' +
          'authorization_revoked; while a charge is under way it is so a moment after this answer.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(SubscriptionRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const id = idFrom(request);
      const { agreements, subscriptions } = deps.clients;
      await agreements.simulateAuthorizationCancelled({ tenant, subscriptionId: id }, callContext(request));
      await waitUntilCancelled(deps, { tenant, id, requestId: request.id });
      const { subscription } = await subscriptions.getSubscription({ tenant, id }, { requestId: request.id });
      return ok(subscriptionRecord(required(subscription, 'subscription')));
    },
  );
};

export const subscriptionsRoutes: RouteGroup = [
  getSubscriptionRoute,
  listSubscriptionsRoute,
  changeSubscriptionPlanRoute,
  recordSubscriptionUsageRoute,
  updateSubscriptionCardRoute,
  collectSubscriptionRoute,
  simulateAuthorizationCancelledRoute,
];

/** The card that is charged next; null when none is. */
async function findCardOnFile(
  { clients }: Deps,
  request: FastifyRequest,
  { id: subscriptionId, status, method }: SubscriptionRecord,
): Promise<Static<typeof SubscriptionWithLink>['card']> {
  if (status !== 'ACTIVE' || method !== 'CARD') return null;
  const { tenant } = principal(request);
  const { card } = await clients.agreements.getAgreementCard({ tenant, subscriptionId }, callContext(request));
  if (!card) return null;
  return { brand: card.brand, lastFour: card.lastFour, expMonth: card.expMonth ?? null, expYear: card.expYear ?? null };
}

/** Pages of the payer. Each address lets its holder do something: it is for callers who may do that themselves. */
function buildLinks(
  { cardLinks, clock }: Deps,
  { tenant, permissions }: Principal,
  { id, status, method }: SubscriptionRecord,
): { readonly updateCardUrl: string | null; readonly manageUrl: string | null } {
  const link = { tenant, subscriptionId: id };
  const now = clock.real();
  const hasCard = status === 'ACTIVE' && method === 'CARD';
  return {
    updateCardUrl: hasCard && permissions.has('CHECKOUT:CREATE') ? cardLinks.cardAddress(link, now) : null,
    manageUrl: permissions.has('CHECKOUT:DELETE') ? cardLinks.manageAddress(link, now) : null,
  };
}
