import type { OutboundEvent } from '@pitanga/contracts';
import { cents, type Owned } from '@pitanga/core';
import { appendEvents, transact, type Locked } from '@pitanga/database';
import { failedSubscription, paidSubscription, retriesExceeded, type AttemptOutcome } from '../cycles/attempt-outcome';
import { endAttempts, endCycles, type CycleEnd } from '../cycles/cycle-end-repository';
import type { StartedAttempt } from '../cycles/cycle-repository';
import { nextRunAt, storeNow, type Deps, type TxDeps } from '../deps';
import { toEventPayment, type Payment } from '../payments/payment';
import { findLastPayment, saveLastPayments } from '../payments/payment-repository';
import { isEnding, type Subscription } from '../subscriptions/subscription';
import {
  lockSubscriptions,
  saveSubscriptions,
  type LockedSubscription,
} from '../subscriptions/subscription-repository';
import { toLeftAmounts } from '../cycles/cycle';
import { postponeUsage } from '../usage/usage-repository';
import { addRevenues } from './add-revenues';
import { cycleClosed } from './cycle-events';
import { endSubscription } from './end-subscription';
import { closeDueCycles } from './skip-cycles';
import { paymentFailedEvent, renewedEvent } from './subscription-events';

/** An attempt whose outcome is known. */
export type EndedAttempt<O extends AttemptOutcome = AttemptOutcome> = Owned<{
  readonly started: StartedAttempt;
  readonly outcome: O;
}>;

/** One of them under the lock of its subscription. */
type LockedAttempt<O extends AttemptOutcome = AttemptOutcome> = EndedAttempt<O> & {
  readonly before: Locked<Subscription>;
  readonly offsetMs: number;
  /** Store time. */
  readonly now: Date;
};

/** What an outcome makes of its subscription. */
interface Settled {
  readonly after: Subscription;
  readonly events: readonly OutboundEvent[];
}

/**
 * Writes the outcomes of attempts with their events, at most one of each subscription, in one transaction; returns the
 * subscriptions after them in the order of the attempts. The first write counts: a repeat, or a worker beside a
 * cancellation or pause, changes nothing. Where a cancellation waited for the outcome, or no retry is left, the
 * subscription ends here. Locks the subscriptions by id.
 */
export async function recordOutcomes(deps: Deps, ended: readonly EndedAttempt[]): Promise<readonly Subscription[]> {
  const recorded = await transact(deps, (tx) => record(tx, ended));
  // Not before the commit: after a fault the attempts are recorded again.
  for (const { isFirst, outcome } of recorded) if (isFirst) deps.metrics.attempts.inc({ outcome: outcome.kind });
  return recorded.map(({ after }) => after);
}

interface Recorded extends Pick<EndedAttempt, 'outcome'> {
  readonly after: Subscription;
  /** False for an attempt that had ended before. */
  readonly isFirst: boolean;
}

async function record(tx: TxDeps, ended: readonly EndedAttempt[]): Promise<readonly Recorded[]> {
  const locked = await lockAttempts(tx, ended);
  const firstIds = await endAttempts(
    tx.db,
    locked.map(({ tenant, started: { attempt }, outcome, now }) => ({ tenant, attempt, outcome, endedAt: now })),
  );
  const settled = await settleAll(
    tx,
    locked.filter(({ before }) => firstIds.has(before.id)),
  );
  await saveSubscriptions(
    tx.db,
    settled.map(({ offsetMs, ...change }) => ({ ...change, runAt: nextRunAt(tx, offsetMs, change.after) })),
  );
  await appendEvents(
    tx.db,
    settled.flatMap(({ events }) => events),
    tx.clock.real(),
  );
  await addRevenues(tx.db, settled);
  const after = new Map(settled.map((one) => [one.after.id, one.after]));
  return locked.map(({ before, outcome }) => {
    const { id } = before;
    return { outcome, after: after.get(id) ?? before, isFirst: firstIds.has(id) };
  });
}

async function lockAttempts(tx: TxDeps, ended: readonly EndedAttempt[]): Promise<readonly LockedAttempt[]> {
  const keys = ended.map(({ tenant, started }) => ({ tenant, id: started.attempt.subscriptionId }));
  const locked = await lockSubscriptions(tx.db, keys);
  return ended.map((attempt) => {
    const { subscription: before, offsetMs } = requireLocked(locked, attempt.started);
    return { ...attempt, before, offsetMs, now: storeNow(tx, offsetMs) };
  });
}

function requireLocked(
  locked: ReadonlyMap<string, LockedSubscription>,
  { attempt: { subscriptionId } }: StartedAttempt,
): LockedSubscription {
  const found = locked.get(subscriptionId);
  if (!found) throw new Error(`the attempt of ${subscriptionId} has no subscription`);
  return found;
}

