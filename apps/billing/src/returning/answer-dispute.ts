import { isAppError, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Deps, Tools, TxDeps } from '../deps';
import type { Dispute, DisputeAnswer, DisputeEvidence } from '../disputes/dispute';
import { endAnswer, findAnswer, insertAnswer } from '../disputes/dispute-answer-repository';
import { findHeldFiles, forgetSentFiles, releaseFiles, takeFilesAlong } from '../disputes/dispute-file-repository';
import { answerUnderWay, disputeTakesNoAnswer, draftsUnsupported } from '../disputes/dispute-errors';
import { findDispute, saveAnswerState } from '../disputes/dispute-repository';
import type { DisputeReading } from '../provider/dispute-provider';
import type { Providers } from '../provider/providers';
import { decideDispute } from './decide-dispute';
import { answerContent, requireSendable } from './dispute-documents';
import { disputeProvider, lockAnswerable } from './dispute-files';

/** How long the request has to send its own answer, before the job does. */
const ownSendMs = 60_000;

export interface AnswerInput {
  readonly disputeId: string;
  readonly evidence: DisputeEvidence;
  /** False: kept as a draft at the provider. */
  readonly isSubmitted: boolean;
}

/** Records an answer to a dispute; returns its id. {@link trySendAnswer} sends it. */
export async function beginAnswer(
  tx: TxDeps,
  tenant: Tenant,
  providers: Providers,
  input: AnswerInput,
): Promise<string> {
  const { evidence, isSubmitted } = input;
  const { dispute, provider } = await lockAnswerable(tx, tenant, providers, input.disputeId);
  if (!isSubmitted && !provider.capabilities.canDraft) throw draftsUnsupported();
  // A draft has texts alone: files wait here until it is submitted.
  requireSendable(provider.capabilities, evidence, isSubmitted ? await findHeldFiles(tx.db, tenant, dispute.id) : []);
  const now = tx.clock.now(tenant);
  const answer: DisputeAnswer = {
    id: tx.ids.next('disputeAnswer', now),
    disputeId: dispute.id,
    evidence,
    isSubmitted,
    status: 'SENDING',
    failure: undefined,
    attempts: 0,
    createdAt: now,
    updatedAt: now,
  };
  const runAt = new Date(tx.clock.real().getTime() + ownSendMs);
  if (!(await insertAnswer(tx.db, tenant, answer, runAt))) throw answerUnderWay();
  if (isSubmitted) await takeFilesAlong(tx.db, tenant, dispute.id, answer.id);
  return answer.id;
}

/**
 * Sends an answer that is on its way and notes what came of it; the provider takes a repeat once.
 * @throws AppError UNAVAILABLE when the outcome is unknown: the answer stays on its way
 */
async function sendAnswer(deps: Deps, tenant: Tenant, answerId: string): Promise<void> {
  const answer = await findAnswer(deps.db, tenant, answerId);
  const dispute = answer && (await findDispute(deps.db, tenant, answer.disputeId));
  if (!dispute || answer.status !== 'SENDING' || !answer.evidence) return;
  const provider = disputeProvider(await deps.findProviders(tenant), tenant, dispute);
  if (!provider) return endRefused(deps, tenant, answer, disputeTakesNoAnswer().message);
  const { isSubmitted } = answer;
  try {
    const content = await answerContent(deps, tenant, provider.capabilities, answer);
    const order = { answerId, reference: dispute.reference ?? dispute.id, isSubmitted, ...content };
    await endSent(deps, tenant, { answer, dispute, reading: await provider.answerDispute(order) });
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.kind === 'UNAVAILABLE' && !isTooLate(deps, tenant, answer, dispute)) throw error;
    await endRefused(deps, tenant, answer, error.message);
  }
}

const sendableMs = 180 * 86_400_000;

/** Whether an answer that the provider has never taken is given up: its dispute is overdue, or its due time is unknown. */
function isTooLate({ clock }: Tools, tenant: Tenant, { createdAt }: DisputeAnswer, { dueBy }: Dispute): boolean {
  const now = clock.now(tenant).getTime();
  return now - createdAt.getTime() > sendableMs || (dueBy !== undefined && now - dueBy.getTime() > lateMs);
}

/** A provider may take an answer that was sent in time a little later. */
const lateMs = 86_400_000;

/** {@link sendAnswer}; when the provider does not answer now, the job sends it later. */
export async function trySendAnswer(deps: Deps, tenant: Tenant, answerId: string): Promise<void> {
  try {
    await sendAnswer(deps, tenant, answerId);
  } catch (error) {
    if (!isAppError(error)) throw error;
    deps.log.warn({ err: error, storeId: tenant.storeId, answerId }, 'an answer to a dispute was not sent');
  }
}

async function endSent(
  deps: Deps,
  tenant: Tenant,
  { answer, dispute, reading }: { answer: DisputeAnswer; dispute: Dispute; reading: DisputeReading },
): Promise<void> {
  await transact(deps, async (tx) => {
    const at = tx.clock.now(tenant);
    const isOurs = await endAnswer(tx.db, tenant, answer.id, { status: 'SENT', failure: undefined, at });
    if (!isOurs) return;
    await forgetSentFiles(tx.db, tenant, answer.id);
    if (reading === 'NEEDS_ANSWER' || reading === 'UNDER_REVIEW') {
      // What a read of the provider noted while this one was under way is newer.
      await saveAnswerState(tx.db, tenant, dispute, reading);
    } else if ((await findDispute(tx.db, tenant, dispute.id))?.status === 'OPEN') {
      await decideDispute(tx, tenant, { chargeId: dispute.chargeId, outcome: reading });
    }
  });
}

async function endRefused(deps: Deps, tenant: Tenant, { id }: DisputeAnswer, failure: string): Promise<void> {
  const at = deps.clock.now(tenant);
  await transact(deps, async (tx) => {
    const isOurs = await endAnswer(tx.db, tenant, id, { status: 'REFUSED', failure, at });
    if (isOurs) await releaseFiles(tx.db, tenant, id);
  });
}
