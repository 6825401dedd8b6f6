import type { Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { postJournals } from './post-journals';
import { claimDueParts } from '../pending-parts/pending-part-repository';
import { planSettlement } from '../charges/settlement';

/** Bounds the rows one transaction locks; a run takes as many batches as there are. */
const partsPerBatch = 200;

/**
 * Makes every part available whose time has come at `now` (real time), of all stores or of one; answers how many. A
 * part is claimed and its journal written in one transaction, so any number of replicas may run this at once.
 */
export async function settleDue(deps: Deps, now: Date, tenant?: Tenant): Promise<number> {
  let settled = 0;
  for (;;) {
    const batch = await settleBatch(deps, now, tenant);
    settled += batch;
    if (batch < partsPerBatch) return settled;
  }
}

async function settleBatch(deps: Deps, now: Date, tenant: Tenant | undefined): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const parts = await claimDueParts(tx, now, partsPerBatch, tenant);
    const journals = parts.map((part) => planSettlement(part, deps.ids.next('statementEntry', part.occurredAt)));
    await postJournals({ ...deps, db: tx }, journals);
    return parts.length;
  });
}
