import { isAppError, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Deps, Tools, TxDeps } from '../deps';
import { isOverdue, type Dispute, type DisputeAnswer, type DisputeEvidence } from '../disputes/dispute';
import { endAnswer, findAnswer, insertAnswer } from '../disputes/dispute-answer-repository';
import {
  answerUnderWay,
  disputeAnswered,
  disputeClosed,
  disputeNotFound,
  disputeOverdue,
  disputeTakesNoAnswer,
  evidenceMissing,
} from '../disputes/dispute-errors';
import { findDispute, lockDispute, saveAnswerState } from '../disputes/dispute-repository';
import type { DisputeProvider, DisputeReading } from '../provider/dispute-provider';
import type { Providers } from '../provider/providers';
import { decideDispute } from './decide-dispute';

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
  const dispute = await lockDispute(tx.db, tenant, input.disputeId);
  if (!dispute) throw disputeNotFound();
  const texts = Object.values(input.evidence) as readonly (string | undefined)[];
  if (!texts.some((text) => text !== undefined && text !== '')) throw evidenceMissing();
  if (dispute.status !== 'OPEN') throw disputeClosed();
  if (dispute.answerState === 'UNDER_REVIEW') throw disputeAnswered();
  if (!disputeProvider(providers, tenant, dispute)) throw disputeTakesNoAnswer();
  const now = tx.clock.now(tenant);
  if (isOverdue(dispute, now)) throw disputeOverdue();
  const answer: DisputeAnswer = {
    id: tx.ids.next('disputeAnswer', now),
    disputeId: dispute.id,
    evidence: input.evidence,
    isSubmitted: input.isSubmitted,
    status: 'SENDING',
    failure: undefined,
    attempts: 0,
    createdAt: now,
    updatedAt: now,
  };
  const runAt = new Date(tx.clock.real().getTime() + ownSendMs);
  if (!(await insertAnswer(tx.db, tenant, answer, runAt))) throw answerUnderWay();
  return answer.id;
}

/** The provider that takes answers to this dispute. */
function disputeProvider(
  { dispute }: Pick<Providers, 'dispute'>,
  tenant: Tenant,
  { provider }: Dispute,
): DisputeProvider | undefined {
  return dispute?.name === (provider ?? (tenant.devMode ? 'simulated' : undefined)) ? dispute : undefined;
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
  const { evidence, isSubmitted } = answer;
  const order = { answerId, reference: dispute.reference ?? dispute.id, evidence, isSubmitted };
  try {
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
  await transact(deps, (tx) => endAnswer(tx.db, tenant, id, { status: 'REFUSED', failure, at }));
}
