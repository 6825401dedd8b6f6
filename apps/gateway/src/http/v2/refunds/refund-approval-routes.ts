import { required } from '@pitanga/contracts';
import { refundRecord, RefundRecord } from '@pitanga/records';
import { recordDecisionAttempt } from '../../both-versions/order-entries';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { idFrom, idQuery } from '../../fields/id';
import { ok, recordAnswer } from '../envelope';
import { ApprovalReviewRecord, decisionConfig, recordDecision, recordReview, reviewRecord } from '../payouts/approvals';
import { RefundDecision } from './refunds-schemas';

const tags = ['Refunds'];

const approveRefundRoute: Route = (app, deps) => {
  app.post(
    '/refunds/approve',
    {
      config: decisionConfig,
      schema: {
        operationId: 'approveRefund',
        summary: 'Approve a refund to a Pix key',
        description:
          'One to a key that is not known to be the payer’s, by another member than the one who asked for it, and than the ' +
          'one who made the key that did. Where no other member could (`isAlone`), that one confirms it, and it is sent a ' +
          'day later. For members who are signed in: keys never approve. A repeat answers the refund.',
        tags,
        body: RefundDecision,
        response: recordAnswer(RefundRecord),
      },
    },
    async (request) => {
      const { tenant, actor } = principal(request);
      await recordDecisionAttempt(deps, request, 'refund.approval', request.body);
      const madeKeyIds = await deps.auditLog.madeKeys(tenant, actor.id);
      const asked = { tenant, id: request.body.id, userId: actor.id, madeKeyIds };
      const refund = required((await deps.clients.refunds.approveRefund(asked, callContext(request))).refund, 'refund');
      await recordDecision(deps, request, 'refund', refund);
      return ok(refundRecord(refund));
    },
  );
};

const rejectRefundRoute: Route = (app, deps) => {
  app.post(
    '/refunds/reject',
    {
      config: decisionConfig,
      schema: {
        operationId: 'rejectRefund',
        summary: 'Reject a refund to a Pix key',
        description:
          'One that waits for approval: it fails, and its money is available again. Also for the member who asked for it. ' +
          'For members who are signed in. A repeat answers the refund.',
        tags,
        body: RefundDecision,
        response: recordAnswer(RefundRecord),
      },
    },
    async (request) => {
      const { tenant, actor } = principal(request);
      const asked = { tenant, id: request.body.id, userId: actor.id };
      const refund = required((await deps.clients.refunds.rejectRefund(asked, callContext(request))).refund, 'refund');
      await recordDecision(deps, request, 'refund', refund);
      return ok(refundRecord(refund));
    },
  );
};

const reviewRefundRoute: Route = (app, deps) => {
  app.get(
    '/refunds/review',
    {
      config: decisionConfig,
      schema: {
        operationId: 'reviewRefund',
        summary: 'See all of a refund to a Pix key that waits',
        description:
          'The whole Pix key, its holder as far as the provider tells, and who asked, for the member who is to approve it. ' +
          'Everywhere else the key is masked. For members who are signed in; each look is in the audit log.',
        tags,
        querystring: idQuery,
        response: recordAnswer(ApprovalReviewRecord),
      },
    },
    async (request) => {
      const asked = { tenant: principal(request).tenant, id: idFrom(request) };
      const { refund, review } = await deps.clients.refunds.reviewRefund(asked, callContext(request));
      const order = required(refund, 'refund');
      await recordReview(deps, request, 'refund', order);
      return ok(await reviewRecord(deps, request, order, required(review, 'review')));
    },
  );
};

/** The decisions of a second person. */
export const refundApprovalRoutes: RouteGroup = [approveRefundRoute, rejectRefundRoute, reviewRefundRoute];