async function settleAll(
  tx: TxDeps,
  attempts: readonly LockedAttempt[],
): Promise<readonly (LockedAttempt & Settled)[]> {
  const payments = await savePayments(tx, attempts.filter(isPaid));
  const settled: (LockedAttempt & Settled)[] = [];
  for (const attempt of attempts) settled.push({ ...attempt, ...(await settle(tx, attempt, payments)) });
  return settled;
}

function isPaid(attempt: LockedAttempt): attempt is LockedAttempt<Paid> {
  return attempt.outcome.kind === 'PAID';
}

type Paid = Extract<AttemptOutcome, { kind: 'PAID' }>;
type Failed = Extract<AttemptOutcome, { kind: 'FAILED' }>;

/**
 * Ends the cycles that were paid and stores what with; returns the payments as stored, by the id of the subscription. A
 * repeated answer of billing may be older than an erasure, so the events have what was stored.
 */
async function savePayments(tx: TxDeps, paid: readonly LockedAttempt<Paid>[]): Promise<ReadonlyMap<string, Payment>> {
  const ends = paid.map((attempt) => ({ tenant: attempt.tenant, ...paidEnd(attempt, attempt.outcome.payment) }));
  await endCycles(tx.db, ends);
  await postponeUsage(
    tx.db,
    ends.filter(({ postponedUsageCents }) => postponedUsageCents > 0),
  );
  return saveLastPayments(
    tx.db,
    paid.map(({ tenant, before: { id, customerId }, outcome }) => {
      return { tenant, id, customerId, payment: toEventPayment(outcome.payment) };
    }),
  );
}

function paidEnd({ before, started, now: endedAt }: LockedAttempt, { checkout, charge }: Payment): CycleEnd {
  const cycle = { subscriptionId: before.id, number: before.cycleNumber };
  const left = toLeftAmounts(started.cycle, charge && cents(charge.amountCents));
  return { ...cycle, ...left, status: 'PAID', endedAt, checkoutId: checkout?.id, chargeId: charge?.id };
}

async function settle(tx: TxDeps, attempt: LockedAttempt, payments: ReadonlyMap<string, Payment>): Promise<Settled> {
  const { before, outcome } = attempt;
  switch (outcome.kind) {
    case 'PAID':
      return settlePaid(tx, attempt, payments.get(before.id) ?? toEventPayment(outcome.payment));
    case 'FAILED':
      return settleFailed(tx, attempt, outcome);
    case 'VOID':
      return endIfOver(tx, attempt, { after: { ...before, uncounted: before.uncounted + 1 }, events: [] });
  }
}

async function settlePaid(tx: TxDeps, attempt: LockedAttempt, payment: Payment): Promise<Settled> {
  const { tenant, before, now } = attempt;
  const end = paidEnd(attempt, payment);
  const after = paidSubscription(before, { ...end, isCharged: end.chargeId !== undefined }, now);
  const renewed = renewedEvent(tx, tenant, after, { number: before.cycleNumber, payment });
  const closed = cycleClosed(tx.ids, tenant, end);
  // Of its last usage nothing could be collected: it is waived, and renews nothing.
  const isWaived = isEnding(before) && !payment.charge;
  return endIfOver(tx, attempt, { after, events: isWaived ? [closed] : [renewed, closed] });
}

async function settleFailed(tx: TxDeps, attempt: LockedAttempt, outcome: Failed): Promise<Settled> {
  const { tenant, before, started, now } = attempt;
  const { cycleNumber, number } = started.attempt;
  const { subscription, nextAttempt, isExhausted } = failedSubscription(before, started.attempt, outcome, now);
  const known = outcome.payment ? toEventPayment(outcome.payment) : await findLastPayment(tx.db, tenant, before.id);
  const failed = paymentFailedEvent(tx, tenant, subscription, {
    cycleNumber,
    retryNumber: number - 1 - before.uncounted,
    reason: outcome.reason,
    amountCents: cents(outcome.payment?.charge?.amountCents ?? started.cycle.amountCents),
    nextAttemptAt: before.step === 'CHARGE' ? nextAttempt : undefined,
    // Of the last payment only the customer belongs to this attempt.
    payment: outcome.payment ? known : { checkout: undefined, charge: undefined, customer: known?.customer },
  });
  return endIfOver(tx, attempt, { after: subscription, events: [failed] }, isExhausted);
}

/** Brings a pause or cancellation into effect that waited for the outcome, and ends what has no retry or period left. */
async function endIfOver(
  tx: TxDeps,
  { tenant, before, now }: LockedAttempt,
  { after, events }: Settled,
  isExhausted = false,
): Promise<Settled> {
  if (before.step === 'PAUSE') return { after: await closeDueCycles(tx, tenant, after, now), events };
  const isCancelled = before.step === 'CANCEL';
  const isPaidLast = isEnding(before) && !after.cycleBegunAt;
  if (!isCancelled && !isExhausted && !isPaidLast) return { after, events };
  const dueTo = isCancelled || isPaidLast ? before.cancelledDueTo : retriesExceeded;
  const end = await endSubscription(tx, tenant, after, dueTo, now);
  return { after: end.ended, events: [...events, ...end.events] };
}
