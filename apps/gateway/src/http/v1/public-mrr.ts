import { MrrRecord, RevenueRecord } from '@pitanga/records';
import type { RouteGroup } from '../edge/api';
import { merchantInfo, MerchantInfo, mrr, requireDates, revenue, RevenueQuery } from '../shared/public-mrr';
import { ok, answer } from './envelope';

export const publicMrrRoutes: RouteGroup = (app, deps) => {
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
