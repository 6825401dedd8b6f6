import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import { findCharge } from '../charges/charge-queries';
import { judgeDebit, nextDebitPoll, type Debit, type DebitStep } from '../debits/debit';
import { lockDebit, saveDebit } from '../debits/debit-repository';
import type { Deps } from '../deps';
import { attemptChangedEvent } from '../messages/agreement-events';
import { requestPixSyncs } from '../pix-syncs/pix-sync-repository';
import type { DebitReading } from '../provider/automatic-pix-provider';
import type { PixPayment } from '../provider/pix-provider';
import { confirmPayment } from './confirm-payment';
import { applyOutcome } from './send-card-charge';

/** How an attempt failed. */
interface Failure {
  readonly code: string;
  /** The cycle is not tried again. */
  readonly isFinal: boolean;
  /** The debit takes no other try. */
  readonly isOver: boolean;
}

/**
 * Applies what the bank says of a debit to the charge of its attempt at hand. Each payment is booked once: one that the
 * charge cannot take is returned. A repeat changes nothing.
 */
export async function settleDebit(deps: Deps, tenant: Tenant, debit: Debit, reading: DebitReading): Promise<void> {
  const verdict = judgeDebit(reading, debit.collectOn);
  switch (verdict.kind) {
    case 'PAID':
      await bookPayments(deps, tenant, debit, verdict.payments);
      return saveStep(deps, tenant, debit, { step: 'DONE', isAccepted: true });
    case 'FAILED':
      return failDebit(deps, tenant, debit, { ...verdict, isOver: verdict.isFinal });
    case 'OPEN': {
      // A retry is at the bank when the bank has a try of its day.
      const isKnown = debit.step !== 'RETRY' || reading.tries.some(({ day }) => day >= debit.collectOn);
      const isWaiting = debit.step === 'SEND' || debit.step === 'RETRY';
      const step = isWaiting && isKnown ? 'SENT' : debit.step;
      return saveStep(deps, tenant, debit, { step, isAccepted: debit.isAccepted || reading.isAccepted });
    }
  }
}

export async function bookPayments(
  deps: Deps,
  tenant: Tenant,
  { chargeId }: Debit,
  payments: readonly PixPayment[],
): Promise<void> {
  for (const { amountCents, endToEndId: reference, paidAt, payer } of payments) {
    await confirmPayment(deps, tenant, { chargeId, rail: 'PIX', amountCents, reference, paidAt, payer });
  }
}

/** The attempt at hand failed. */
export async function failDebit(
  deps: Deps,
  tenant: Tenant,
  debit: Debit,
  { code, isFinal, isOver }: Failure,
): Promise<void> {
  const charge = await findCharge(deps.db, tenant, debit.chargeId);
  if (charge?.status === 'PENDING') {
    await applyOutcome(deps, tenant, charge, {
      status: 'DECLINED',
      code,
      declineClass: isFinal ? 'IRREVERSIBLE' : 'REVERSIBLE',
      message: 'O banco do pagador não pagou a cobrança.',
    });
  }
  await saveStep(deps, tenant, debit, { step: isOver ? 'DONE' : 'FAILED', isAccepted: debit.isAccepted });
}

/** Writes the step with the next poll, and publishes that the attempt has ended. */
async function saveStep(
  { db: pool, clock, ids }: Deps,
  tenant: Tenant,
  debit: Debit,
  { step, isAccepted }: { readonly step: DebitStep; readonly isAccepted: boolean },
): Promise<void> {
  await inTransaction(pool, async (db) => {
    const locked = await lockDebit(db, tenant, debit.txid);
    // The next attempt has begun meanwhile, or another process wrote the same end.
    if (locked?.attemptId !== debit.attemptId || locked.step === 'DONE') return;
    const now = clock.now(tenant);
    const saved: Debit = { ...locked, step, isAccepted, updatedAt: now };
    await saveDebit(db, tenant, saved);
    const pollAt = nextDebitPoll(saved, clock.real());
    if (pollAt) await requestPixSyncs(db, tenant, [debit.txid], pollAt);
    const hasEnded = (step === 'DONE' || step === 'FAILED') && locked.step !== step;
    if (hasEnded) await appendEvents(db, [attemptChangedEvent(ids, tenant, saved, now)], clock.real());
  });
}
