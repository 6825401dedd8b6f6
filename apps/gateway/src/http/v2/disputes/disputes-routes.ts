import { required } from '@pitanga/contracts';
import { disputeRecord, DisputeRecord } from '@pitanga/records';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { wireFilter } from '../../fields/fields';
import { idFrom, idQuery } from '../../fields/id';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { DisputeAnswer, DisputeList } from './disputes-schemas';

const tags = ['Disputes'];

const getDisputeRoute: Route = (app, { clients }) => {
  app.get(
    '/disputes/get',
    {
      config: { permission: 'DISPUTE:READ' },
      schema: {
        operationId: 'getDispute',
        summary: 'Get a dispute',
        tags,
        querystring: idQuery,
        response: recordAnswer(DisputeRecord),
      },
    },
    async (request) => {
      const asked = { tenant: principal(request).tenant, id: idFrom(request) };
      const { dispute } = await clients.disputes.getDispute(asked, callContext(request));
      return ok(disputeRecord(required(dispute, 'dispute')));
    },
  );
};

const listDisputesRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/disputes/list',
    {
      config: { permission: 'DISPUTE:READ' },
      schema: {
        operationId: 'listDisputes',
        summary: 'List disputes',
        description: 'Of charges of every kind, newest first.',
        tags,
        querystring: DisputeList,
        response: listAnswer(DisputeRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { chargeId, status } = request.query;
      const asked = {
        tenant,
        page: pageRequest(request.query, clock.now(tenant)),
        chargeId,
        state: wireFilter('DISPUTE_STATE', status),
      };
      const { disputes, page } = await clients.disputes.listDisputes(asked, callContext(request));
      return list(page, disputes.map(disputeRecord));
    },
  );
};

const answerDisputeRoute: Route = (app, { clients }) => {
  app.post(
    '/disputes/answer',
    {
      config: { permission: 'DISPUTE:UPDATE' },
      schema: {
        operationId: 'answerDispute',
        summary: 'Answer a dispute',
        description:
          'Sends texts to the provider of the charge, which passes them on to the payer’s bank. A submitted answer cannot ' +
          'be changed, and most banks take one; without submit the texts are a draft there. The answer is SENDING while ' +
          'the provider does not take it, and is sent again by itself. Our records keep no texts once it is sent.',
        tags,
        body: DisputeAnswer,
        response: recordAnswer(DisputeRecord),
      },
    },
    async (request) => {
      const { id, evidence, submit = true } = request.body;
      const asked = { tenant: principal(request).tenant, id, evidence, submit };
      const { dispute } = await clients.disputes.answerDispute(asked, callContext(request));
      return ok(disputeRecord(required(dispute, 'dispute')));
    },
  );
};

export const disputesRoutes: RouteGroup = [getDisputeRoute, listDisputesRoute, answerDisputeRoute];
