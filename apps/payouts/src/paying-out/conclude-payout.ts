import type { Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import { isRefusal } from '@pitanga/provider-account';
import type { Deps, TxDeps } from '../deps';
import { findSenderKind } from '../payout-accounts/sender-kind';
import { nextReturnReadMs, type ActivePayout } from '../payouts/payout';
import { lockPayout, savePayout } from '../payouts/payout-repository';
import type { PayoutReading } from '../provider/payout-provider';
import { payoutEvent } from './payout-events';

type PayoutEnd = Exclude<PayoutReading, { readonly status: 'PENDING' }>;

/**
 * Ends a payout as its provider answered. The ledger is called first and recognizes a repeat, so a crash between the two
 * leaves a payout that the job ends again.
 */
export async function concludePayout(
  deps: Deps,
  tenant: Tenant,
  payout: ActivePayout,
  reading: PayoutEnd,
): Promise<ActivePayout> {
  const { id, kind } = payout;
  const at = deps.clock.now(tenant);
  // Billing, which holds the money of a refund, reads how it ended.
  const end = kind === 'REFUND' ? reading : await endHold(deps, tenant, payout, reading, at);
  const isComplete = end.status === 'COMPLETE';
  return transact(deps, async (tx) => {
    const current = await lockPayout(tx.db, tenant, tx.sealer, id);
    if (!current) throw new Error(`payout ${id} vanished`);
    if (current.status !== 'PENDING') return current;
    const ended: ActivePayout = {
      ...current,
      ...(isComplete ? watched(tx, tenant, at, end) : { step: 'DONE' as const }),
      status: end.status,
      endToEndId: isComplete ? end.endToEndId : undefined,
      receiptUrl: isComplete && kind !== 'REFUND' ? `${tx.publicUrl}/receipts/payouts/${id}` : undefined,
      failureReason: isComplete ? undefined : end.failureReason,
      providerCode: isComplete ? undefined : end.providerCode,
      updatedAt: at,
    };
    await savePayout(tx.db, tenant, current, ended);
    if (kind === 'REFUND') return ended;
    const type = isComplete ? 'payout.completed' : 'payout.failed';
    await appendEvents(tx.db, [payoutEvent(type, tx, tenant, ended)], tx.clock.real());
    return ended;
  });
}

/**
 * Settles or releases what is held, and answers how the payout has ended. A TED that its provider calls failed after its hold was
 * settled was sent back by the receiving bank, between the settling and a crash before the payout's row.
 */
async function endHold(
  { ledger, ids, clock }: Deps,
  tenant: Tenant,
  { id, provider, target, amountCents }: ActivePayout,
  end: PayoutEnd,
  occurredAt: Date,
): Promise<PayoutEnd> {
  const hold = { tenant, holdId: id, occurredAt };
  const context = { requestId: ids.next('request', clock.real()) };
  if (end.status === 'COMPLETE') {
    await ledger.settleHold({ ...hold, providerAccount: findSenderKind(provider) }, context);
    return end;
  }
  try {
    await ledger.releaseHold(hold, context);
    return end;
  } catch (error) {
    const isSettled = isRefusal(error) && error.reason === 'HOLD_SETTLED';
    if (!isSettled || target.type !== 'BANK_ACCOUNT') throw error;
    return { status: 'COMPLETE', endToEndId: undefined, returnedCents: amountCents };
  }
}

/** A payout that is COMPLETE is watched for what comes back, at once if some has already. */
function watched(
  { clock }: TxDeps,
  tenant: Tenant,
  completedAt: Date,
  { returnedCents }: Extract<PayoutEnd, { readonly status: 'COMPLETE' }>,
): Pick<ActivePayout, 'step' | 'attempts' | 'runAt' | 'completedAt'> {
  const delayMs = returnedCents > 0 ? 0 : (nextReturnReadMs(tenant, 0) ?? 0);
  return { step: 'RETURNS', attempts: 0, runAt: new Date(clock.real().getTime() + delayMs), completedAt };
}
