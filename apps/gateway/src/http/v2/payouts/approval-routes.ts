import { required } from '@pitanga/contracts';
import { payoutRecord, PayoutRecord } from '@pitanga/records';
import { recordDecisionAttempt } from '../../both-versions/order-entries';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { idFrom, idQuery } from '../../fields/id';
import { ok, recordAnswer } from '../envelope';
import { ApprovalReviewRecord, decisionConfig, recordDecision, recordReview, reviewRecord } from './approvals';
import { PayoutDecision } from './payouts-schemas';

const tags = ['Payouts'];

const approvePayoutRoute: Route = (app, deps) => {
  app.post(
    '/payouts/approve',
    {
      config: decisionConfig,
      schema: {
        operationId: 'approvePayout',
        summary: 'Approve a withdrawal or Pix transfer',
        description:
          'One above the payoutApprovalAbove of its store, by another member than the one who asked for it, and than the ' +
          'one who made the key that did. Where no other member could (`isAlone`), that one confirms it, and it is sent a ' +
          'day later. For members who are signed in: keys never approve. A repeat answers the payout.',
        tags,
        body: PayoutDecision,
        response: recordAnswer(PayoutRecord),
      },
    },
    async (request) => {
      const { tenant, actor } = principal(request);
      await recordDecisionAttempt(deps, request, 'payout.approval', request.body);
      const madeKeyIds = await deps.auditLog.madeKeys(tenant, actor.id);
      const asked = { tenant, id: request.body.id, userId: actor.id, madeKeyIds };
      const payout = required((await deps.clients.payouts.approvePayout(asked, callContext(request))).payout, 'payout');
      await recordDecision(deps, request, 'payout', payout);
      return ok(payoutRecord(payout));
    },
  );
};

const rejectPayoutRoute: Route = (app, deps) => {
  app.post(
    '/payouts/reject',
    {
      config: decisionConfig,
      schema: {
        operationId: 'rejectPayout',
        summary: 'Reject a withdrawal or Pix transfer',
        description:
          'One that waits for approval: it fails, and its money is available again. Also for the member who asked for it. ' +
          'For members who are signed in. A repeat answers the payout.',
        tags,
        body: PayoutDecision,
        response: recordAnswer(PayoutRecord),
      },
    },
    async (request) => {
      const { tenant, actor } = principal(request);
      const asked = { tenant, id: request.body.id, userId: actor.id };
      const payout = required((await deps.clients.payouts.rejectPayout(asked, callContext(request))).payout, 'payout');
      await recordDecision(deps, request, 'payout', payout);
      return ok(payoutRecord(payout));
    },
  );
};

const reviewPayoutRoute: Route = (app, deps) => {
  app.get(
    '/payouts/review',
    {
      config: decisionConfig,
      schema: {
        operationId: 'reviewPayout',
        summary: 'See all of a withdrawal or Pix transfer that waits',
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
      const { payout, review, bankAccount } = await deps.clients.payouts.reviewPayout(asked, callContext(request));
      const order = required(payout, 'payout');
      await recordReview(deps, request, 'payout', order);
      return ok(await reviewRecord(deps, request, order, required(review, 'review'), bankAccount));
    },
  );
};

/** The decisions of a second person. */
export const approvalRoutes: RouteGroup = [approvePayoutRoute, rejectPayoutRoute, reviewPayoutRoute];
