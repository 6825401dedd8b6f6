import { isAppError, type Tenant } from '@pitanga/core';
import { inTransaction, type Db } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { leaseFrom, type Deps } from '../deps';
import { finishCancellation } from './cancel-subscription';
import { endAgreement } from './end-subscription';
import { finishPausing } from './pause-subscription';
import type { Subscription } from '../subscriptions/subscription';
import { claimUntil, type ClaimedSubscription } from '../subscriptions/subscription-repository';
import { chargeAttempt } from './ask-billing';
import { beginAttempts } from './begin-attempts';
import { findStartedAttempt, type StartedAttempt } from '../cycles/cycle-repository';
import { dueAction } from '../cycles/due-action';
import { passDue } from './pass-due';
import { recordOutcome } from './record-outcome';

/** Work that this process has for itself until its lease ends. */
export interface ClaimedWork extends ClaimedSubscription {
  /** An attempt that began with this claim. */
  readonly started: StartedAttempt | undefined;
  /** What is due is no charge. */
  readonly isPassed: boolean;
}

/**
 * Takes due subscriptions and commits what is about to be done with each. Any number of replicas may do this at once;
 * what one of them does not finish comes back when its lease ends, as the same attempt.
 */
export async function claimWork(
  deps: Deps,
  claim: (db: Db) => Promise<readonly ClaimedSubscription[]>,
): Promise<readonly ClaimedWork[]> {
  return inTransaction(deps.db, async (db) => {
    const claimed = await claim(db);
    const isPassed = ({ subscription }: ClaimedSubscription): boolean =>
      subscription.step === 'WAIT' && dueAction(subscription) !== 'CHARGE';
    const waiting = claimed.filter((item) => item.subscription.step === 'WAIT' && !isPassed(item));
    const begun = await beginAttempts({ ...deps, db }, waiting);
    const begunIds = new Set(begun.map(({ subscription }) => subscription.id));
    // Also what could not begin: it is put off like work that failed.
    const others = claimed.filter(({ subscription }) => !begunIds.has(subscription.id));
    await claimUntil(db, [...others, ...begun], leaseFrom(deps.clock.real()));
    return [
      ...others.map((item) => ({ ...item, started: undefined, isPassed: isPassed(item) })),
      ...begun.map(({ attempt, cycle, plans: _, ...item }) => ({
        ...item,
        started: cycle && { attempt, cycle },
        isPassed: false,
      })),
    ];
  });
}

/**
 * Does what was claimed. Whatever goes wrong, nobody knows how it stands: it is done again when the lease ends.
 */
export async function doWork(deps: Deps, work: ClaimedWork): Promise<void> {
  const { tenant, subscription } = work;
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  try {
    switch (subscription.step) {
      case 'CHARGE':
        await collect(deps, tenant, subscription, work.started);
        break;
      case 'CANCEL':
        await finishCancellation(deps, tenant, subscription.id, context);
        break;
      case 'PAUSE':
        await finishPausing(deps, tenant, subscription.id, context);
        break;
      case 'END':
        await endAgreement(deps, tenant, subscription, context);
        break;
      case 'WAIT':
        if (work.isPassed) await pass(deps, tenant, subscription.id, context);
        break;
      case 'DONE':
    }
  } catch (error) {
    const level = isAppError(error) ? 'warn' : 'error';
    const { id: subscriptionId, step } = subscription;
    deps.log[level]({ err: error, subscriptionId, step }, 'a step of a subscription failed, done again later');
    if (step === 'CHARGE') deps.metrics.attempts.inc({ outcome: 'UNKNOWN' });
  }
}

async function pass(deps: Deps, tenant: Tenant, id: string, context: CallContext): Promise<void> {
  const subscription = await passDue(deps, tenant, id);
  if (subscription.step === 'CHARGE') await collect(deps, tenant, subscription, undefined);
  if (subscription.step === 'END') await endAgreement(deps, tenant, subscription, context);
}

/** Collects the attempt of a subscription that is under way and answers the subscription as it is then. */
export async function collect(
  deps: Deps,
  tenant: Tenant,
  subscription: Subscription,
  begun: StartedAttempt | undefined,
): Promise<Subscription> {
  const started = begun ?? (await findStartedAttempt(deps.db, tenant, subscription.id));
  if (!started) return subscription;
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  const outcome = await chargeAttempt(deps, tenant, subscription, started, context);
  return recordOutcome(deps, tenant, started, outcome);
}
