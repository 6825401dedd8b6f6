import { zeroCents, type Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import { leaseFrom, nextRunAt, storeNow, type Deps, type TxDeps } from '../deps';
import { revenueChange } from '../revenue/revenue';
import { addRevenue } from '../revenue/revenue-repository';
import { endSubscription } from './end-subscription';
import { resume } from './resume-subscription';
import { saveChange } from './save-change';
import { amountMin, ending, type Subscription } from '../subscriptions/subscription';
import { lockSubscription, saveSubscription, type LockedSubscription } from '../subscriptions/subscription-repository';
import { findUsageToBill } from '../usage/usage-repository';
import { beginAttempts } from './begin-attempts';
import { dueAction, isDue } from '../cycles/due-action';
import { skipCycles } from './skip-cycles';

/**
 * Runs what is due of a subscription at WAIT other than a charge of its price: skips the cycles of a pause, ends the pause
 * or the subscription. Returns the subscription after it: at CHARGE when its last usage is to be collected, at END when
 * its agreement is to be ended at billing.
 */
export async function runDueActions(deps: Deps, tenant: Tenant, id: string): Promise<Subscription> {
  for (;;) {
    const { subscription, isOver } = await inTransaction(deps.db, (db) => runDueAction({ ...deps, db }, tenant, id));
    if (isOver) return subscription;
  }
}

async function runDueAction(
  deps: TxDeps,
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
      // The next claim begins it.
      await saveSubscription(deps.db, tenant, subscription, subscription, nextRunAt(deps, offsetMs, subscription));
      return { subscription, isOver: true };
    case 'SKIP': {
      const { nextChargeAt = now } = subscription;
      const skipped = await skipCycles(deps, tenant, subscription, nextChargeAt, now);
      await saveSubscription(deps.db, tenant, subscription, skipped, nextRunAt(deps, offsetMs, skipped));
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

/** Ends the subscription, or begins to collect what was used before its end. */
async function end(
  deps: TxDeps,
  tenant: Tenant,
  { subscription, offsetMs }: LockedSubscription,
  now: Date,
): Promise<Subscription> {
  const leaseUntil = leaseFrom(deps.clock.real());
  const usage = await findUsageToBill(deps.db, [{ tenant, subscription }]);
  const isCharged = !subscription.cycleBegunAt && !subscription.pausedAt;
  if (isCharged && (usage.get(subscription.id) ?? zeroCents) >= amountMin) {
    const [begun] = await beginAttempts(deps, [{ tenant, subscription: ending(subscription), offsetMs }]);
    if (!begun) throw new Error(`no attempt began for ${subscription.id}`);
    await saveSubscription(deps.db, tenant, subscription, begun.subscription, leaseUntil);
    return begun.subscription;
  }
  const { ended, events } = await endSubscription(deps, tenant, subscription, undefined, now);
  await saveSubscription(deps.db, tenant, subscription, ended, leaseUntil);
  await appendEvents(deps.db, events, deps.clock.real());
  await addRevenue(deps.db, tenant, revenueChange(subscription, ended));
  return ended;
}
