import {
  AddDisputeFileResponse,
  AnswerDisputeResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  RemoveDisputeFileResponse,
  type DisputeDetails,
  type DisputeServiceDefinition,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { resumeOnce, sealedResponse, writeOnce, type KeyedCall, type ResponseCodec } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { findPayerNames } from '../charges/payer-names';
import type { Deps } from '../deps';
import { disputeStates, type Dispute } from '../disputes/dispute';
import { findAnswer, findNewestAnswers } from '../disputes/dispute-answer-repository';
import { disputeFileKinds } from '../disputes/dispute-file';
import { findDisputeFiles } from '../disputes/dispute-file-repository';
import { disputeNotFound } from '../disputes/dispute-errors';
import { findDispute, listDisputes } from '../disputes/dispute-repository';
import { disputeFileToWire, disputeToWire } from '../messages/dispute-wire';
import { beginAnswer, trySendAnswer } from '../returning/answer-dispute';
import { toAccepts, addDisputeFile, disputeProvider, removeDisputeFile } from '../returning/dispute-files';

export function disputeHandlers(deps: Deps): RpcHandlers<DisputeServiceDefinition> {
  // The names of files may be those of payers.
  const sealed = <R>(call: KeyedCall, codec: ResponseCodec<R>) =>
    sealedResponse(deps.sealer, call.tenant, call.idempotency, codec);
  return {
    getDispute: async ({ id }, { tenant }) => ({ dispute: await readDispute(deps, tenant, id) }),

    listDisputes: async ({ page, chargeId, state: name }, { tenant }) => {
      const state = name && fromWire('DISPUTE_STATE', disputeStates, name);
      const now = deps.clock.now(tenant);
      const disputes = await listDisputes(deps.db, tenant, pageFromWire(page), { chargeId, state, now });
      return { disputes: await showDisputes(deps, tenant, disputes.items, false), page: pageToWire(disputes) };
    },

    answerDispute: async ({ id, evidence = {}, submit }, call) => {
      const { tenant } = call;
      const input = { disputeId: id, evidence, isSubmitted: submit };
      const providers = await deps.findProviders(tenant);
      return resumeOnce(deps, call, sealed(call, AnswerDisputeResponse), {
        begin: (tx) => beginAnswer(tx, tenant, providers, input),
        finish: async (answerId) => {
          await trySendAnswer(deps, tenant, answerId);
          const answer = await findAnswer(deps.db, tenant, answerId);
          return { dispute: await readDispute(deps, tenant, answer?.disputeId ?? id) };
        },
      });
    },

    addDisputeFile: async ({ disputeId, kind, name, content }, call) => {
      const { tenant } = call;
      const providers = await deps.findProviders(tenant);
      const input = {
        disputeId,
        kind: fromWire('DISPUTE_FILE_KIND', disputeFileKinds, kind),
        name,
        content: Buffer.from(content),
      };
      return writeOnce(deps, call, sealed(call, AddDisputeFileResponse), async (tx) => ({
        file: disputeFileToWire(await addDisputeFile(tx, tenant, providers, input)),
      }));
    },

    removeDisputeFile: async ({ id }, call) =>
      writeOnce(deps, call, sealed(call, RemoveDisputeFileResponse), async (tx) => ({
        file: disputeFileToWire(await removeDisputeFile(tx, call.tenant, id)),
      })),
  };
}

async function readDispute(deps: Deps, tenant: Tenant, id: string): Promise<DisputeDetails> {
  const dispute = await findDispute(deps.db, tenant, id);
  if (!dispute) throw disputeNotFound();
  const [shown] = await showDisputes(deps, tenant, [dispute], true);
  if (!shown) throw disputeNotFound();
  return shown;
}

async function showDisputes(
  deps: Deps,
  tenant: Tenant,
  disputes: readonly Dispute[],
  isAlone: boolean,
): Promise<DisputeDetails[]> {
  const ids = disputes.map(({ id }) => id);
  const chargeIds = disputes.map(({ chargeId }) => chargeId);
  const [payers, answers, files, providers] = await Promise.all([
    findPayerNames(deps.db, tenant, chargeIds),
    findNewestAnswers(deps.db, tenant, ids),
    findDisputeFiles(deps.db, tenant, deps.sealer, ids),
    deps.findProviders(tenant),
  ]);
  const now = deps.clock.now(tenant);
  return disputes.map((dispute) => {
    const provider = disputeProvider(providers, tenant, dispute);
    return disputeToWire(tenant, now, {
      dispute,
      isAlone,
      answer: answers.get(dispute.id),
      files: files.get(dispute.id) ?? [],
      accepts: provider && toAccepts(provider.capabilities),
      payerName: payers.get(dispute.chargeId),
    });
  });
}
