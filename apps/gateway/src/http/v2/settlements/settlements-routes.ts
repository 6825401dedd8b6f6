import { invalidArgument } from '@pitanga/core';
import {
  Method,
  settlementCalendarRecord,
  SettlementCalendarRecord,
  settlementRecord,
  SettlementRecord,
} from '@pitanga/records';
import { Type } from 'typebox';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { Day, TextFilter } from '../../fields/fields';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { listQuery, pageRequest } from '../lists';
import { checkPeriod, PeriodQuery } from '../period';

const tags = ['Settlements'];

const SettlementList = Type.Object({
  ...listQuery,
  startDate: Type.Optional({ ...Day, description: 'First day of settlement, inclusive, in America/Sao_Paulo.' }),
  endDate: Type.Optional({ ...Day, description: 'Last day of settlement, inclusive, in America/Sao_Paulo.' }),
  method: Type.Optional({ ...Method, description: 'BOLETO or CARD: a Pix is available at once.' }),
  chargeId: Type.Optional({
    ...TextFilter,
    description: 'Every installment of this charge, also what is pending no more. Not with other filters.',
  }),
});

const getCalendarRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/settlements/calendar',
    {
      config: { permission: 'BANK_STATEMENT:READ' },
      schema: {
        operationId: 'getSettlementCalendar',
        summary: 'Get what becomes available by day and method',
        description: 'What of the pending balance comes in on each day, of boletos and of installments of cards.',
        tags,
        querystring: PeriodQuery,
        response: recordAnswer(SettlementCalendarRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { startDate, endDate } = request.query;
      checkPeriod(request.query, clock.now(tenant));
      const asked = { tenant, fromDay: startDate, toDay: endDate };
      const { days } = await clients.ledger.getSettlementCalendar(asked, callContext(request));
      return ok(settlementCalendarRecord(days, { startDate, endDate }));
    },
  );
};

const listSettlementsRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/settlements/list',
    {
      config: { permission: 'BANK_STATEMENT:READ' },
      schema: {
        operationId: 'listSettlements',
        summary: 'List what becomes available',
        description:
          'The installments of boletos and cards of which something is pending, what becomes available first coming first; with `chargeId` every installment of the charge.',
        tags,
        querystring: SettlementList,
        response: listAnswer(SettlementRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { method, chargeId, startDate, endDate, after, before } = request.query;
      const others = [method, startDate, endDate, after, before];
      if (chargeId !== undefined && others.some((filter) => filter !== undefined)) {
        throw invalidArgument("Property 'chargeId' should not be used with other filters");
      }
      const { settlements, page } = await clients.ledger.listSettlements(
        {
          tenant,
          page: pageRequest(request.query, clock.now(tenant)),
          method: method && `PAYMENT_METHOD_${method}`,
          chargeId,
        },
        callContext(request),
      );
      return list(
        page,
        settlements.map((each) => settlementRecord(each, tenant.devMode)),
      );
    },
  );
};

/** When boletos and installments of cards become available. */
export const settlementsRoutes: RouteGroup = [getCalendarRoute, listSettlementsRoute];
