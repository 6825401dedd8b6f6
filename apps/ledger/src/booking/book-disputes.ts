import { subtractCents, type Cents, type Owned, type Tenant } from '@pitanga/core';
import { transact, type Locked, type Tx } from '@pitanga/database';
import { toAvailable, toBlocked, toPending, type Account } from '../balances/account';
import { createBalances, lockBalances } from '../balances/balance-repository';
import { chargeContext, splitParts, type PaidCharge } from '../charges/capture';
import type { Deps } from '../deps';
import { planLost, planOpened, planWon, type Dispute, type DisputeState, type DisputeStep } from '../disputes/dispute';
import { endDispute, insertDispute } from '../disputes/dispute-repository';
import { splitDebit, type DebitSplit } from '../journals/debit-split';
import { insertTakings, restoreTakings } from '../pending-parts/part-taking-repository';
import { planTakings, sumTakings, type OpenPart } from '../pending-parts/pending-part';
import { lockParts } from '../pending-parts/pending-part-repository';
import { computeShares, sumShares, type SplitPart, type SplitTaking } from '../splits/split';
import { groupTakings } from '../splits/split-installments';
import {
  deleteSplitTakings,
  findSplitTakings,
  insertSplitTakings,
  sumReturnedShares,
} from '../splits/split-taking-repository';
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
 * Blocks the disputed amount: from the sub-accounts that have parts of the charge, then from its unsettled parts, the rest
 * from `available`. What sub-accounts and the store have may fall below zero. Posts the payment first if its event has not arrived yet. A repeat changes nothing.
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
  const accounts = listSplitAccounts(charge);
  // Made inside, a balance would be locked before those of lower keys.
  if (accounts.length > 0) await createBalances(deps.db, accounts);
  await transact(deps, async (tx) => {
    if (!(await insertDispute(tx.db, tenant, dispute, occurredAt))) return;
    // Before every balance (docs/adr/0017-ledger-locks.md).
    const parts = await lockParts(tx.db, tenant, chargeId);
    const split = await takeFromAll(tx.db, tenant, parts, dispute, await takeFromSubs(tx.db, charge, parts, dispute));
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
      providerAccount: input.charge.providerAccount,
    };
    const [taken] = await findSplitTakings(tx.db, [{ tenant, takerId: disputeId }]);
    const subs = taken?.takings ?? [];
    const journal =
      outcome === 'WON'
        ? planWon(tenant, dispute, await returnToParts(tx.db, tenant, dispute, subs), step)
        : planLost(tenant, dispute, subs, step);
    await postJournals(tx, [journal]);
  });
}

/** The balances that the dispute of a split charge changes; none of another one. */
function listSplitAccounts(charge: PaidCharge): readonly Owned<{ readonly account: Account }>[] {
  const { tenant, splits } = charge;
  if (!splits) return [];
  const ofSubs = splitParts(charge).flatMap(({ subAccountId: id }) => [toAvailable(id), toPending(id), toBlocked(id)]);
  return (['available', 'pending', 'blocked', ...ofSubs] as const).map((account) => ({ tenant, account }));
}

/**
 * Takes from the sub-accounts of the charge their shares of the disputed amount, all that is left of their parts
 * (docs/behaviour/sub-accounts.md#split-disputes).
 */
async function takeFromSubs(
  tx: Tx,
  charge: PaidCharge,
  parts: Locked<readonly OpenPart[]>,
  { id: takerId, chargeId, amountCents }: Dispute,
): Promise<readonly SplitTaking[]> {
  if (!charge.splits) return [];
  const { tenant } = charge;
  const got = splitParts(charge);
  // Under the lock of `available` no refund of the charge begins, and what went back before stays.
  await lockBalances(tx, listSplitAccounts(charge));
  const before = await sumReturnedShares(tx, [{ tenant, chargeId }]);
  const returned = new Map(before.map(({ subAccountId, shareCents }) => [subAccountId, shareCents]));
  const shares = computeShares(got, returned, { amountCents, leftCents: amountCents });
  const takings = shares.map((share) => takeShare(parts, share));
  await insertSplitTakings(
    tx,
    takings.map((taking) => ({ tenant, takerId, chargeId, ...taking })),
  );
  return takings;
}

/** What its unsettled parts do not cover of a share comes from what it has available. */
function takeShare(parts: readonly OpenPart[], { subAccountId, amountCents: shareCents }: SplitPart): SplitTaking {
  const unsettledCents = sumTakings(planTakings(parts, shareCents, subAccountId));
  return { subAccountId, shareCents, amountCents: subtractCents(shareCents, unsettledCents) };
}

/**
 * Takes the disputed amount from the unsettled parts of its charge, of sub-accounts and of the store, which then settle less
 * or nothing; returns what is left to debit from what is available. The parts stay locked.
 */
async function takeFromAll(
  tx: Tx,
  tenant: Tenant,
  parts: Locked<readonly OpenPart[]>,
  { id, chargeId, amountCents }: Dispute,
  subs: readonly SplitTaking[],
): Promise<DebitSplit> {
  const takings = [
    ...planTakings(parts, subtractCents(amountCents, sumShares(subs))),
    ...subs.flatMap(({ subAccountId, shareCents }) => planTakings(parts, shareCents, subAccountId)),
  ];
  if (takings.length > 0) {
    const ofCharge = takings.map((taking) => ({ ...taking, chargeId }));
    await insertTakings(tx, tenant, parts, id, ofCharge);
  }
  return splitDebit(amountCents, { ...groupTakings(parts, takings), subs });
}

/** Returns what was taken: to the parts here, to sub-accounts and the rest to `available` by the journal. */
async function returnToParts(
  tx: Tx,
  tenant: Tenant,
  { id, chargeId, amountCents }: Dispute,
  subs: readonly SplitTaking[],
): Promise<DebitSplit> {
  const parts = await lockParts(tx, tenant, chargeId);
  if (subs.length > 0) await deleteSplitTakings(tx, [{ tenant, takerId: id }]);
  return splitDebit(amountCents, { ...groupTakings(parts, await restoreTakings(tx, tenant, parts, id)), subs });
}
