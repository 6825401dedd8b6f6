import { addDays, daysBetween, invalidArgument } from '@pitanga/core';
import { receivedRecord, ReceivedRecord } from '@pitanga/records';
import { Type } from 'typebox';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { checkDays } from '../../fields/date-limits';
import { Day } from '../../fields/fields';
import { ok, recordAnswer } from '../envelope';

const daysMax = 400;

const ReceivedQuery = Type.Object({
  startDate: { ...Day, description: 'First day, inclusive, in America/Sao_Paulo.' },
  endDate: { ...Day, description: `Last day, inclusive; at most ${String(daysMax)} days.` },
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
        querystring: ReceivedQuery,
        response: recordAnswer(ReceivedRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { startDate, endDate } = request.query;
      checkDays({ startDate, endDate }, clock.now(tenant));
      if (startDate > endDate) throw invalidArgument("Property 'startDate' should not be after 'endDate'");
      const days = daysBetween(startDate, endDate) + 1;
      if (days > daysMax) {
        throw invalidArgument(`Properties 'startDate' and 'endDate' should be at most ${String(daysMax)} days apart`);
      }
      const previous = { startDate: addDays(startDate, -days), endDate: addDays(startDate, -1) };
      const asked = { tenant, fromDay: previous.startDate, toDay: endDate };
      const received = await clients.ledger.getReceipts(asked, callContext(request));
      return ok(receivedRecord(received.days, { startDate, endDate }, previous));
    },
  );
};

/** What came in, by day and method. */
export const revenueRoutes: RouteGroup = [getReceivedRoute];
