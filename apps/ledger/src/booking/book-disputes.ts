import type { Cents } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { contextOf, type PaidCharge } from '../charges/capture';
import { captureCharges } from './capture-charges';
import { postJournals } from './post-journals';
import { giveBackToCharge, takeForCharge } from './take-from-parts';
import { endStatementEntry } from '../statement/statement-repository';
import { planLost, planOpened, planWon, type Dispute, type DisputeState, type DisputeStep } from '../disputes/dispute';
import { endDispute, insertDispute } from '../disputes/dispute-repository';

/** What a fact about a dispute tells. */
export interface DisputeInput {
  readonly disputeId: string;
  readonly charge: PaidCharge;
  /** What is disputed: what had not been refunded before. */
  readonly amountCents: Cents;
  readonly occurredAt: Date;
}

/**
 * Blocks what is disputed: the unsettled parts of the charge first, the rest from `available`, which may go
 * below zero. The payment is booked before, when its fact has not arrived yet. A repeat changes nothing.
 */
export async function openDispute(deps: Deps, input: DisputeInput): Promise<void> {
  const { disputeId, charge, amountCents, occurredAt } = input;
  const { tenant, chargeId } = charge;
  const dispute: Dispute = {
    id: disputeId,
    chargeId,
    state: 'OPEN',
    amountCents,
    statementEntryId: deps.ids.next('statementEntry', occurredAt),
  };
  // A transaction of its own, because it locks balances: here parts are locked before them.
  await captureCharges(deps, [charge]);
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertDispute(tx, tenant, dispute, occurredAt))) return;
    const taken = await takeForCharge(tx, tenant, { ...dispute, takerId: dispute.id });
    const journal = planOpened(tenant, dispute, taken, { occurredAt, context: contextOf(charge) });
    await postJournals({ ...deps, db: tx }, [journal]);
  });
}

/**
 * Ends a dispute: won, the money returns where it was, due as it was; lost, it goes to the payer. A dispute
 * whose opening was never seen is opened first. A repeat changes nothing, and neither does the other outcome
 * afterwards: the first stands.
 */
export async function closeDispute(
  deps: Deps,
  input: DisputeInput,
  outcome: Exclude<DisputeState, 'OPEN'>,
): Promise<void> {
  const { tenant } = input.charge;
  await openDispute(deps, input);
  await inTransaction(deps.db, async (db) => {
    const dispute = await endDispute(db, tenant, input.disputeId, outcome, input.occurredAt);
    if (!dispute) return;
    const step: DisputeStep = {
      occurredAt: input.occurredAt,
      statementId: deps.ids.next('statementEntry', input.occurredAt),
      context: await endStatementEntry(db, tenant, dispute.statementEntryId, {
        status: 'COMPLETE',
        at: input.occurredAt,
      }),
    };
    const taking = { ...dispute, takerId: dispute.id };
    const journal =
      outcome === 'WON'
        ? planWon(tenant, dispute, await giveBackToCharge(db, tenant, taking), step)
        : planLost(tenant, dispute, step);
    await postJournals({ ...deps, db }, [journal]);
  });
}
