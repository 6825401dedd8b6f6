import { addDays, saoPauloDay, type Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import { settleAttempt } from './settle-attempt';
import { closeDueCycles } from './skip-cycles';
import { leaseFrom, storeNow, type Deps, type TxDeps } from '../deps';
import { saveChange } from './save-change';
import { isEnding, isRunning, type Subscription } from '../subscriptions/subscription';
import { resumesOutOfRange, subscriptionEnding, subscriptionNotActive } from '../subscriptions/subscription-errors';
import { findSubscription } from '../subscriptions/subscription-queries';
import { lockSubscription, moveLease } from '../subscriptions/subscription-repository';

/** Furthest end of a pause. */
const pauseDaysMax = 730;

/**
 * Begins a pause: no attempt begins until it ends, and the cycles due by now are not collected. With an attempt in flight,
 * {@link finishPause} or a job ends that first. Replaces the end of a pause in effect. Returns the subscription's id.
 *
 * @throws AppError NOT_FOUND unless it is active, INVALID_ARGUMENT for an end that is not to come or too far,
 * FAILED_PRECONDITION while its last usage is collected
 */
export async function beginPause(
  tx: TxDeps,
  tenant: Tenant,
  id: string,
  { resumesAt, resumeFrom }: Pick<Subscription, 'resumesAt' | 'resumeFrom'>,
): Promise<string> {
  const locked = await lockSubscription(tx.db, tenant, id);
  if (!locked || !isRunning(locked.subscription)) throw subscriptionNotActive();
  const { subscription } = locked;
  if (isEnding(subscription)) throw subscriptionEnding();
  const now = storeNow(tx, locked.offsetMs);
  if (resumesAt && (resumesAt <= now || saoPauloDay(resumesAt) > addDays(saoPauloDay(now), pauseDaysMax))) {
    throw resumesOutOfRange(pauseDaysMax);
  }
  const pausedAt = subscription.pausedAt ?? now;
  const paused: Subscription = { ...subscription, pausedAt, resumesAt, resumeFrom, updatedAt: now };
  if (subscription.step === 'WAIT') {
    const closed = subscription.pausedAt ? paused : await closeDueCycles(tx, tenant, paused, now);
    await saveChange(tx, tenant, locked, closed);
  } else {
    const runAt = leaseFrom(tx.clock.real());
    await saveChange(tx, tenant, { ...locked, runAt }, { ...paused, step: 'PAUSE' });
  }
  return id;
}

/**
 * Brings a pause into effect; may be repeated, also at once. When it returns, nothing is charged until the subscription is
 * resumed.
 *
 * @throws what billing threw when the outcome of an attempt is unknown; a job then finishes the pause
 */
export async function finishPause(deps: Deps, tenant: Tenant, id: string, context: CallContext): Promise<Subscription> {
  const found = await findSubscription(deps.db, tenant, id);
  if (!found) throw subscriptionNotActive();
  if (found.step !== 'PAUSE') return found;
  try {
    return await finishPausing(deps, tenant, id, context);
  } catch (error) {
    await moveLease(deps.db, tenant, found, deps.clock.real());
    throw error;
  }
}

/** Voids the attempt in flight, or records its outcome. */
export async function finishPausing(
  deps: Deps,
  tenant: Tenant,
  id: string,
  context: CallContext,
): Promise<Subscription> {
  const settled = await settleAttempt(deps, tenant, id, context);
  if (settled) return settled;
  const subscription = await findSubscription(deps.db, tenant, id);
  if (!subscription || subscription.step === 'PAUSE') throw new Error(`the pause of ${id} has no attempt to wait for`);
  return subscription;
}
