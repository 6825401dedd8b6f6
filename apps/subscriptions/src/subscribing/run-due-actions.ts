import { sumCents, zeroCents, type Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
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
    const { subscription, isOver } = await transact(deps, (tx) => runDueAction(tx, tenant, id));
    if (isOver) return subscription;
  }
}

async function runDueAction(
  tx: TxDeps,
  tenant: Tenant,
  id: string,
): Promise<{ readonly subscription: Subscription; readonly isOver: boolean }> {
  const locked = await lockSubscription(tx.db, tenant, id);
  if (!locked) throw new Error(`there is no subscription ${id}`);
  const { subscription, offsetMs } = locked;
  const now = storeNow(tx, offsetMs);
  if (subscription.step !== 'WAIT' || !isDue(subscription, now)) return { subscription, isOver: true };
  switch (dueAction(subscription)) {
    case 'CHARGE':
      // The next claim begins it.
      await saveSubscription(tx.db, tenant, subscription, subscription, nextRunAt(tx, offsetMs, subscription));
      return { subscription, isOver: true };
    case 'SKIP': {
      const { nextChargeAt = now } = subscription;
      const skipped = await skipCycles(tx, tenant, subscription, nextChargeAt, now);
      await saveSubscription(tx.db, tenant, subscription, skipped, nextRunAt(tx, offsetMs, skipped));
      await addRevenue(tx.db, tenant, revenueChange(subscription, skipped));
      return { subscription: skipped, isOver: false };
    }
    case 'RESUME': {
      const resumed = await resume(tx, tenant, subscription, now);
      await saveChange(tx, tenant, locked, resumed);
      return { subscription: resumed, isOver: false };
    }
    case 'END':
      return { subscription: await end(tx, tenant, locked, now), isOver: true };
  }
}

/** Ends the subscription, or begins to collect what was used before its end. */
async function end(
  tx: TxDeps,
  tenant: Tenant,
  { subscription, offsetMs }: LockedSubscription,
  now: Date,
): Promise<Subscription> {
  const leaseUntil = leaseFrom(tx.clock.real());
  const usage = await findUsageToBill(tx.db, [{ tenant, subscription }]);
  const isCharged = !subscription.cycleBegunAt && !subscription.pausedAt;
  const dueCents = sumCents(usage.get(subscription.id) ?? zeroCents, subscription.carriedCents);
  if (isCharged && dueCents >= amountMin) {
    const [begun] = await beginAttempts(tx, [{ tenant, subscription: ending(subscription), offsetMs }]);
    if (!begun) throw new Error(`no attempt began for ${subscription.id}`);
    await saveSubscription(tx.db, tenant, subscription, begun.subscription, leaseUntil);
    return begun.subscription;
  }
  const { ended, events } = await endSubscription(tx, tenant, subscription, undefined, now);
  await saveSubscription(tx.db, tenant, subscription, ended, leaseUntil);
  await appendEvents(tx.db, events, tx.clock.real());
  await addRevenue(tx.db, tenant, revenueChange(subscription, ended));
  return ended;
}
