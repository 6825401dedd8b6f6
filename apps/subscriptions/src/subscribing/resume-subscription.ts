import { unavailable, type Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import { skipCycles } from './skip-cycles';
import { storeNow, type Deps, type TxDeps } from '../deps';
import { finishPause } from './pause-subscription';
import { saveChange } from './save-change';
import { isEnding, isRunning, type Subscription } from '../subscriptions/subscription';
import { resumedAt } from '../subscriptions/next-charge';
import type { ResumeFrom } from '../subscriptions/resume-from';
import { subscriptionEnding, subscriptionNotActive } from '../subscriptions/subscription-errors';
import { findSubscription } from '../subscriptions/subscription-queries';
import { lockSubscription } from '../subscriptions/subscription-repository';

/** Brings a pause into effect that is not yet, before any lock is taken; @throws AppError NOT_FOUND unless active */
export async function prepareResume(deps: Deps, tenant: Tenant, id: string, context: CallContext): Promise<void> {
  const subscription = await findSubscription(deps.db, tenant, id);
  if (!subscription || !isRunning(subscription)) throw subscriptionNotActive();
  if (subscription.step === 'PAUSE') await finishPause(deps, tenant, id, context);
}

/**
 * Ends a pause, from `from` or else from what the pause asked for, and drops a cancellation at the end of the period. Changes
 * nothing of a subscription with neither.
 *
 * @throws AppError NOT_FOUND unless it is active, FAILED_PRECONDITION while its last usage is collected
 */
export async function resumeSubscription(
  tx: TxDeps,
  tenant: Tenant,
  id: string,
  from: ResumeFrom | undefined,
): Promise<Subscription> {
  const locked = await lockSubscription(tx.db, tenant, id);
  if (!locked || !isRunning(locked.subscription)) throw subscriptionNotActive();
  const { subscription } = locked;
  if (isEnding(subscription)) throw subscriptionEnding();
  if (!subscription.pausedAt && !subscription.endsAt) return subscription;
  if (subscription.step === 'PAUSE') throw unavailable('The pause of this subscription is not in effect yet');
  const going: Subscription = { ...subscription, endsAt: undefined, resumeFrom: from ?? subscription.resumeFrom };
  const resumed = await resume(tx, tenant, going, storeNow(tx, locked.offsetMs));
  await saveChange(tx, tenant, locked, resumed);
  return resumed;
}

/** Ends a pause: the cycles that fell due in it are skipped, those after its own end are due. */
export async function resume(tx: TxDeps, tenant: Tenant, subscription: Subscription, now: Date): Promise<Subscription> {
  const { pausedAt, resumesAt } = subscription;
  const going: Subscription = { ...subscription, pausedAt: undefined, resumesAt: undefined, updatedAt: now };
  if (!pausedAt) return { ...going, resumeFrom: undefined };
  const endedAt = resumesAt && resumesAt <= now ? resumesAt : undefined;
  const until = endedAt ? new Date(endedAt.getTime() - 1) : now;
  const skipped = await skipCycles(tx, tenant, going, until, now);
  return resumedAt(skipped, endedAt ?? now);
}
