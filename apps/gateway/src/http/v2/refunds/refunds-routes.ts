import { required } from '@pitanga/contracts';
import { refundRecord, RefundRecord } from '@pitanga/records';
import type { Route, RouteGroup } from '../../edge/api';
import { orderMoney, refundAsker } from '../../both-versions/money-orders';
import { callContext, principal } from '../../edge/request';
import { wireFilter } from '../../fields/fields';
import { idFrom, idQuery } from '../../fields/id';
import { list, ok, listAnswer, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { RefundKey, RefundList } from './refunds-schemas';

const tags = ['Refunds'];

const getRefundRoute: Route = (app, { clients }) => {
  app.get(
    '/refunds/get',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'getRefund',
        summary: 'Get a refund',
        tags,
        querystring: idQuery,
        response: recordAnswer(RefundRecord),
      },
    },
    async (request) => {
      const { refund } = await clients.refunds.getRefund(
        { tenant: principal(request).tenant, id: idFrom(request) },
        callContext(request),
      );
      return ok(refundRecord(required(refund, 'refund')));
    },
  );
};

const listRefundsRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/refunds/list',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'listRefunds',
        summary: 'List refunds',
        description: 'Also those of payments that came late, twice or with another amount.',
        tags,
        querystring: RefundList,
        response: listAnswer(RefundRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { id, originalId, status, needsKey, approval } = request.query;
      const { refunds, page } = await clients.refunds.listRefunds(
        {
          tenant,
          page: pageRequest(request.query, clock.now(tenant)),
          id,
          originalId,
          status: wireFilter('REFUND_STATUS', status),
          needsKey,
          approval: wireFilter('APPROVAL_STATUS', approval),
        },
        callContext(request),
      );
      return list(page, refunds.map(refundRecord));
    },
  );
};

const setRefundKeyRoute: Route = (app, deps) => {
  app.post(
    '/refunds/set-key',
    {
      config: { permission: 'REFUND:CREATE' },
      schema: {
        operationId: 'setRefundKey',
        summary: 'Give a refund its Pix key',
        description:
          'Of money that a charge, also of a subscription, could not take and that waits for a Pix key (`needsKey`; event `refund.needs_key`). It goes back whole. Ask the payer for the key.',
        tags,
        body: RefundKey,
        response: recordAnswer(RefundRecord),
      },
    },
    async (request) => {
      const { id, pixKey, pixKeyType } = request.body;
      const { tenant } = principal(request);
      const order = { kind: 'REFUND_KEY', pixKey, pixKeyType, originalId: id } as const;
      const refund = await orderMoney(deps, request, order, async () => {
        const asked = { tenant, id, pixKey, pixKeyType, ...(await refundAsker(deps, request)) };
        return required((await deps.clients.refunds.setRefundKey(asked, callContext(request))).refund, 'refund');
      });
      return ok(refundRecord(refund));
    },
  );
};

export const refundsRoutes: RouteGroup = [getRefundRoute, listRefundsRoute, setRefundKeyRoute];
