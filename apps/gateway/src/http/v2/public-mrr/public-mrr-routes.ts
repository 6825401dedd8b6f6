import { MrrRecord, RevenueRecord } from '@pitanga/records';
import type { Deps } from '../../../deps';
import type { Api, RouteGroup } from '../../edge/api';
import { merchantInfo, MerchantInfo, mrr, requireDates, revenue, RevenueQuery } from '../../shared/public-mrr';
import { ok, recordAnswer } from '../envelope';

export const publicMrrRoutes: RouteGroup = (app, deps) => {
  // Some clients know these under other names (docs/behaviour/http.md#aliases).
  merchantInfoRoute(app, '/public-mrr/merchant-info', false);
  merchantInfoRoute(app, '/trustMRR/merchant-info', true);
  merchantInfoRoute(app, '/trustMRR/get', true);
  mrrRoute(app, deps, '/public-mrr/mrr', false);
  mrrRoute(app, deps, '/trustMRR/mrr', true);
  revenueRoute(app, deps, '/public-mrr/revenue', false);
  revenueRoute(app, deps, '/trustMRR/revenue', true);
  revenueRoute(app, deps, '/trustMRR/list', true);
};

function merchantInfoRoute(app: Api, path: string, hide: boolean): void {
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
}

function mrrRoute(app: Api, deps: Deps, path: string, hide: boolean): void {
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
}

function revenueRoute(app: Api, deps: Deps, path: string, hide: boolean): void {
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
}
