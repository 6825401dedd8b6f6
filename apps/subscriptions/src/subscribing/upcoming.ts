import {
  cents,
  collectOrCarry,
  toInstallmentNumber,
  zeroCents,
  type Cents,
  type CollectableRange,
  type Tenant,
} from '@pitanga/core';
import { toWire, type GetUpcomingResponse } from '@pitanga/contracts';
import type { Db } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { findPlanned } from '../plan-changes/plan-change-repository';
import { ending, isEnding, isRunning, type Subscription } from '../subscriptions/subscription';
import { chosenResumption, type ResumeFrom } from '../subscriptions/resume-from';
import { subscriptionNotActive } from '../subscriptions/subscription-errors';
import { findSubscription } from '../subscriptions/subscription-queries';
import { findUsageTotals, sumUsage } from '../usage/usage-repository';
import { beginCycle, dueAmount } from '../cycles/cycle';
import { findCycle } from '../cycles/cycle-repository';
import { findCollectableRange } from '../cycles/find-collectable-range';
import { cycleToWire } from '../cycles/cycle-wire';
import { skipDue } from '../cycles/due-action';
import {
  currentDueAt,
  endsBeforeCharge,
  followingCycle,
  withDuePlans,
  type PlannedSubscription,
} from '../plan-changes/due-plans';
import { expectedRetryAt, resumedAt } from '../subscriptions/next-charge';

/** A pause that would end at an instant. */
export interface Resumption {
  readonly from: ResumeFrom;
  readonly at: Date;
}

/**
 * What the next cycle will cost, with the plan it falls due under and the usage so far, and the cycle that is open; as if a
 * pause ended as `resumption` says.
 *
 * @throws AppError NOT_FOUND unless the subscription is active
 */
export async function findUpcoming(
  deps: Deps,
  tenant: Tenant,
  { id, resumption }: { readonly id: string; readonly resumption: Resumption | undefined },
  context: CallContext,
): Promise<GetUpcomingResponse> {
  const { db } = deps;
  const found = await findSubscription(db, tenant, id);
  if (!found || !isRunning(found)) throw subscriptionNotActive();
  const range = await findCollectableRange(deps, tenant, id, context);
  const subscription = resumption && found.pausedAt ? resuming(found, resumption) : found;
  const { cycleNumber, cycleBegunAt } = subscription;
  const open = cycleBegunAt && (await findCycle(db, tenant, id, cycleNumber));
  return {
    next: await findNext(db, tenant, subscription, range),
    open: open && cycleToWire(subscription, open),
    nextRetryAt: expectedRetryAt(subscription),
    resumeFrom: subscription.pausedAt && toWire('RESUME_FROM', chosenResumption(subscription)),
  };
}

function resuming(subscription: Subscription, { from, at }: Resumption): Subscription {
  return { ...subscription, resumesAt: at, resumeFrom: from, endsAt: undefined };
}

/**
 * What the charge of the cycle at hand will be, in centavos: fixed once its collection has begun, before that as of now;
 * 0 where nothing will be collected.
 */
export async function findAmountAhead(
  db: Db,
  tenant: Tenant,
  subscription: Subscription,
  range: CollectableRange,
): Promise<Cents> {
  const { id, cycleNumber, cycleBegunAt } = subscription;
  if (!cycleBegunAt) return cents((await findNext(db, tenant, subscription, range))?.amountCents ?? 0);
  const begun = await findCycle(db, tenant, id, cycleNumber);
  return begun ? collectOrCarry(dueAmount(begun), range).collectedCents : zeroCents;
}

async function findNext(
  db: Db,
  tenant: Tenant,
  subscription: Subscription,
  range: CollectableRange,
): Promise<GetUpcomingResponse['next']> {
  const planned = await findPlanned(db, tenant, subscription);
  const next = nextCharged(planned);
  if (!next) return undefined;
  const first = subscription.cycleBegunAt ? subscription.cycleNumber + 1 : subscription.cycleNumber;
  const { cycleNumber } = next.subscription;
  // The usage of cycles that a pause skips is charged with the cycle after them.
  const usage = await findUsageTotals(db, tenant, subscription.id, first, cycleNumber);
  const usageCents = sumUsage(usage.values());
  const { endsAt } = next.subscription;
  const isLast = endsBeforeCharge(next);
  // The end of a pause, if that comes first.
  const { pausedAt, resumesAt } = subscription;
  const endsPaused = pausedAt && !(resumesAt && endsAt && resumesAt < endsAt);
  if (isLast && endsPaused) return undefined;
  const last = isLast ? { ...next, subscription: ending(next.subscription) } : next;
  const { cycle, subscription: begun } = beginCycle(last, usageCents, currentDueAt(next.subscription));
  const { collectedCents, leftCents } = collectOrCarry(dueAmount(cycle), range);
  // What it would leave is waived with its end.
  if (isLast && collectedCents === 0) return undefined;
  const change = planned.plans.filter((plan) => !withDuePlans(next).plans.includes(plan)).at(-1);
  return {
    number: cycleNumber,
    installmentNumber: toInstallmentNumber(subscription.trialEndsAt, cycleNumber),
    dueAt: cycle.dueAt,
    productId: cycle.productId,
    quantity: cycle.quantity,
    unitPriceCents: cycle.unitPriceCents,
    baseCents: begun.amountCents,
    discountCents: cycle.discountCents,
    usage: [...usage].map(([productId, total]) => ({ productId, ...total })),
    usageCents,
    carriedInCents: cycle.carriedInCents,
    carriedOutCents: leftCents,
    amountCents: collectedCents,
    cycle: begun.cycle,
    coupons: [...(cycle.coupons ?? [])],
    planChangeId: change?.id,
  };
}

/** The subscription at its next cycle that is charged; undefined when none is set to be. */
function nextCharged({ subscription, plans }: PlannedSubscription): PlannedSubscription | undefined {
  if (isEnding(subscription)) return undefined;
  const next = { plans, subscription: subscription.cycleBegunAt ? followingCycle(subscription) : subscription };
  const { pausedAt, resumesAt } = subscription;
  if (!pausedAt) return next;
  if (!resumesAt) return undefined;
  const skipped = skipDue(next, new Date(resumesAt.getTime() - 1), resumesAt);
  return { ...skipped, subscription: resumedAt(skipped.subscription, resumesAt) };
}
