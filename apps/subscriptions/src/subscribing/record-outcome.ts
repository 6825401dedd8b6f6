import type { OutboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import { nextRunAt, storeNow, type Deps, type TxDeps } from '../deps';
import { toEventPayment, type Payment } from '../payments/payment';
import { findLastPayment, saveLastPayment } from '../payments/payment-repository';
import { revenueChange } from '../revenue/revenue';
import { addRevenue } from '../revenue/revenue-repository';
import { endSubscription } from './end-subscription';
import { isEnding, type Subscription } from '../subscriptions/subscription';
import { paymentFailedEvent, renewedEvent } from './subscription-events';
import { lockSubscription, saveSubscription } from '../subscriptions/subscription-repository';
import { failedSubscription, paidSubscription, retriesExceeded, type AttemptOutcome } from '../cycles/attempt-outcome';
import { cycleClosed } from './cycle-events';
import { endAttempt, endCycle, type StartedAttempt } from '../cycles/cycle-repository';
import { closeDueCycles } from './skip-cycles';

/** A subscription after the outcome of its attempt. */
interface Settled {
  readonly subscription: Subscription;
  readonly events: readonly OutboundEvent[];
  /** No retry is left. */
  readonly isExhausted: boolean;
}

/**
 * Writes the outcome of an attempt with its event, and returns the subscription after it. The first write counts: a
 * repeat, or a worker beside a cancellation or pause, changes nothing. Where a cancellation waited for the outcome, or no
 * retry is left, the subscription ends here.
 */
export async function recordOutcome(
  deps: Deps,
  tenant: Tenant,
  started: StartedAttempt,
  outcome: AttemptOutcome,
): Promise<Subscription> {
  const { subscriptionId } = started.attempt;
  return transact(deps, async (tx) => {
    const locked = await lockSubscription(tx.db, tenant, subscriptionId);
    if (!locked) throw new Error(`the attempt of ${subscriptionId} has no subscription`);
    const before = locked.subscription;
    const now = storeNow(tx, locked.offsetMs);
    if (!(await endAttempt(tx.db, tenant, started.attempt, outcome, now))) return before;
    tx.metrics.attempts.inc({ outcome: outcome.kind });
    const settled = await settle(tx, tenant, before, started, outcome, now);
    const { after, events } = await endIfOver(tx, tenant, before, settled, now);
    await saveSubscription(tx.db, tenant, before, after, nextRunAt(tx, locked.offsetMs, after));
    await appendEvents(tx.db, events, tx.clock.real());
    await addRevenue(tx.db, tenant, revenueChange(before, after));
    return after;
  });
}

async function settle(
  tx: TxDeps,
  tenant: Tenant,
  before: Subscription,
  started: StartedAttempt,
  outcome: AttemptOutcome,
  now: Date,
): Promise<Settled> {
  switch (outcome.kind) {
    case 'PAID':
      return settlePaid(tx, tenant, before, toEventPayment(outcome.payment), now);
    case 'FAILED':
      return settleFailed(tx, tenant, before, started, outcome, now);
    case 'VOID':
      return { subscription: { ...before, recalls: before.recalls + 1 }, events: [], isExhausted: false };
  }
}

async function settlePaid(
  tx: TxDeps,
  tenant: Tenant,
  before: Subscription,
  payment: Payment,
  now: Date,
): Promise<Settled> {
  const { id: subscriptionId, cycleNumber: number } = before;
  const { checkout, charge } = payment;
  const end = { status: 'PAID', at: now, checkoutId: checkout?.id, chargeId: charge?.id } as const;
  const cycle = { subscriptionId, number };
  await endCycle(tx.db, tenant, cycle, end);
  // A repeated answer of billing may be older than an erasure, so the event has what was stored.
  const stored = await saveLastPayment(tx.db, tenant, before, payment);
  const subscription = paidSubscription(before, now);
  const event = renewedEvent(tx, tenant, subscription, { number, payment: stored });
  return { subscription, events: [event, cycleClosed(tx.ids, tenant, cycle, end)], isExhausted: false };
}

async function settleFailed(
  tx: TxDeps,
  tenant: Tenant,
  before: Subscription,
  { attempt, cycle }: StartedAttempt,
  outcome: Extract<AttemptOutcome, { kind: 'FAILED' }>,
  now: Date,
): Promise<Settled> {
  const { subscription, nextAttempt, isExhausted } = failedSubscription(before, attempt, outcome, now);
  const known = outcome.payment ? toEventPayment(outcome.payment) : await findLastPayment(tx.db, tenant, before.id);
  const event = paymentFailedEvent(tx, tenant, subscription, {
    cycleNumber: attempt.cycleNumber,
    retryNumber: attempt.number - 1 - before.recalls,
    reason: outcome.reason,
    amountCents: cycle.amountCents,
    nextAttemptAt: before.step === 'CHARGE' ? nextAttempt : undefined,
    // Of the last payment only the customer belongs to this attempt.
    payment: outcome.payment ? known : { checkout: undefined, charge: undefined, customer: known?.customer },
  });
  return { subscription, events: [event], isExhausted };
}

async function endIfOver(
  tx: TxDeps,
  tenant: Tenant,
  before: Subscription,
  { subscription, events, isExhausted }: Settled,
  now: Date,
): Promise<{ readonly after: Subscription; readonly events: readonly OutboundEvent[] }> {
  const isCancelled = before.step === 'CANCEL';
  if (before.step === 'PAUSE') {
    return { after: await closeDueCycles(tx, tenant, subscription, now), events };
  }
  const isPaidLast = isEnding(before) && !subscription.cycleBegunAt;
  if (!isCancelled && !isExhausted && !isPaidLast) return { after: subscription, events };
  const dueTo = isCancelled || isPaidLast ? before.cancelledDueTo : retriesExceeded;
  const end = await endSubscription(tx, tenant, subscription, dueTo, now);
  return { after: end.ended, events: [...events, ...end.events] };
}
