import type { CrossTenant, Tenant } from '@pitanga/core';
import { transact, type Tx } from '@pitanga/database';
import { groupInstallments, planSettlement } from '../charges/settlement';
import type { Deps } from '../deps';
import type { SettledPart } from '../pending-parts/pending-part';
import { settleDueParts, settleDuePartsOfStore, type SettlementBatch } from '../pending-parts/pending-part-repository';
import { postJournals } from './post-journals';

/** Bounds the rows that one transaction locks; a run settles as many batches as there are. */
const partsPerBatch = 200;

/**
 * Settles every part that is due at `now` (real time); returns how many. A part and its journal are written in one
 * transaction, so any number of replicas may run this at once.
 */
export async function settleDue(deps: Deps, all: CrossTenant, now: Date): Promise<number> {
  return settleInBatches(deps, now, (tx, batch) => settleDueParts(tx, all, batch));
}

/** The same for a store's dev environment, whose test clock is being moved. */
export async function settleDueOfStore(deps: Deps, tenant: Tenant, now: Date): Promise<number> {
  return settleInBatches(deps, now, (tx, batch) => settleDuePartsOfStore(tx, tenant, batch));
}

async function settleInBatches(
  deps: Deps,
  now: Date,
  settle: (tx: Tx, batch: SettlementBatch) => Promise<readonly SettledPart[]>,
): Promise<number> {
  let settled = 0;
  for (;;) {
    const batch = await transact(deps, async (tx) => {
      const parts = await settle(tx.db, { now, limit: partsPerBatch });
      const journals = groupInstallments(parts).map((installment) =>
        planSettlement(installment, tx.ids.next('statementEntry', installment[0].occurredAt)),
      );
      await postJournals(tx, journals);
      return parts.length;
    });
    settled += batch;
    // One that is not full may have left an installment that the limit cut.
    if (batch === 0) return settled;
  }
}
