import type { Cents, Tenant } from '@pitanga/core';
import { transact, type Tx } from '@pitanga/database';
import { chargeContext, type PaidCharge } from '../charges/capture';
import type { Deps } from '../deps';
import { planLost, planOpened, planWon, type Dispute, type DisputeState, type DisputeStep } from '../disputes/dispute';
import { endDispute, insertDispute } from '../disputes/dispute-repository';
import { splitDebit, type DebitSplit } from '../journals/debit-split';
import { insertTakings, restoreTakings } from '../pending-parts/part-taking-repository';
import { planTakings, sumTakings } from '../pending-parts/pending-part';
import { lockParts } from '../pending-parts/pending-part-repository';
import { endStatementEntry } from '../statement/statement-repository';
import { captureCharges } from './capture-charges';
import { postJournals } from './post-journals';

/** The content of a dispute event. */
export interface DisputeInput {
  readonly disputeId: string;
  readonly charge: PaidCharge;
  /** What the payer paid, less what was refunded before. */
  readonly amountCents: Cents;
  readonly occurredAt: Date;
}

/**
 * Blocks the disputed amount: from the unsettled parts of the charge first, the rest from `available`, which may fall
 * below zero. Posts the payment first if its event has not arrived yet. A repeat changes nothing.
 */
export async function openDispute(deps: Deps, input: DisputeInput): Promise<void> {
  const { disputeId, charge, amountCents, occurredAt } = input;
  const { tenant, chargeId } = charge;
  const dispute: Dispute = {
    id: disputeId,
    chargeId,
    state: 'OPEN',
    amountCents,
    owner: charge.owner,
    statementEntryId: deps.ids.next('statementEntry', occurredAt),
  };
  // In its own transaction, because it locks balances, and a dispute locks parts before balances.
  await captureCharges(deps, [charge]);
  await transact(deps, async (tx) => {
    if (!(await insertDispute(tx.db, tenant, dispute, occurredAt))) return;
    const split = await takeFromParts(tx.db, tenant, dispute);
    const journal = planOpened(tenant, dispute, split, { occurredAt, context: chargeContext(charge) });
    await postJournals(tx, [journal]);
  });
}

/**
 * Ends a dispute: when won, the money returns to where it came from, due as before; when lost, it goes to the payer.
 * Opens a dispute whose opening has not arrived yet. A repeat changes nothing, nor does the other outcome afterwards.
 */
export async function closeDispute(
  deps: Deps,
  input: DisputeInput,
  outcome: Exclude<DisputeState, 'OPEN'>,
): Promise<void> {
  const { disputeId, occurredAt } = input;
  const { tenant } = input.charge;
  await openDispute(deps, input);
  await transact(deps, async (tx) => {
    const dispute = await endDispute(tx.db, tenant, disputeId, { state: outcome, at: occurredAt });
    if (!dispute) return;
    const end = { status: 'COMPLETE', at: occurredAt } as const;
    const step: DisputeStep = {
      occurredAt,
      statementId: tx.ids.next('statementEntry', occurredAt),
      context: await endStatementEntry(tx.db, tenant, dispute.statementEntryId, end),
    };
    const journal =
      outcome === 'WON'
        ? planWon(tenant, dispute, await returnToParts(tx.db, tenant, dispute), step)
        : planLost(tenant, dispute, step);
    await postJournals(tx, [journal]);
  });
}

/**
 * Takes the disputed amount from the unsettled parts of its charge, which then settle less or nothing; returns what is
 * left to debit from `available`. The parts stay locked. Like every transaction that locks parts, this one must hold no
 * balance lock yet.
 */
async function takeFromParts(tx: Tx, tenant: Tenant, { id, chargeId, amountCents }: Dispute): Promise<DebitSplit> {
  const parts = await lockParts(tx, tenant, chargeId);
  const takings = planTakings(parts, amountCents);
  if (takings.length > 0) {
    const ofCharge = takings.map((taking) => ({ ...taking, chargeId }));
    await insertTakings(tx, tenant, parts, id, ofCharge);
  }
  return splitDebit(amountCents, sumTakings(takings));
}

/** Returns to the parts what {@link takeFromParts} took; the rest is to be credited to `available`. */
async function returnToParts(tx: Tx, tenant: Tenant, { id, chargeId, amountCents }: Dispute): Promise<DebitSplit> {
  const parts = await lockParts(tx, tenant, chargeId);
  return splitDebit(amountCents, sumTakings(await restoreTakings(tx, tenant, parts, id)));
}
