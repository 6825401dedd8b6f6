import { MrrRecord, RevenueRecord } from '@pitanga/records';
import type { Route, RouteGroup } from '../edge/api';
import { merchantInfo, MerchantInfo, mrr, requireDates, revenue, RevenueQuery } from '../both-versions/public-mrr';
import { ok, answer } from './envelope';

const getMerchantInfoRoute: Route = (app) => {
  app.get(
    '/public-mrr/merchant-info',
    {
      config: { permission: 'STORE:READ' },
      schema: {
        operationId: 'getMerchantInfo',
        summary: 'Get what a store shows of itself',
        tags: ['Revenue'],
        response: answer(MerchantInfo),
      },
    },
    (request) => ok(merchantInfo(request)),
  );
};

const getMrrRoute: Route = (app, deps) => {
  app.get(
    '/public-mrr/mrr',
    {
      config: { permission: 'none' },
      schema: {
        operationId: 'getMrr',
        summary: 'Get the monthly recurring revenue',
        tags: ['Revenue'],
        response: answer(MrrRecord),
      },
    },
    async (request) => ok(await mrr(deps, request)),
  );
};

const getRevenueRoute: Route = (app, deps) => {
  app.get(
    '/public-mrr/revenue',
    {
      config: { permission: 'STORE:READ' },
      preValidation: requireDates,
      schema: {
        operationId: 'getRevenue',
        summary: 'Get the revenue of a range of days',
        description: 'An answer is kept for an hour.',
        tags: ['Revenue'],
        querystring: RevenueQuery,
        response: answer(RevenueRecord),
      },
    },
    async (request) => ok(await revenue(deps, request, request.query)),
  );
};

export const publicMrrRoutes: RouteGroup = [getMerchantInfoRoute, getMrrRoute, getRevenueRoute];
