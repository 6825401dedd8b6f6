import { required, type Payout } from '@pitanga/contracts';
import { payoutRecord, PayoutRecord } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { ok, recordAnswer } from '../envelope';
import { PayoutDecision } from './payouts-schemas';

const tags = ['Payouts'];
// A second person, by a session, with the factor that asking takes (docs/behaviour/payouts.md#approval-by).
const config = { permission: 'WITHDRAW:CREATE', guard: 'decisions' } as const;

const approvePayoutRoute: Route = (app, deps) => {
  app.post(
    '/payouts/approve',
    {
      config,
      schema: {
        operationId: 'approvePayout',
        summary: 'Approve a withdrawal or Pix transfer',
        description:
          'One above the payoutApprovalAbove of its store, by another member than the one who asked for it, and than the ' +
          'one who made the key that did. For members who are signed in: keys never approve. A repeat answers the payout.',
        tags,
        body: PayoutDecision,
        response: recordAnswer(PayoutRecord),
      },
    },
    async (request) => {
      const { tenant, actor } = principal(request);
      const madeKeyIds = await deps.auditLog.madeKeys(tenant, actor.id);
      const asked = { tenant, id: request.body.id, userId: actor.id, madeKeyIds };
      const { payout } = await deps.clients.payouts.approvePayout(asked, callContext(request));
      return answerDecision(deps, request, 'payout.approved', payout);
    },
  );
};

const rejectPayoutRoute: Route = (app, deps) => {
  app.post(
    '/payouts/reject',
    {
      config,
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
      const { payout } = await deps.clients.payouts.rejectPayout(asked, callContext(request));
      return answerDecision(deps, request, 'payout.rejected', payout);
    },
  );
};

/**
 * Records a decision once (docs/behaviour/payouts.md#approval-audit): not that of somebody else before, which the payout
 * has. A repeat records it too, should this process have ended after payouts decided and before the entry.
 */
async function answerDecision(
  { auditLog }: Deps,
  request: FastifyRequest,
  action: string,
  message: Payout | undefined,
) {
  const payout = required(message, 'payout');
  const { tenant, actor } = principal(request);
  const { requestId } = callContext(request);
  if (payout.approval?.decidedBy === actor.id) {
    const target = { type: 'payout', id: payout.id };
    const after = { amountCents: payout.amountCents, requestedBy: payout.approval.requestedBy?.id ?? null };
    await auditLog.recordOnce(tenant, { actor, action, target, devMode: tenant.devMode, after, requestId });
  }
  return ok(payoutRecord(payout));
}

/** The decisions of a second person. */
export const approvalRoutes: RouteGroup = [approvePayoutRoute, rejectPayoutRoute];
