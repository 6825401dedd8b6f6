import { invalidArgument, pageWhole } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Capabilities, PayoutCapabilities } from '../../../providers/capabilities';
import { toLimits, toPayoutLimits } from '../../../providers/limits';
import { daysLeft, type ProviderTest, type Validation } from '../../../providers/provider';
import type { ProviderRequest, ProviderState } from '../../../providers/providers';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import {
  ConnectBody,
  OrderBody,
  ProviderBody,
  ProviderList,
  ProviderMethodsRecord,
  ProviderRecord,
  ProviderTestRecord,
} from './providers-schemas';

const tags = ['Providers'];

const listProvidersRoute: Route = (app, { providers, clock }) => {
  app.get(
    '/providers/list',
    {
      config: { permission: 'CONNECT:READ' },
      schema: {
        operationId: 'listProviders',
        summary: 'List providers',
        description:
          'The banks and payment providers of the store, without anything that gives access to them; none in dev mode, ' +
          'which simulates them. `provider` is the cursor. Days are those, of real time, since which an account has the ' +
          'settings it has. Calls no provider.',
        tags,
        querystring: ProviderList,
        response: listAnswer(ProviderRecord),
      },
    },
    async (request) => {
      const { providers: known } = await providers.list(providerRequest(request));
      const { items, ...ends } = pageWhole(known, pageRequest(request.query, clock.real()), (state) => ({
        id: state.provider,
        createdAt: state.account?.updatedAt,
      }));
      return list(
        ends,
        items.map((state) => toRecord(state, clock.real())),
      );
    },
  );
};

const getProviderMethodsRoute: Route = (app, { providers }) => {
  app.get(
    '/providers/methods',
    {
      config: { permission: 'CONNECT:READ' },
      schema: {
        operationId: 'getProviderMethods',
        summary: 'See which methods the store can take',
        description: 'For each method by which provider, and if not, why. Calls no provider.',
        tags,
        response: recordAnswer(ProviderMethodsRecord),
      },
    },
    async (request) => {
      const { methods } = await providers.list(providerRequest(request));
      return ok({
        methods: methods.map(({ method, isAvailable: available, provider, reason = null }) => ({
          method,
          available,
          provider,
          reason,
        })),
      });
    },
  );
};

const connectProviderRoute: Route = (app, { providers, clock }) => {
  app.post(
    '/providers/connect',
    {
      config: { permission: 'CONNECT:CREATE' },
      schema: {
        operationId: 'connectProvider',
        summary: 'Connect a provider, or renew its settings',
        description:
          'Production only. The settings are tried first, and refused when they do not work. The account counts as the ' +
          'merchant’s. They are used within 5 seconds; calls under way end with the old ones. Secrets are never shown again.',
        tags,
        body: ConnectBody,
        response: recordAnswer(ProviderRecord),
      },
    },
    async (request) => {
      const { provider, settings, force = false } = request.body;
      if (force) throw invalidArgument("Property 'force' should be false: only the operator stores settings untried");
      const state = await providers.connect(providerRequest(request), provider, settings);
      return ok(toRecord(state, clock.real()));
    },
  );
};

const orderProvidersRoute: Route = (app, { providers }) => {
  app.post(
    '/providers/order',
    {
      config: { permission: 'CONNECT:CREATE' },
      schema: {
        operationId: 'orderProviders',
        summary: 'Order the providers of a method',
        description:
          'Production only. New payments of the method are made by the first account that can, within 5 seconds. What exists ' +
          'stays with the account that made it. This goes before the `positions` of settings.',
        tags,
        body: OrderBody,
        response: recordAnswer(OrderBody),
      },
    },
    async (request) => {
      const { method, providers: order } = request.body;
      await providers.order(providerRequest(request), method, order);
      return ok({ method, providers: order });
    },
  );
};

const testProviderRoute: Route = (app, { providers }) => {
  app.post(
    '/providers/test',
    {
      config: { permission: 'CONNECT:CREATE' },
      schema: {
        operationId: 'testProvider',
        summary: 'Test a provider',
        description: 'Production only. Calls the provider, changes nothing there, and says what is wrong.',
        tags,
        body: ProviderBody,
        response: recordAnswer(ProviderTestRecord),
      },
    },
    async (request) => ok(toTestRecord(await providers.test(providerRequest(request), request.body.provider))),
  );
};

