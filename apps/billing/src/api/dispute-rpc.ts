import {
  AnswerDisputeResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  toWire,
  type DisputeDetails,
  type DisputeServiceDefinition,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { resumeOnce } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps, ReadDeps } from '../deps';
import { disputeStates, disputeState, type Dispute, type DisputeAnswer } from '../disputes/dispute';
import { findAnswer, findNewestAnswers } from '../disputes/dispute-answer-repository';
import { disputeNotFound } from '../disputes/dispute-errors';
import { findDispute, listDisputes } from '../disputes/dispute-repository';
import { beginAnswer, trySendAnswer } from '../returning/answer-dispute';

export function disputeHandlers(deps: Deps): RpcHandlers<DisputeServiceDefinition> {
  return {
    getDispute: async ({ id }, { tenant }) => ({ dispute: await readDispute(deps, tenant, id) }),

    listDisputes: async ({ page, chargeId, state: name }, { tenant }) => {
      const state = name && fromWire('DISPUTE_STATE', disputeStates, name);
      const now = deps.clock.now(tenant);
      const disputes = await listDisputes(deps.db, tenant, pageFromWire(page), { chargeId, state, now });
      const ids = disputes.items.map(({ id }) => id);
      const answers = await findNewestAnswers(deps.db, tenant, ids);
      return {
        disputes: disputes.items.map((dispute) => disputeToWire(tenant, dispute, answers.get(dispute.id), now)),
        page: pageToWire(disputes),
      };
    },

    answerDispute: async ({ id, evidence = {}, submit }, call) => {
      const { tenant } = call;
      const input = { disputeId: id, evidence, isSubmitted: submit };
      const providers = await deps.findProviders(tenant);
      return resumeOnce(deps, call, AnswerDisputeResponse, {
        begin: (tx) => beginAnswer(tx, tenant, providers, input),
        finish: async (answerId) => {
          await trySendAnswer(deps, tenant, answerId);
          const answer = await findAnswer(deps.db, tenant, answerId);
          return { dispute: await readDispute(deps, tenant, answer?.disputeId ?? id) };
        },
      });
    },
  };
}

async function readDispute(deps: ReadDeps, tenant: Tenant, id: string): Promise<DisputeDetails> {
  const dispute = await findDispute(deps.db, tenant, id);
  if (!dispute) throw disputeNotFound();
  const answer = (await findNewestAnswers(deps.db, tenant, [id])).get(id);
  return disputeToWire(tenant, dispute, answer, deps.clock.now(tenant));
}

function disputeToWire(tenant: Tenant, dispute: Dispute, answer: DisputeAnswer | undefined, now: Date): DisputeDetails {
  const { id, chargeId, amountCents, reasonCode, providerCode, dueBy, openedAt, closedAt } = dispute;
  return {
    id,
    devMode: tenant.devMode,
    chargeId,
    state: toWire('DISPUTE_STATE', disputeState(dispute, now)),
    amountCents,
    reason: toWire('DISPUTE_REASON', reasonCode),
    providerCode,
    dueBy,
    answer: answer && {
      id: answer.id,
      status: toWire('DISPUTE_ANSWER_STATUS', answer.status),
      isSubmitted: answer.isSubmitted,
      failure: answer.failure,
      createdAt: answer.createdAt,
    },
    openedAt,
    closedAt,
  };
}
