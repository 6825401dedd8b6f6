import { zeroCents, type Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import { leaseFrom, runAtOf, storeNow, type Deps } from '../deps';
import { revenueChange } from '../revenue/revenue';
import { addRevenue } from '../revenue/revenue-repository';
import { endSubscription } from './end-subscription';
import { resume } from './resume-subscription';
import { saveChange } from './save-change';
import { amountMin, ending, type Subscription } from '../subscriptions/subscription';
import { lockSubscription, saveSubscription, type LockedSubscription } from '../subscriptions/subscription-repository';
import { claimUsage } from '../usage/usage-repository';
import { beginAttempts } from './begin-attempts';
import { dueAction, isDue } from '../cycles/due-action';
import { skipCycles } from './skip-cycles';

/**
 * Does what falls due of a waiting subscription where that is no charge of its price: skips the cycles of a pause, ends
 * the pause or the subscription. Answers it as it is then: with an attempt under way when its last usage is to be
 * collected, or with billing still to be told of its end.
 */
export async function passDue(deps: Deps, tenant: Tenant, id: string): Promise<Subscription> {
  for (;;) {
    const { subscription, isOver } = await inTransaction(deps.db, (db) => passOne({ ...deps, db }, tenant, id));
    if (isOver) return subscription;
  }
}

async function passOne(
  deps: Deps,
  tenant: Tenant,
  id: string,
): Promise<{ readonly subscription: Subscription; readonly isOver: boolean }> {
  const locked = await lockSubscription(deps.db, tenant, id);
  if (!locked) throw new Error(`there is no subscription ${id}`);
  const { subscription, offsetMs } = locked;
  const now = storeNow(deps, offsetMs);
  if (subscription.step !== 'WAIT' || !isDue(subscription, now)) return { subscription, isOver: true };
  switch (dueAction(subscription)) {
    case 'CHARGE':
      // Back to those that the scheduler begins.
      await saveSubscription(deps.db, tenant, subscription, subscription, runAtOf(deps, offsetMs, subscription));
      return { subscription, isOver: true };
    case 'SKIP': {
      const { nextChargeAt = now } = subscription;
      const skipped = await skipCycles(deps, tenant, subscription, nextChargeAt, now);
      await saveSubscription(deps.db, tenant, subscription, skipped, runAtOf(deps, offsetMs, skipped));
      await addRevenue(deps.db, tenant, revenueChange(subscription, skipped));
      return { subscription: skipped, isOver: false };
    }
    case 'RESUME': {
      const resumed = await resume(deps, tenant, subscription, now);
      await saveChange(deps, tenant, locked, resumed);
      return { subscription: resumed, isOver: false };
    }
    case 'END':
      return { subscription: await end(deps, tenant, locked, now), isOver: true };
  }
}

/** Ends it, or begins to collect what was used before its end. */
async function end(
  deps: Deps,
  tenant: Tenant,
  { subscription, offsetMs }: LockedSubscription,
  now: Date,
): Promise<Subscription> {
  const leaseUntil = leaseFrom(deps.clock.real());
  const usage = await claimUsage(deps.db, [{ tenant, subscription, offsetMs }]);
  const isCharged = !subscription.cycleBegunAt && !subscription.pausedAt;
  if (isCharged && (usage.get(subscription.id) ?? zeroCents) >= amountMin) {
    const [begun] = await beginAttempts(deps, [{ tenant, subscription: ending(subscription), offsetMs }]);
    if (!begun) throw new Error(`no attempt began for ${subscription.id}`);
    await saveSubscription(deps.db, tenant, subscription, begun.subscription, leaseUntil);
    return begun.subscription;
  }
  const { ended, facts } = await endSubscription(deps, tenant, subscription, undefined, now);
  await saveSubscription(deps.db, tenant, subscription, ended, leaseUntil);
  await appendEvents(deps.db, facts, deps.clock.real());
  await addRevenue(deps.db, tenant, revenueChange(subscription, ended));
  return ended;
}
