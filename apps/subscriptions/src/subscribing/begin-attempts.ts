import { zeroCents, type Cents, type Owned } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { beginAttempt, beginCycle, withUsedCoupons, type Attempt, type BilledCycle } from '../cycles/cycle';
import { insertAttempts, insertCycles } from '../cycles/cycle-repository';
import { storeNow, type TxDeps } from '../deps';
import type { PlanChange } from '../plan-changes/plan-change';
import { applyPlanChanges, findWaitingChanges } from '../plan-changes/plan-change-repository';
import type { Subscription } from '../subscriptions/subscription';
import { saveCoupons, type DueSubscription } from '../subscriptions/subscription-repository';
import { findUsageToBill } from '../usage/usage-repository';
import { addRevenues } from './add-revenues';
import { cycleOpened } from './cycle-events';

/** A subscription whose attempt has begun. */
export interface BegunAttempt extends Owned<DueSubscription> {
  /** The subscription as it waited. */
  readonly before: Subscription;
  readonly attempt: Attempt;
  /** Undefined when an earlier attempt began the cycle. */
  readonly opened: OpenedCycle | undefined;
}

interface OpenedCycle {
  readonly cycle: BilledCycle;
  /** The changes of plan that apply with the cycle. */
  readonly applied: readonly PlanChange[];
}

/**
 * Begins the due attempts of locked subscriptions at WAIT: at a cycle's first one a plan that waited applies and the
 * amount is fixed. The caller saves the subscriptions returned, and calls billing only after the commit. One that cannot
 * begin is logged and left out.
 */
export async function beginAttempts(
  tx: TxDeps,
  waiting: readonly Owned<DueSubscription>[],
): Promise<readonly BegunAttempt[]> {
  const fresh = waiting.filter(({ subscription }) => !subscription.cycleBegunAt);
  const changes = await findWaitingChanges(tx.db, fresh);
  const usage = await findUsageToBill(tx.db, fresh);
  const begun: BegunAttempt[] = [];
  for (const item of waiting) {
    const { id } = item.subscription;
    try {
      begun.push(begin(tx, item, changes.get(id) ?? [], usage.get(id) ?? zeroCents));
    } catch (error) {
      // The others that were claimed with it must begin.
      tx.log.error({ err: error, subscriptionId: id }, 'an attempt could not begin');
    }
  }
  await insertBegun(tx, begun);
  return begun;
}

function begin(
  tx: TxDeps,
  { tenant, subscription: before, offsetMs }: Owned<DueSubscription>,
  waitingPlans: readonly PlanChange[],
  usageCents: Cents,
): BegunAttempt {
  const now = storeNow(tx, offsetMs);
  if (before.cycleBegunAt) return { tenant, offsetMs, before, opened: undefined, ...beginAttempt(before, now) };
  const { subscription, cycle, plans } = beginCycle({ subscription: before, plans: waitingPlans }, usageCents, now);
  const opened = { cycle, applied: waitingPlans.filter((plan) => !plans.includes(plan)) };
  return { tenant, offsetMs, before, opened, ...beginAttempt(withUsedCoupons(subscription, cycle), now) };
}

async function insertBegun(tx: TxDeps, begun: readonly BegunAttempt[]): Promise<void> {
  const { db } = tx;
  const cycles = begun.flatMap(({ tenant, subscription, opened }) =>
    opened ? [{ tenant, subscription, ...opened }] : [],
  );
  await insertCycles(
    db,
    cycles.map(({ tenant, cycle }) => ({ tenant, ...cycle })),
  );
  await appendEvents(
    db,
    cycles.map(({ tenant, subscription, cycle }) => cycleOpened(tx.ids, tenant, subscription, cycle)),
    tx.clock.real(),
  );
  await insertAttempts(
    db,
    begun.map(({ tenant, attempt }) => ({ tenant, ...attempt })),
  );
  for (const { tenant, applied, cycle } of cycles) await applyPlanChanges(db, tenant, applied, cycle.begunAt);
  await saveCoupons(
    db,
    begun
      .filter(({ before, subscription }) => subscription.agreedCoupons !== before.agreedCoupons)
      .map(({ tenant, subscription }) => ({ tenant, ...subscription })),
  );
  await addRevenues(
    db,
    begun.map(({ tenant, before, subscription: after }) => ({ tenant, before, after })),
  );
}
