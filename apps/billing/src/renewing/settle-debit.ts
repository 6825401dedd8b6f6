import type { Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import { attemptInFlight } from '../agreements/agreement-errors';
import { findCharge } from '../charges/charge-queries';
import { judgeCode, judgeDebit, lookAgainMs, nextDebitPoll, type Debit, type DebitStep } from '../debits/debit';
import { lockDebit, saveDebit } from '../debits/debit-repository';
import type { Deps, TxDeps } from '../deps';
import { attemptChangedEvent } from '../messages/agreement-events';
import { requestPixSyncs } from '../syncs/pix-sync-repository';
import type { DebitReading } from '../provider/automatic-pix-provider';
import type { CardDecline } from '../provider/card-provider';
import type { PixPayment } from '../provider/pix-provider';
import { confirmPayment } from '../charging/confirm-payment';
import { applyOutcome, declineCharge } from '../charging/send-card-charge';

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
  const judge = debit.kind === 'CODE' ? judgeCode : judgeDebit;
  const verdict = judge(reading, debit.collectOn, deps.clock.real());
  switch (verdict.kind) {
    case 'PAID':
      return bookPayments(deps, tenant, debit, verdict.payments);
    case 'FAILED':
      // The next attempt has a code of its own.
      return failDebit(deps, tenant, debit, { ...verdict, isOver: verdict.isFinal || debit.kind === 'CODE' });
    case 'OPEN': {
      // A retry is at the bank when the bank has a try of its day.
      const isKnown = debit.step !== 'RETRY' || reading.tries.some(({ day }) => day >= debit.collectOn);
      const isWaiting = debit.step === 'SEND' || debit.step === 'RETRY';
      const step = isWaiting && isKnown ? 'SENT' : debit.step;
      const isAccepted = debit.isAccepted || reading.isAccepted;
      await transact(deps, (tx) => saveStep(tx, tenant, debit, { step, isAccepted }));
    }
  }
}

/**
 * Books what was paid to the charge of the attempt at hand, and ends the debit with it: no later attempt can have the
 * same transfer. A charge whose payments had another amount fails, because the bank takes no more for it: they go back,
 * and the next attempt begins another debit.
 *
 * @throws AppError UNAVAILABLE ATTEMPT_IN_FLIGHT when the next attempt has begun meanwhile: the transfer is that one's
 */
export async function bookPayments(
  deps: Deps,
  tenant: Tenant,
  debit: Debit,
  payments: readonly PixPayment[],
): Promise<void> {
  const { chargeId } = debit;
  for (const payment of payments) {
    const { amountCents, endToEndId: reference, paidAt, payer, owner } = payment;
    const notice = { chargeId, rail: 'PIX', amountCents, reference, paidAt, payer, owner } as const;
    await transact(deps, async (tx) => {
      const charge = await confirmPayment(tx, tenant, notice);
      const isUnpaid = charge.status === 'PENDING' && payment === payments.at(-1);
      if (isUnpaid) await declineCharge(tx, tenant, charge, otherAmount);
      // The debit last, as in every transaction.
      const isOwn = await saveStep(tx, tenant, debit, { step: 'DONE', isAccepted: true });
      if (!isOwn) throw attemptInFlight();
    });
  }
}

const otherAmount: CardDecline = {
  status: 'DECLINED',
  code: 'AMOUNT_MISMATCH',
  declineClass: 'REVERSIBLE',
  message: 'O pagamento veio com outro valor e será devolvido.',
};

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
      message: debit.kind === 'CODE' ? 'A cobrança não foi paga no prazo.' : 'O banco do pagador não pagou a cobrança.',
    });
  }
  const { isAccepted } = debit;
  await transact(deps, async (tx) => {
    if (!isOver) return saveStep(tx, tenant, debit, { step: 'FAILED', isAccepted });
    const lookAt = new Date(tx.clock.real().getTime() + lookAgainMs);
    return saveStep(tx, tenant, debit, { step: 'DONE', isAccepted, lookAt });
  });
}

interface StepChange {
  readonly step: DebitStep;
  readonly isAccepted: boolean;
  /** When to read it again; absent: as its step wants. */
  readonly lookAt?: Date;
}

/**
 * Writes the step with the next poll, and publishes that the attempt has ended. A debit that is done stays so. False when
 * the next attempt has begun meanwhile.
 */
async function saveStep(
  { db, clock, ids }: TxDeps,
  tenant: Tenant,
  debit: Debit,
  { step, isAccepted, lookAt }: StepChange,
): Promise<boolean> {
  const locked = await lockDebit(db, tenant, debit.txid);
  if (locked?.attemptId !== debit.attemptId) return false;
  if (locked.step === 'DONE') return true;
  const now = clock.now(tenant);
  const saved = { ...locked, step, isAccepted, updatedAt: now };
  await saveDebit(db, tenant, saved);
  const pollAt = lookAt ?? nextDebitPoll(saved, clock.real());
  if (pollAt) await requestPixSyncs(db, tenant, [debit.txid], pollAt);
  const hasEnded = (step === 'DONE' || step === 'FAILED') && locked.step !== step;
  if (hasEnded) await appendEvents(db, [attemptChangedEvent(ids, tenant, saved, now)], clock.real());
  return true;
}
