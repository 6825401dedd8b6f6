import type { ChargeCycleRequest, ChargeCycleResponse, CycleResult } from '@pitanga/contracts';
import {
  AppError,
  collectOrCarry,
  isAppError,
  saoPauloDay,
  type ErrorKind,
  type Owned,
  type Tenant,
} from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { isUnimplemented, type CallContext } from '@pitanga/rpc';
import type { Deps } from '../deps';
import type { Subscription } from '../subscriptions/subscription';
import { findUsageTotals } from '../usage/usage-repository';
import type { AttemptOutcome, PendingAttempt } from '../cycles/attempt-outcome';
import { attemptId, dueAmount } from '../cycles/cycle';
import { findCollectableRange } from '../cycles/find-collectable-range';
import type { StartedAttempt } from '../cycles/cycle-repository';

/** An attempt in flight of a subscription. */
export type AttemptInFlight = Owned<{ readonly subscription: Subscription; readonly started: StartedAttempt }>;

/** UNKNOWN: nothing has changed, and the same attempt is made again. */
export type AttemptAnswer = AttemptOutcome | PendingAttempt | { readonly kind: 'UNKNOWN'; readonly error: unknown };

export interface AnsweredAttempt {
  readonly attempt: AttemptInFlight;
  readonly answer: AttemptAnswer;
}

type Calls = Pick<Deps, 'agreements' | 'db'>;

/**
 * Collects attempts in flight, at most one of each subscription, by one call, and returns what became of each. May be
 * repeated: billing recognizes a repeat by the attempt's id. After an irreversible decline the card is not sent, and the
 * attempt fails for the same reason.
 */
export async function chargeAttempts(
  deps: Calls,
  attempts: readonly AttemptInFlight[],
  context: CallContext,
): Promise<readonly AnsweredAttempt[]> {
  const prepared = await Promise.all(attempts.map((attempt) => prepare(deps, attempt, context)));
  const answered = prepared.filter((one) => 'answer' in one);
  const asked = prepared.filter((one) => 'request' in one);
  const requests = asked.map(({ request }) => request);
  const answers = await callBilling(deps, requests, context);
  return [...answered, ...asked.map(({ attempt }, index) => ({ attempt, answer: answers[index] ?? leftOut }))];
}

const leftOut: AttemptAnswer = { kind: 'UNKNOWN', error: new Error('billing left an attempt out of its answer') };

interface AskedAttempt {
  readonly attempt: AttemptInFlight;
  readonly request: ChargeCycleRequest;
}

/** What billing is asked, or the answer without it. An attempt that cannot be prepared holds up none of the others. */
async function prepare(
  deps: Calls,
  attempt: AttemptInFlight,
  context: CallContext,
): Promise<AskedAttempt | AnsweredAttempt> {
  try {
    const answer = await findStoppedOutcome(deps, attempt, context);
    return answer ? { attempt, answer } : { attempt, request: await toRequest(deps.db, attempt) };
  } catch (error) {
    return { attempt, answer: { kind: 'UNKNOWN', error } };
  }
}

/** Of a card that is not to be sent again. A cycle of which nothing can be collected is not sent to it either. */
async function findStoppedOutcome(
  deps: Calls,
  { tenant, subscription, started }: AttemptInFlight,
  context: CallContext,
): Promise<AttemptOutcome | undefined> {
  const { id, stoppedReason } = subscription;
  if (stoppedReason === undefined || started.cycle.amountCents === 0) return undefined;
  const range = await findCollectableRange(deps, tenant, id, context);
  if (collectOrCarry(dueAmount(started.cycle), range).collectedCents === 0) return undefined;
  return { kind: 'FAILED', reason: stoppedReason, isIrreversible: true, payment: undefined };
}

async function toRequest(
  db: Db,
  { tenant, subscription: { leadDays }, started: { attempt, cycle } }: AttemptInFlight,
): Promise<ChargeCycleRequest> {
  const { subscriptionId, productId, quantity, unitPriceCents, discountCents, usageCents, amountCents, dueAt } = cycle;
  const { carriedInCents } = cycle;
  return {
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
    carriedCents: carriedInCents,
    canCarry: true,
    dueAt,
    coupons: cycle.coupons && { codes: [...cycle.coupons] },
    usage: usageCents > 0 ? await usageLines(db, tenant, cycle) : [],
    collectOn: leadDays > 0 ? saoPauloDay(attempt.scheduledAt) : undefined,
  };
}

/** The answers in the order of the requests. */
async function callBilling(
  deps: Calls,
  requests: readonly ChargeCycleRequest[],
  context: CallContext,
): Promise<readonly AttemptAnswer[]> {
  const one = (request: ChargeCycleRequest) => toAnswer(() => deps.agreements.chargeCycle(request, context));
  if (requests.length < 2) return Promise.all(requests.map(one));
  try {
    const { results } = await deps.agreements.chargeCycles({ cycles: [...requests] }, context);
    return await Promise.all(results.map((result) => toAnswer(() => unwrapCycle(result))));
  } catch (error) {
    // The release of billing before this call.
    if (isUnimplemented(error)) return Promise.all(requests.map(one));
    return requests.map(() => ({ kind: 'UNKNOWN', error }));
  }
}

async function unwrapCycle({ cycle, error }: CycleResult): Promise<ChargeCycleResponse> {
  if (cycle) return Promise.resolve(cycle);
  const { kind = 'INTERNAL', reason = 'INTERNAL', message = '' } = error ?? {};
  throw new AppError({ kind: kind as ErrorKind, reason, message });
}

async function toAnswer(call: () => Promise<ChargeCycleResponse>): Promise<AttemptAnswer> {
  try {
    const payment = await call();
    const isPending = payment.charge?.status === 'CHARGE_STATUS_PENDING';
    if (isPending && payment.askAgainAt) return { kind: 'PENDING', askAgainAt: payment.askAgainAt };
    return toOutcome(payment);
  } catch (error) {
    if (!isAppError(error)) return { kind: 'UNKNOWN', error };
    if (error.kind !== 'FAILED_PRECONDITION' || isNoFailure(error)) return { kind: 'UNKNOWN', error };
    return { kind: 'FAILED', reason: error.reason, isIrreversible: false, payment: undefined };
  }
}

/**
 * A refusal that is no failed attempt: the cancellation that voided the attempt writes its end, and too little to be
 * collected waits for a billing that carries it, where the release before answers.
 */
function isNoFailure({ reason }: AppError): boolean {
  return ['ATTEMPT_VOIDED', 'AMOUNT_BELOW_FEE', 'AMOUNT_TOO_SMALL'].includes(reason);
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
