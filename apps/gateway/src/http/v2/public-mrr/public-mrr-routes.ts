import type { RouteGroup } from '../../api';
import { merchantInfo, MerchantInfo, mrr, Mrr, requireDates, revenue, Revenue, RevenueQuery } from '../../public-mrr';
import { recordAnswer } from '../answers';
import { ok } from '../envelope';

export const publicMrrRoutes: RouteGroup = (app, deps) => {
  // Some clients know these under another name (decisions 10).
  const prefixes = [
    { prefix: '/public-mrr', hide: false },
    { prefix: '/trustMRR', hide: true },
  ];
  for (const { prefix, hide } of prefixes) {
    app.get(
      `${prefix}/merchant-info`,
      {
        config: { permission: 'STORE:READ' },
        schema: {
          operationId: 'getMerchantInfo',
          summary: 'Get what a store shows of itself',
          tags: ['Revenue'],
          response: recordAnswer(MerchantInfo),
          hide,
        },
      },
      (request) => ok(merchantInfo(request)),
    );

    app.get(
      `${prefix}/mrr`,
      {
        config: { permission: 'none' },
        schema: {
          operationId: 'getMrr',
          summary: 'Get the monthly recurring revenue',
          tags: ['Revenue'],
          response: recordAnswer(Mrr),
          hide,
        },
      },
      async (request) => ok(await mrr(deps, request)),
    );

    app.get(
      `${prefix}/revenue`,
      {
        config: { permission: 'STORE:READ' },
        preValidation: requireDates,
        schema: {
          operationId: 'getRevenue',
          summary: 'Get the revenue of a range of days',
          description: 'An answer is kept for an hour.',
          tags: ['Revenue'],
          querystring: RevenueQuery,
          response: recordAnswer(Revenue),
          hide,
        },
      },
      async (request) => ok(await revenue(deps, request, request.query)),
    );
  }
};
