import { everyTenant } from '@pitanga/core';
import type { Deps } from '../deps';
import { claimDueAnswers } from '../disputes/dispute-answer-repository';
import { trySendAnswer } from '../returning/answer-dispute';

const batchSize = 20;
const batchesMax = 20;

/** Sends the answers whose request ended without an outcome. A claim puts off what it answers. */
export async function sendDueAnswers(deps: Deps): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const due = await claimDueAnswers(deps.db, everyTenant, { now: deps.clock.real(), limit: batchSize });
    const sent = await Promise.allSettled(due.map(({ tenant, id }) => trySendAnswer(deps, tenant, id)));
    sent.forEach((one, index) => {
      if (one.status === 'fulfilled') return;
      deps.log.error(
        { err: one.reason as unknown, answerId: due[index]?.id },
        'a fault kept an answer from being sent',
      );
    });
    if (due.length < batchSize) return;
  }
}
