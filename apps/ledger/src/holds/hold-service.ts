import type { Cents, Tenant } from '@pitanga/core';
import { inTransaction, type Db } from '@pitanga/database';
import { lockAvailable } from '../balances/balance-repository';
import type { Deps } from '../deps';
import { contextOf, type PaidCharge } from '../journals/capture';
import { captureCharges } from '../journals/capture-service';
import { postJournals } from '../journals/posting-service';
import { giveBackToCharge, takeForCharge, type ChargeTaking } from '../pending-parts/part-taking-service';
import type { StatementContext } from '../statement/statement';
import { endStatementEntry } from '../statement/statement-repository';
import { holdContext, neededCents, planRelease, planReserve, planSettle, type Hold, type HoldPurpose } from './hold';
import { holdMismatch, holdNotFound, holdReleased, holdSettled, insufficientFunds } from './hold-errors';
import { endHold, insertHold, lockHold, type RefusedHold } from './hold-repository';

export interface ReserveInput {
  /** Id of the payout or refund that owns the hold. */
  readonly holdId: string;
  readonly purpose: HoldPurpose;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly occurredAt: Date;
  readonly description: string | undefined;
  /** The charge that a refund returns. */
  readonly charge?: PaidCharge | undefined;
}

export interface EndHoldInput {
  readonly holdId: string;
  readonly occurredAt: Date;
}

/**
 * Takes amount and fee from `available` and shows them at once as a PENDING debit. A refund takes from the
 * unsettled parts of its charge first, whose payment is booked before when its fact has not arrived yet. A
 * repeat changes nothing. A refusal leaves no trace of the hold, so the same id may be tried again when there
 * is money.
 *
 * The store's `available` row stays locked from the check to the commit: reserves of one store follow
 * each other, and none can take what another took.
 *
 * @throws AppError INSUFFICIENT_FUNDS, HOLD_RELEASED (given up before), HOLD_MISMATCH (other content)
 */
export async function reserveHold(deps: Deps, tenant: Tenant, input: ReserveInput): Promise<void> {
  const hold: Hold = {
    id: input.holdId,
    state: 'HELD',
    purpose: input.purpose,
    amountCents: input.amountCents,
    feeCents: input.feeCents,
    chargeId: input.charge?.chargeId,
    statementEntryId: deps.ids.next('statementEntry', input.occurredAt),
  };
  // A transaction of its own: the payment is a fact whatever becomes of the hold, and booking it locks balances,
  // which come after the parts that the hold locks.
  if (input.charge) await captureCharges(deps, [input.charge]);
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertHold(tx, tenant, hold, input.occurredAt))) {
      checkRepeat(await existingHold(tx, tenant, hold.id), hold);
      return;
    }
    const taken = await takeForCharge(tx, tenant, takingOf(hold));
    await checkAvailable(tx, tenant, neededCents(hold, taken));
    const context = reserveContext(input);
    await postJournals({ ...deps, db: tx }, [
      planReserve(tenant, hold, { occurredAt: input.occurredAt, taken, context }),
    ]);
  });
}

/**
 * The held money has left: its line is COMPLETE. A repeat changes nothing.
 *
 * @throws AppError HOLD_NOT_FOUND, HOLD_RELEASED
 */
export async function settleHold(deps: Deps, tenant: Tenant, input: EndHoldInput): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const hold = await lockHold(tx, tenant, input.holdId);
    if (!hold) throw holdNotFound(input.holdId);
    if (hold.state === 'SETTLED') return;
    if (hold.state === 'RELEASED') throw holdReleased(input.holdId);
    await endHold(tx, tenant, hold.id, 'SETTLED', input.occurredAt);
    await endStatementEntry(tx, tenant, hold.statementEntryId, 'COMPLETE');
    await postJournals({ ...deps, db: tx }, [planSettle(tenant, hold, input.occurredAt)]);
  });
}

/**
 * The held money returns where it was taken from: its line is FAILED and a RETURN stands beside it. What
 * returns to a part is due when the part was, even if that is over. A repeat changes nothing. Releasing an
 * unknown id records it as released, so that a late reserve is refused.
 *
 * @throws AppError HOLD_SETTLED
 */
export async function releaseHold(deps: Deps, tenant: Tenant, input: EndHoldInput): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const refused: RefusedHold = { id: input.holdId, state: 'RELEASED', purpose: undefined };
    if (await insertHold(tx, tenant, refused, input.occurredAt)) return;
    const hold = await existingHold(tx, tenant, input.holdId);
    if (hold.state === 'RELEASED') return;
    if (hold.state === 'SETTLED') throw holdSettled(input.holdId);
    const statementId = deps.ids.next('statementEntry', input.occurredAt);
    await endHold(tx, tenant, hold.id, 'RELEASED', input.occurredAt);
    const context = await endStatementEntry(tx, tenant, hold.statementEntryId, 'FAILED');
    const taken = await giveBackToCharge(tx, tenant, takingOf(hold));
    await postJournals({ ...deps, db: tx }, [
      planRelease(tenant, hold, { occurredAt: input.occurredAt, taken, statementId, context }),
    ]);
  });
}

/** After a dispute `available` may be below zero; a hold that takes nothing of it passes all the same. */
async function checkAvailable(tx: Db, tenant: Tenant, needed: Cents): Promise<void> {
  if (needed === 0) return;
  const available = await lockAvailable(tx, tenant);
  if (available < needed) throw insufficientFunds(available, needed);
}

function takingOf({ id, chargeId, amountCents }: Hold): ChargeTaking {
  return { takerId: id, chargeId, amountCents };
}

function reserveContext({ charge, purpose, description }: ReserveInput): StatementContext {
  if (!charge) return holdContext(purpose, description);
  return { ...contextOf(charge), description: description ?? charge.description };
}

/** The hold that made an insert step aside; holds are never deleted. */
async function existingHold(tx: Db, tenant: Tenant, id: string): Promise<Hold | RefusedHold> {
  const hold = await lockHold(tx, tenant, id);
  if (!hold) throw new Error(`hold ${id} vanished`);
  return hold;
}

function checkRepeat(existing: Hold | RefusedHold, asked: Hold): void {
  if (existing.state === 'RELEASED') throw holdReleased(asked.id);
  const same =
    existing.purpose === asked.purpose &&
    existing.amountCents === asked.amountCents &&
    existing.feeCents === asked.feeCents &&
    existing.chargeId === asked.chargeId;
  if (!same) throw holdMismatch(asked.id);
}
