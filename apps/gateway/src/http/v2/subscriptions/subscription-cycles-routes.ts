import { required } from '@pitanga/contracts';
import {
  planChangeRecord,
  PlanChangeRecord,
  subscriptionCycleRecord,
  SubscriptionCycleRecord,
  upcomingRecord,
  UpcomingRecord,
  ResumeFrom,
} from '@pitanga/records';
import { Type } from 'typebox';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { Id, wireFilter } from '../../fields/fields';
import { idBody, idFrom, idQuery } from '../../fields/id';
import { list, ok, listAnswer, recordAnswer } from '../envelope';
import { listQuery, pageRequest } from '../lists';

const CycleList = Type.Object({ ...listQuery, id: Id });

const UpcomingGet = Type.Object({
  id: Id,
  resumeFrom: Type.Optional({
    ...ResumeFrom,
    description: 'Of a paused subscription: as if it were resumed now with it.',
  }),
});

const tags = ['Subscriptions'];

const listSubscriptionCyclesRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/subscriptions/cycles',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'listSubscriptionCycles',
        summary: 'List the cycles of a subscription',
        description:
          'Newest first: what each cost, what became of it and every attempt to charge it. A cycle is listed from its ' +
          'first attempt on, which also is its day for startDate and endDate. The payment that started the ' +
          'subscription is no cycle.',
        tags,
        querystring: CycleList,
        response: listAnswer(SubscriptionCycleRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { cycles, page } = await clients.subscriptions.listCycles(
        { tenant, id: request.query.id, page: pageRequest(request.query, clock.now(tenant)) },
        callContext(request),
      );
      return list(page, cycles.map(subscriptionCycleRecord));
    },
  );
};

const getUpcomingSubscriptionChargeRoute: Route = (app, { clients }) => {
  app.get(
    '/subscriptions/upcoming',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'getUpcomingSubscriptionCharge',
        summary: 'Get the next charge of a subscription',
        description:
          'What the next cycle will cost and when, as of now: price, coupons and usage so far, with a plan change that ' +
          'waits for it. `next` is null when no charge is to come: the subscription is paused until it is resumed, or ' +
          'ends with nothing left to charge. `open` is the cycle that has begun and is not paid. `resumeFrom` of a ' +
          'paused one says how its pause ends; in the query, it asks what a resumption now would lead to.',
        tags,
        querystring: UpcomingGet,
        response: recordAnswer(UpcomingRecord),
      },
    },
    async (request) => {
      const { id, resumeFrom } = request.query;
      const upcoming = await clients.subscriptions.getUpcoming(
        { tenant: principal(request).tenant, id, resumeFrom: wireFilter('RESUME_FROM', resumeFrom) },
        callContext(request),
      );
      return ok(upcomingRecord(id, upcoming));
    },
  );
};

const cancelSubscriptionPlanChangeRoute: Route = (app, { clients }) => {
  app.post(
    '/subscriptions/cancel-plan-change',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'cancelSubscriptionPlanChange',
        summary: 'Cancel the plan change of a subscription',
        description:
          'Takes back the change that is pending; `id` is the subscription. A change stays once a cycle has fallen ' +
          'due under it. 404 `No plan change is pending` when there is none.',
        tags,
        querystring: idQuery,
        body: idBody,
        response: recordAnswer(PlanChangeRecord),
      },
    },
    async (request) => {
      const { change } = await clients.subscriptions.cancelPlanChange(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      return ok(planChangeRecord(required(change, 'change')));
    },
  );
};

/** The cycles of a subscription, its next charge, and the cancellation of a plan change. */
export const subscriptionCyclesRoutes: RouteGroup = [
  listSubscriptionCyclesRoute,
  getUpcomingSubscriptionChargeRoute,
  cancelSubscriptionPlanChangeRoute,
];
