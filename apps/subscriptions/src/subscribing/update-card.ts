import type { Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { beginAttempts } from './begin-attempts';
import { collect } from './run-work';
import { leaseFrom, nextRunAt, storeNow, type Deps, type TxDeps } from '../deps';
import { finishPausing } from './pause-subscription';
import { isRunning, type Subscription } from '../subscriptions/subscription';
import { notPaidByCard, subscriptionNotActive } from '../subscriptions/subscription-errors';
import { findSubscription } from '../subscriptions/subscription-queries';
import { lockSubscription, saveSubscription } from '../subscriptions/subscription-repository';

/** Where a subscription was when its card was replaced: the attempt that follows comes after these. */
interface CardUpdate {
  readonly id: string;
  readonly cycleNumber: number;
  readonly attempts: number;
}

/**
 * Checks that a subscription has a card to replace; returns what {@link finishUpdateCard} goes on with, so that a resumed
 * request does not try the cycle twice.
 *
 * @throws AppError NOT_FOUND unless it is active, FAILED_PRECONDITION when it is paid by Pix
 */
export async function beginUpdateCard(deps: TxDeps, tenant: Tenant, id: string): Promise<string> {
  const locked = await lockSubscription(deps.db, tenant, id);
  if (!locked || !isRunning(locked.subscription)) throw subscriptionNotActive();
  const { method, cycleNumber, attempts } = locked.subscription;
  if (method !== 'CARD') throw notPaidByCard();
  return JSON.stringify({ id, cycleNumber, attempts } satisfies CardUpdate);
}

/**
 * Replaces the card at billing and, when the open cycle has failed attempts, makes its next attempt at once, which counts
 * as the next retry. Returns the subscription after it.
 *
 * @throws AppError INVALID_ARGUMENT for a token that cannot be used
 */
export async function finishUpdateCard(
  deps: Deps,
  tenant: Tenant,
  effectId: string,
  cardToken: string,
  context: CallContext,
): Promise<Subscription> {
  const update = JSON.parse(effectId) as CardUpdate;
  await deps.agreements.replaceCard({ tenant, subscriptionId: update.id, token: cardToken }, context);
  try {
    return await retryAtOnce(deps, tenant, update, context);
  } catch (error) {
    // The card is replaced and a job finishes the attempt: the caller has nothing to repeat.
    deps.log.warn({ err: error, subscriptionId: update.id }, 'the outcome of a retry with a new card is not known yet');
  }
  const subscription = await findSubscription(deps.db, tenant, update.id);
  if (!subscription) throw subscriptionNotActive();
  return subscription;
}

async function retryAtOnce(
  deps: Deps,
  tenant: Tenant,
  update: CardUpdate,
  { requestId, deadline }: CallContext,
): Promise<Subscription> {
  for (;;) {
    const subscription = await beginRetry(deps, tenant, update);
    if (subscription.step === 'PAUSE') {
      // The attempt that the pause ends may have been declined for good, with the old card.
      await finishPausing(deps, tenant, update.id, { requestId, deadline });
      continue;
    }
    if (subscription.step !== 'CHARGE') return subscription;
    const collected = await collect(deps, tenant, subscription, undefined);
    // Another attempt was in flight, perhaps with the old card; the one with the new card comes after it.
    if (collected.attempts > update.attempts || collected.cycleNumber !== update.cycleNumber) return collected;
  }
}

/** Allows the card to be sent again, and begins the attempt unless it was made before. */
async function beginRetry(deps: Deps, tenant: Tenant, update: CardUpdate): Promise<Subscription> {
  return inTransaction(deps.db, async (db) => {
    const locked = await lockSubscription(db, tenant, update.id);
    if (!locked) throw subscriptionNotActive();
    const { subscription: before, offsetMs } = locked;
    if (!isRunning(before) || before.step !== 'WAIT') return before;
    const allowed: Subscription = { ...before, stoppedReason: undefined };
    const hasFailed = before.attempts > 0;
    const isMade = before.cycleNumber !== update.cycleNumber || before.attempts > update.attempts;
    if (!hasFailed || isMade) {
      await saveSubscription(db, tenant, before, allowed, nextRunAt(deps, offsetMs, allowed));
      return allowed;
    }
    const dueNow: Subscription = { ...allowed, nextChargeAt: storeNow(deps, offsetMs) };
    const [begun] = await beginAttempts({ ...deps, db }, [{ tenant, subscription: dueNow, offsetMs }]);
    if (!begun) throw new Error(`no attempt began for ${update.id}`);
    await saveSubscription(db, tenant, before, begun.subscription, leaseFrom(deps.clock.real()));
    return begun.subscription;
  });
}