const removeProviderRoute: Route = (app, { providers }) => {
  app.post(
    '/providers/remove',
    {
      config: { permission: 'CONNECT:DELETE' },
      schema: {
        operationId: 'removeProvider',
        summary: 'Remove a provider',
        description:
          'Production only. Its methods answer 503 within 5 seconds, and its settings are deleted. Refunds and ' +
          'payouts under way wait until the same account is connected again.',
        tags,
        body: ProviderBody,
        response: recordAnswer(ProviderBody),
      },
    },
    async (request) => {
      const { provider } = request.body;
      await providers.remove(providerRequest(request), provider);
      return ok({ provider });
    },
  );
};

function providerRequest(request: FastifyRequest): ProviderRequest {
  const { tenant, actor } = principal(request);
  return { tenant, actor, context: callContext(request) };
}

function toRecord(
  { provider, account, lastTest, able = [], capabilities, payouts }: ProviderState,
  now: Date,
): Static<typeof ProviderRecord> {
  const endsAt = account?.certificateExpiresAt;
  return {
    provider,
    connected: account !== undefined,
    methods: [...(account?.methods ?? able)],
    capabilities: capabilities?.map(toCapabilitiesRecord) ?? null,
    payoutCapabilities: payouts ? toPayoutRecord(payouts) : null,
    settings: account?.settings ?? null,
    owner: account?.owner ?? null,
    callbackUrl: account?.callbackUrl ?? null,
    validation: account?.validation ? toValidationRecord(account.validation) : null,
    certificateExpiresAt: endsAt?.toISOString() ?? null,
    certificateDaysLeft: endsAt ? daysLeft(endsAt, now) : null,
    updatedAt: account?.updatedAt.toISOString() ?? null,
    lastTest: lastTest ? toTestRecord(lastTest) : null,
  };
}

function toCapabilitiesRecord(capabilities: Capabilities) {
  const { restingSince, restingUntil, failedAt, failure, averageMs, ...rest } = capabilities;
  const { installmentsMax, renews, verifies, confirms, typedAtProvider } = rest;
  return {
    method: rest.method,
    position: rest.position,
    resting: rest.resting,
    restingSince: restingSince?.toISOString() ?? null,
    restingUntil: restingUntil?.toISOString() ?? null,
    failedAt: failedAt?.toISOString() ?? null,
    failure: failure ?? null,
    asked: rest.asked,
    failed: rest.failed,
    averageMs: averageMs ?? null,
    refunds: rest.refunds,
    refundNeedsKey: rest.refundNeedsKey,
    installmentsMax: installmentsMax ?? null,
    renews: renews ?? null,
    verifies: verifies ?? null,
    confirms: confirms ?? null,
    typedAtProvider: typedAtProvider ?? null,
    disputeAnswers: rest.disputeAnswers,
    disputeDrafts: rest.disputeDrafts,
    limits: [...toLimits(capabilities)],
  };
}

function toPayoutRecord(payouts: PayoutCapabilities) {
  const { ownerCheck, paysCodes, paysBankAccounts, showsReturns } = payouts;
  return { ownerCheck, paysCodes, paysBankAccounts, showsReturns, limits: [...toPayoutLimits(payouts)] };
}

function toValidationRecord({ url, askedAt, stoppedAt }: Validation) {
  return { url, firstAskedAt: askedAt?.toISOString() ?? null, stoppedAt: stoppedAt?.toISOString() ?? null };
}

function toTestRecord({ at, problems }: ProviderTest): Static<typeof ProviderTestRecord> {
  return { at: at.toISOString(), works: problems.length === 0, problems: [...problems] };
}

/** Accounts of a production store at banks and payment providers. */
export const providersRoutes: RouteGroup = [
  listProvidersRoute,
  getProviderMethodsRoute,
  connectProviderRoute,
  orderProvidersRoute,
  testProviderRoute,
  removeProviderRoute,
];
