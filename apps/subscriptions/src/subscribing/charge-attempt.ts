import type { ChargeCycleRequest, ChargeCycleResponse } from '@pitanga/contracts';
import { isAppError, saoPauloDay, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import type { Deps } from '../deps';
import type { Subscription } from '../subscriptions/subscription';
import { findUsageTotals } from '../usage/usage-repository';
import type { AttemptOutcome, PendingAttempt } from '../cycles/attempt-outcome';
import { attemptId } from '../cycles/cycle';
import type { StartedAttempt } from '../cycles/cycle-repository';

/**
 * Collects an attempt in flight and returns its outcome. May be repeated: billing recognizes a repeat by the attempt's id.
 * After an irreversible decline the card is not sent, and the attempt fails for the same reason.
 *
 * @throws what billing threw when the outcome is unknown: nothing has changed, and the same attempt is made again
 */
export async function chargeAttempt(
  { agreements, db }: Pick<Deps, 'agreements' | 'db'>,
  tenant: Tenant,
  subscription: Pick<Subscription, 'stoppedReason' | 'leadDays'>,
  { attempt, cycle }: StartedAttempt,
  context: CallContext,
): Promise<AttemptOutcome | PendingAttempt> {
  const { stoppedReason, leadDays } = subscription;
  // A cycle that costs nothing is not sent to the card.
  if (stoppedReason !== undefined && cycle.amountCents > 0) {
    return { kind: 'FAILED', reason: stoppedReason, isIrreversible: true, payment: undefined };
  }
  const { subscriptionId, productId, quantity, unitPriceCents, discountCents, usageCents, amountCents, dueAt } = cycle;
  const request = {
    tenant,
    subscriptionId,
    cycleNumber: cycle.number,
    attemptId: attemptId(attempt),
    amountCents,
    productId,
    quantity,
    unitPriceCents,
    discountCents,
    usageCents,
    dueAt,
    coupons: cycle.coupons && { codes: [...cycle.coupons] },
    usage: usageCents > 0 ? await usageLines(db, tenant, cycle) : [],
    collectOn: leadDays > 0 ? saoPauloDay(attempt.scheduledAt) : undefined,
  };
  try {
    const payment = await agreements.chargeCycle(request, context);
    const isPending = payment.charge?.status === 'CHARGE_STATUS_PENDING';
    if (isPending && payment.askAgainAt) return { kind: 'PENDING', askAgainAt: payment.askAgainAt };
    return toOutcome(payment);
  } catch (error) {
    // The cancellation that voided the attempt writes its end.
    if (!isAppError(error) || error.kind !== 'FAILED_PRECONDITION' || error.reason === 'ATTEMPT_VOIDED') throw error;
    return { kind: 'FAILED', reason: error.reason, isIrreversible: false, payment: undefined };
  }
}

/** The usage of a cycle by product; a cycle that has begun gets no more. */
async function usageLines(
  db: Db,
  tenant: Tenant,
  { subscriptionId, number }: StartedAttempt['cycle'],
): Promise<ChargeCycleRequest['usage']> {
  const totals = [...(await findUsageTotals(db, tenant, subscriptionId, number))];
  return totals
    .filter(([, { amountCents }]) => amountCents > 0)
    .map(([productId, { units, amountCents }]) => ({ productId, units, amountCents }))
    .sort((first, second) => (first.productId < second.productId ? -1 : 1));
}

/**
 * Voids an attempt, so that it charges nothing from now on, or returns the outcome it has.
 *
 * @throws what billing threw; the outcome is then unknown
 */
export async function voidAttempt(
  { agreements }: Pick<Deps, 'agreements'>,
  tenant: Tenant,
  { attempt }: StartedAttempt,
  context: CallContext,
): Promise<AttemptOutcome> {
  const { subscriptionId } = attempt;
  const request = { tenant, subscriptionId, attemptId: attemptId(attempt) };
  const { outcome, cycle } = await agreements.voidCycleAttempt(request, context);
  if (outcome === 'ATTEMPT_OUTCOME_VOIDED') return { kind: 'VOID' };
  if (cycle) return toOutcome(cycle);
  if (outcome === 'ATTEMPT_OUTCOME_FAILED') {
    return { kind: 'FAILED', reason: 'PAYMENT_FAILED', isIrreversible: false, payment: undefined };
  }
  throw new Error(`billing returned no outcome of ${attemptId(attempt)}`);
}

function toOutcome(payment: ChargeCycleResponse): AttemptOutcome {
  const { charge, checkout } = payment;
  if (!charge) {
    if (checkout?.status === 'CHECKOUT_STATUS_PAID') return { kind: 'PAID', payment };
    throw new Error('billing answered neither a charge nor a paid checkout');
  }
  switch (charge.status) {
    case 'CHARGE_STATUS_UNSPECIFIED':
    case 'CHARGE_STATUS_PENDING':
      throw new Error(`billing has not ended charge ${charge.id}`);
    case 'CHARGE_STATUS_FAILED':
    case 'CHARGE_STATUS_EXPIRED':
    case 'CHARGE_STATUS_CANCELLED':
      return {
        kind: 'FAILED',
        reason: charge.failure?.code ?? charge.status.slice('CHARGE_STATUS_'.length),
        isIrreversible: charge.failure?.declineClass === 'DECLINE_CLASS_IRREVERSIBLE',
        payment,
      };
    // It was paid, also where it was refunded or disputed before this repeat.
    case 'CHARGE_STATUS_PAID':
    case 'CHARGE_STATUS_REFUNDED':
    case 'CHARGE_STATUS_UNDER_DISPUTE':
    case 'CHARGE_STATUS_CHARGED_BACK':
      return { kind: 'PAID', payment };
  }
}
