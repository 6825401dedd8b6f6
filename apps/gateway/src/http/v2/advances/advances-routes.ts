import { required } from '@pitanga/contracts';
import { advanceQuoteRecord, AdvanceQuoteRecord, advanceRecord, AdvanceRecord, Named } from '@pitanga/records';
import { Type } from 'typebox';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { Amount } from '../../fields/fields';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { listQuery, pageRequest } from '../lists';

const asked = {
  amount: Type.Optional({ ...Amount, description: 'Centavos of pending card money; all of it when left out.' }),
};

const AdvanceCreate = Named('CreateAdvance', Type.Object(asked));

const AdvanceAsked = Type.Object(asked);

const AdvanceList = Type.Object(listQuery);

const tags = ['Advances'];

const createAdvanceRoute: Route = (app, { clients, clock, ids }) => {
  app.post(
    '/advances/create',
    {
      config: { permission: 'WITHDRAW:CREATE', nullRefused: ['amount'] },
      schema: {
        operationId: 'createAdvance',
        summary: 'Advance pending card money',
        description:
          'Makes card money available before its settlement date, what is due earliest first. Each 30 days that it comes early cost a part of it. It is done when it is answered; less pending than asked is a 400 and moves nothing.',
        tags,
        body: AdvanceCreate,
        response: recordAnswer(AdvanceRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const asked = {
        tenant,
        advanceId: ids.next('advance', clock.now(tenant)),
        amountCents: request.body.amount,
      };
      const { advance } = await clients.ledger.advanceParts(asked, callContext(request));
      return ok(advanceRecord(required(advance, 'advance')));
    },
  );
};

const quoteAdvanceRoute: Route = (app, { clients }) => {
  app.get(
    '/advances/quote',
    {
      config: { permission: 'WITHDRAW:READ' },
      schema: {
        operationId: 'quoteAdvance',
        summary: 'Ask what an advance would cost',
        description: 'As an advance at this moment would be; moves nothing.',
        tags,
        querystring: AdvanceAsked,
        response: recordAnswer(AdvanceQuoteRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const asked = { tenant, amountCents: request.query.amount };
      return ok(advanceQuoteRecord(await clients.ledger.quoteAdvance(asked, callContext(request))));
    },
  );
};

const listAdvancesRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/advances/list',
    {
      config: { permission: 'WITHDRAW:READ' },
      schema: {
        operationId: 'listAdvances',
        summary: 'List advances',
        tags,
        querystring: AdvanceList,
        response: listAnswer(AdvanceRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { advances, page } = await clients.ledger.listAdvances(
        { tenant, page: pageRequest(request.query, clock.now(tenant)) },
        callContext(request),
      );
      return list(page, advances.map(advanceRecord));
    },
  );
};

/** Advances of card receivables before their settlement dates, at a cost. */
export const advancesRoutes: RouteGroup = [createAdvanceRoute, quoteAdvanceRoute, listAdvancesRoute];
