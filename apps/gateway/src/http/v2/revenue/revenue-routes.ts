import { addDays } from '@pitanga/core';
import { receivedRecord, ReceivedRecord, utmSumsRecord, UtmSumsRecord, UtmName } from '@pitanga/records';
import { Type } from 'typebox';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { ok, recordAnswer } from '../envelope';
import { checkPeriod, PeriodQuery } from '../period';

const UtmQuery = Type.Object({
  ...PeriodQuery.properties,
  by: { ...UtmName, description: 'The parameter of an address by which payments are summed.' },
});

const getReceivedRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/revenue/received',
    {
      config: { permission: 'STORE:READ' },
      schema: {
        operationId: 'getReceived',
        summary: 'Get what came in by day and method',
        description:
          'Gross, fees and net of the payments of each day, with the refunds of it; `previous` is as many days right before.',
        tags: ['Revenue'],
        querystring: PeriodQuery,
        response: recordAnswer(ReceivedRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { startDate, endDate } = request.query;
      const days = checkPeriod(request.query, clock.now(tenant));
      const previous = { startDate: addDays(startDate, -days), endDate: addDays(startDate, -1) };
      const asked = { tenant, fromDay: previous.startDate, toDay: endDate };
      const received = await clients.ledger.getReceipts(asked, callContext(request));
      return ok(receivedRecord(received.days, { startDate, endDate }, previous));
    },
  );
};

const fields = {
  utm_source: 'UTM_FIELD_SOURCE',
  utm_medium: 'UTM_FIELD_MEDIUM',
  utm_campaign: 'UTM_FIELD_CAMPAIGN',
  utm_term: 'UTM_FIELD_TERM',
  utm_content: 'UTM_FIELD_CONTENT',
} as const;

const getRevenueByUtmRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/revenue/by-utm',
    {
      config: { permission: 'STORE:READ' },
      schema: {
        operationId: 'getRevenueByUtm',
        summary: 'Get what was paid by where buyers came from',
        description:
          'The payments of the days, gross, by one of the `utms` of their charges, and what was given back of them.',
        tags: ['Revenue'],
        querystring: UtmQuery,
        response: recordAnswer(UtmSumsRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { startDate, endDate, by } = request.query;
      checkPeriod(request.query, clock.now(tenant));
      const asked = { tenant, fromDay: startDate, toDay: endDate, by: fields[by] };
      const sums = await clients.charges.sumChargesByUtm(asked, callContext(request));
      return ok(utmSumsRecord(sums, { startDate, endDate, by }));
    },
  );
};

/** What came in, by day and method, and by where buyers came from. */
export const revenueRoutes: RouteGroup = [getReceivedRoute, getRevenueByUtmRoute];
