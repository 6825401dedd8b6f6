import { required, type RefundRequest } from '@pitanga/contracts';
import { refundRequestRecord, RefundRequestRecord } from '@pitanga/records';
import { orderMoney, refundAsker } from '../../both-versions/money-orders';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { wireFilter } from '../../fields/fields';
import { idFrom, idQuery } from '../../fields/id';
import { list, listAnswer, ok, recordAnswer } from '../envelope';
import { pageRequest } from '../lists';
import { RefundRequestApproval, RefundRequestList, RefundRequestRefusal } from './refund-requests-schemas';

const tags = ['Refund requests'];

/** A person decides, never a key. */
const decides = { permission: 'REFUND:CREATE', guard: 'decisions' } as const;

const getRefundRequestRoute: Route = (app, { clients }) => {
  app.get(
    '/refund-requests/get',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'getRefundRequest',
        summary: 'Get a refund request',
        tags,
        querystring: idQuery,
        response: recordAnswer(RefundRequestRecord),
      },
    },
    async (request) => {
      const asked = { tenant: principal(request).tenant, id: idFrom(request) };
      const { request: found } = await clients.refundRequests.getRefundRequest(asked, callContext(request));
      return ok(refundRequestRecord(required(found, 'request')));
    },
  );
};

const listRefundRequestsRoute: Route = (app, { clients, clock }) => {
  app.get(
    '/refund-requests/list',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'listRefundRequests',
        summary: 'List refund requests',
        description: 'What customers asked for in their portals (event `refund.requested`).',
        tags,
        querystring: RefundRequestList,
        response: listAnswer(RefundRequestRecord),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const { id, chargeId, customerId, status } = request.query;
      const { requests, page } = await clients.refundRequests.listRefundRequests(
        {
          tenant,
          page: pageRequest(request.query, clock.now(tenant)),
          ...{ id, chargeId, customerId },
          status: wireFilter('REFUND_REQUEST_STATUS', status),
        },
        callContext(request),
      );
      return list(page, requests.map(refundRequestRecord));
    },
  );
};

const approveRefundRequestRoute: Route = (app, deps) => {
  app.post(
    '/refund-requests/approve',
    {
      config: { ...decides, nullRefused: ['amount'] },
      schema: {
        operationId: 'approveRefundRequest',
        summary: 'Approve a refund request',
        description:
          'Begins a refund of the charge: all that is left of it, or `amount`, with the rules of the refund routes. A boleto ' +
          'needs the Pix key of its payer. For members who are signed in. A repeat answers the request, and any refund of ' +
          'the charge approves it, too.',
        tags,
        body: RefundRequestApproval,
        response: recordAnswer(RefundRequestRecord),
      },
    },
    async (request) => {
      const { id, amount: amountCents, pixKey, pixKeyType } = request.body;
      const { tenant } = principal(request);
      const order = { amountCents, pixKey, pixKeyType };
      let approved: RefundRequest | undefined;
      await orderMoney(deps, request, { kind: 'REFUND', ...order, originalId: id }, async () => {
        const asked = { tenant, id, ...order, ...(await refundAsker(deps, request)) };
        const call = callContext(request);
        approved = required((await deps.clients.refundRequests.approveRefundRequest(asked, call)).request, 'request');
        const made = { tenant, id: required(approved.refundId, 'refund_id') };
        return required((await deps.clients.refunds.getRefund(made, call)).refund, 'refund');
      });
      return ok(refundRequestRecord(required(approved, 'request')));
    },
  );
};

const refuseRefundRequestRoute: Route = (app, deps) => {
  app.post(
    '/refund-requests/refuse',
    {
      config: decides,
      schema: {
        operationId: 'refuseRefundRequest',
        summary: 'Refuse a refund request',
        description:
          'The customer sees it in the portal, and may ask again. For members who are signed in. A repeat answers the ' +
          'request.',
        tags,
        body: RefundRequestRefusal,
        response: recordAnswer(RefundRequestRecord),
      },
    },
    async (request) => {
      const { tenant, actor } = principal(request);
      const call = callContext(request);
      const asked = { tenant, id: request.body.id };
      const refused = required((await deps.clients.refundRequests.refuseRefundRequest(asked, call)).request, 'request');
      await deps.auditLog.recordOnce(tenant, {
        actor,
        action: 'refund_request.refused',
        target: { type: 'refund_request', id: refused.id },
        devMode: tenant.devMode,
        after: { chargeId: refused.chargeId },
        requestId: call.requestId,
      });
      return ok(refundRequestRecord(refused));
    },
  );
};

export const refundRequestsRoutes: RouteGroup = [
  getRefundRequestRoute,
  listRefundRequestsRoute,
  approveRefundRequestRoute,
  refuseRefundRequestRoute,
];
