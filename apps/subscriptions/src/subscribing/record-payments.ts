import type { OutboundEvent } from '@pitanga/contracts';
import type { Owned } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import { paidSubscription } from '../cycles/attempt-outcome';
import type { StartedAttempt } from '../cycles/cycle-repository';
import { endPaidAttempts, endPaidCycles, type PaidAttempt } from '../cycles/paid-cycle-repository';
import { nextRunAt, storeNow, type Deps, type TxDeps } from '../deps';
import { toEventPayment, type Payment } from '../payments/payment';
import { saveLastPayments } from '../payments/payment-repository';
import { lockSubscriptions, saveCharged } from '../subscriptions/owned-subscription-repository';
import { isEnding, type Subscription } from '../subscriptions/subscription';
import { addRevenues } from './add-revenues';
import { cycleClosed } from './cycle-events';
import { renewedEvent } from './subscription-events';

/** An attempt that billing has collected. */
export type CollectedAttempt = Owned<{ readonly started: StartedAttempt; readonly payment: Payment }>;

/** One of them under the lock of its subscription. */
type Settled = CollectedAttempt & {
  readonly before: Subscription;
  readonly after: Subscription;
  readonly paid: PaidAttempt;
  /** Real time. */
  readonly runAt: Date;
};

/**
 * `recordOutcome` for many attempts that were paid, in one transaction. Returns those that it left out, for `recordOutcome`
 * to decide: their subscriptions are not simply at CHARGE any more. Locks the subscriptions by id.
 */
export async function recordPayments(
  deps: Deps,
  collected: readonly CollectedAttempt[],
): Promise<readonly CollectedAttempt[]> {
  return transact(deps, async (tx) => {
    const locked = await lockSubscriptions(
      tx.db,
      collected.map(({ tenant, started }) => ({ tenant, id: started.attempt.subscriptionId })),
    );
    const settled = collected.flatMap((attempt): Settled[] => {
      const known = locked.get(attempt.started.attempt.subscriptionId);
      return known && isPlain(known.subscription) ? [settle(tx, attempt, known.subscription, known.offsetMs)] : [];
    });
    const ended = await endPaidAttempts(
      tx.db,
      settled.map(({ tenant, paid }) => ({ tenant, ...paid })),
    );
    // The first write counts: an attempt that has ended changes nothing any more.
    await save(
      tx,
      settled.filter(({ before }) => ended.has(before.id)),
    );
    const plain = new Set(settled.map(({ started }) => started));
    return collected.filter(({ started }) => !plain.has(started));
  });
}

/** Nobody cancels or pauses it, and it does not end with this payment. */
function isPlain(subscription: Subscription): boolean {
  return subscription.step === 'CHARGE' && !isEnding(subscription);
}

function settle(tx: TxDeps, attempt: CollectedAttempt, before: Subscription, offsetMs: number): Settled {
  const { subscriptionId, cycleNumber, number } = attempt.started.attempt;
  const now = storeNow(tx, offsetMs);
  const payment = toEventPayment(attempt.payment);
  const after = paidSubscription(before, now);
  const paid = {
    subscriptionId,
    cycleNumber,
    number,
    endedAt: now,
    checkoutId: payment.checkout?.id,
    chargeId: payment.charge?.id,
  };
  return { ...attempt, payment, before, after, paid, runAt: nextRunAt(tx, offsetMs, after) };
}

async function save(tx: TxDeps, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return;
  const { db } = tx;
  tx.metrics.attempts.inc({ outcome: 'PAID' }, settled.length);
  await endPaidCycles(
    db,
    settled.map(({ tenant, paid }) => ({ tenant, ...paid })),
  );
  // A repeated answer of billing may be older than an erasure, so the events have what was stored.
  const stored = await saveLastPayments(
    db,
    settled.map(({ tenant, before: { id, customerId }, payment }) => ({ tenant, id, customerId, payment })),
  );
  await saveCharged(db, settled);
  const events = settled.flatMap((one) => eventsOf(tx, { ...one, payment: stored.get(one.before.id) ?? one.payment }));
  await appendEvents(db, events, tx.clock.real());
  const toOwned = (tenant: Settled['tenant'], subscription: Subscription) => ({ tenant, subscription });
  await addRevenues(
    db,
    settled.map(({ tenant, before }) => toOwned(tenant, before)),
    settled.map(({ tenant, after }) => toOwned(tenant, after)),
  );
}

function eventsOf(tx: TxDeps, { tenant, after, paid, payment }: Settled): readonly OutboundEvent[] {
  const { subscriptionId, cycleNumber: number, checkoutId, chargeId, endedAt: at } = paid;
  const end = { status: 'PAID', at, checkoutId, chargeId } as const;
  return [
    renewedEvent(tx, tenant, after, { number, payment }),
    cycleClosed(tx.ids, tenant, { subscriptionId, number }, end),
  ];
}
