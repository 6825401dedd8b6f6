import type { CrossTenant } from '@pitanga/core';
import type { Deps } from '../deps';
import { eraseDue } from '../managing/erase-person';
import { lockDueErasure, type DueErasure } from '../persons/erasure-repository';
import { runDue, type DueWork } from './run-due';

/** One pass of one due erasure a transaction, until none is due; returns how many passes. */
export async function runErasures(deps: Deps, all: CrossTenant): Promise<number> {
  const work: DueWork<DueErasure> = {
    job: 'ERASURE',
    batchSize: 1,
    claim: (tx, now) => lockDueErasure(tx, all, now),
    run: async (txDeps, erasures) => {
      for (const erasure of erasures) await eraseDue(txDeps, erasure);
    },
  };
  return runDue(deps, work);
}
