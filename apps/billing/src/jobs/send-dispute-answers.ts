import { everyTenant } from '@pitanga/core';
import type { Deps } from '../deps';
import { claimDueAnswers } from '../disputes/dispute-answer-repository';
import { trySendAnswer } from '../returning/answer-dispute';

const batchSize = 20;
/** Until an answer whose provider did not take it is tried again. */
const leaseMs = 60_000;

/** Sends the answers whose request ended without an outcome. */
export async function sendDueAnswers(deps: Deps): Promise<void> {
  const now = deps.clock.real();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const due = await claimDueAnswers(deps.db, everyTenant, { now, leaseUntil, limit: batchSize });
  await Promise.all(due.map(({ tenant, id }) => trySendAnswer(deps, tenant, id)));
}
