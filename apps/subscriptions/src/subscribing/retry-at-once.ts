import type { Tenant } from '@pitanga/core';
import { transact, type Db } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { findCycle } from '../cycles/cycle-repository';
import { leaseFrom, nextRunAt, type Deps } from '../deps';
import { isRunning, type Subscription } from '../subscriptions/subscription';
import { subscriptionNotActive } from '../subscriptions/subscription-errors';
import { lockSubscription, saveSubscription } from '../subscriptions/subscription-repository';
import { beginAttempts } from './begin-attempts';
import { collectAttempt } from './collect-attempts';
import { finishPausing } from './pause-subscription';

/** Where a subscription was when its open cycle was to be tried at once: the attempt comes after these. */
export interface RetryPoint {
  readonly id: string;
  readonly cycleNumber: number;
  readonly attempts: number;
}

interface RetryOptions {
  /** Whether a card that was declined for good may be sent: it is another one. */
  readonly isNewCard: boolean;
}

/** What the attempt after a point has come to, also for a request that is resumed: the code of its decline. */
export async function findDeclineCode(db: Db, tenant: Tenant, point: RetryPoint): Promise<string | undefined> {
  const cycle = await findCycle(db, tenant, point.id, point.cycleNumber);
  const made = cycle?.attempts.find(({ number }) => number > point.attempts);
  // Without a charge no card was asked.
  return made?.state === 'FAILED' && made.chargeId !== undefined ? made.reason : undefined;
}

/**
 * Tries an open cycle that has failed attempts at once, beside its schedule: the attempt uses up no retry. A repeat tries
 * nothing again. Undefined while the outcome is not known: a job finishes the attempt.
 */
export async function tryRetryAtOnce(
  deps: Deps,
  tenant: Tenant,
  point: RetryPoint,
  context: CallContext,
  options: RetryOptions,
): Promise<Subscription | undefined> {
  try {
    return await retryAtOnce(deps, tenant, point, context, options);
  } catch (error) {
    deps.log.warn({ err: error, subscriptionId: point.id }, 'the outcome of a retry at once is not known yet');
    return undefined;
  }
}

async function retryAtOnce(
  deps: Deps,
  tenant: Tenant,
  point: RetryPoint,
  { requestId, deadline }: CallContext,
  options: RetryOptions,
): Promise<Subscription> {
  for (;;) {
    const subscription = await beginRetry(deps, tenant, point, options);
    if (subscription.step === 'PAUSE') {
      // The attempt that the pause ends may have been declined for good, with the old card.
      await finishPausing(deps, tenant, point.id, { requestId, deadline });
      continue;
    }
    if (subscription.step !== 'CHARGE') return subscription;
    const collected = await collectAttempt(deps, tenant, subscription);
    // Another attempt was in flight, perhaps with the old card; the one with the new card comes after it.
    if (collected.attempts > point.attempts || collected.cycleNumber !== point.cycleNumber) return collected;
  }
}

/** Begins the attempt unless it was made before; allows another card to be sent. */
async function beginRetry(
  deps: Deps,
  tenant: Tenant,
  point: RetryPoint,
  { isNewCard }: RetryOptions,
): Promise<Subscription> {
  return transact(deps, async (tx) => {
    const locked = await lockSubscription(tx.db, tenant, point.id);
    if (!locked) throw subscriptionNotActive();
    const { subscription: before, offsetMs } = locked;
    if (!isRunning(before) || before.step !== 'WAIT') return before;
    const allowed: Subscription = isNewCard ? { ...before, stoppedReason: undefined } : before;
    const hasFailed = before.attempts > 0;
    const isMade = before.cycleNumber !== point.cycleNumber || before.attempts > point.attempts;
    if (!hasFailed || isMade || allowed.stoppedReason !== undefined) {
      await saveSubscription(tx.db, tenant, before, allowed, nextRunAt(tx, offsetMs, allowed));
      return allowed;
    }
    const [begun] = await beginAttempts(tx, [{ tenant, subscription: allowed, offsetMs }]);
    if (!begun) throw new Error(`no attempt began for ${point.id}`);
    await saveSubscription(tx.db, tenant, before, begun.subscription, leaseFrom(tx.clock.real()));
    return begun.subscription;
  });
}
