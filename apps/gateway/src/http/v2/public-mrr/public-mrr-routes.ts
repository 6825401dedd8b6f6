import { MrrRecord, RevenueRecord } from '@pitanga/records';
import type { Route, RouteGroup } from '../../edge/api';
import { merchantInfo, MerchantInfo, mrr, requireDates, revenue, RevenueQuery } from '../../both-versions/public-mrr';
import { ok, recordAnswer } from '../envelope';

/** Some clients call these by other names (docs/behaviour/http.md#aliases). */
export const publicMrrRoutes: RouteGroup = [
  merchantInfoRoute('/public-mrr/merchant-info', false),
  merchantInfoRoute('/trustMRR/merchant-info', true),
  merchantInfoRoute('/trustMRR/get', true),
  mrrRoute('/public-mrr/mrr', false),
  mrrRoute('/trustMRR/mrr', true),
  revenueRoute('/public-mrr/revenue', false),
  revenueRoute('/trustMRR/revenue', true),
  revenueRoute('/trustMRR/list', true),
];

function merchantInfoRoute(path: string, hide: boolean): Route {
  return (app) => {
    app.get(
      path,
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
  };
}

function mrrRoute(path: string, hide: boolean): Route {
  return (app, deps) => {
    app.get(
      path,
      {
        config: { permission: 'none' },
        schema: {
          operationId: 'getMrr',
          summary: 'Get the monthly recurring revenue',
          tags: ['Revenue'],
          response: recordAnswer(MrrRecord),
          hide,
        },
      },
      async (request) => ok(await mrr(deps, request)),
    );
  };
}

function revenueRoute(path: string, hide: boolean): Route {
  return (app, deps) => {
    app.get(
      path,
      {
        config: { permission: 'STORE:READ' },
        preValidation: requireDates,
        schema: {
          operationId: 'getRevenue',
          summary: 'Get the revenue of a range of days',
          description: 'An answer is kept for an hour.',
          tags: ['Revenue'],
          querystring: RevenueQuery,
          response: recordAnswer(RevenueRecord),
          hide,
        },
      },
      async (request) => ok(await revenue(deps, request, request.query)),
    );
  };
}
