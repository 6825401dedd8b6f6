import { isAppError, type Owned, type Tenant } from '@pitanga/core';
import { inTransaction, type Tx } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { leaseFrom, type Deps } from '../deps';
import { finishCancellation } from './cancel-subscription';
import { endAgreement } from './end-subscription';
import { finishPausing } from './pause-subscription';
import type { Subscription } from '../subscriptions/subscription';
import { moveAsk, saveWithLease, type DueSubscription } from '../subscriptions/subscription-repository';
import { chargeAttempt } from './charge-attempt';
import { beginAttempts } from './begin-attempts';
import { findStartedAttempt, type StartedAttempt } from '../cycles/cycle-repository';
import { dueAction } from '../cycles/due-action';
import { runDueActions } from './run-due-actions';
import { recordOutcome } from './record-outcome';

/** A subscription that this process has leased. */
export interface ClaimedWork extends Owned<DueSubscription> {
  /** An attempt that began with this claim. */
  readonly started: StartedAttempt | undefined;
  /** What is due is not a charge. */
  readonly isActionDue: boolean;
}

/**
 * Claims due subscriptions and commits what is about to be done with each. Any number of replicas may do this at once;
 * what one of them does not finish is claimed again when its lease ends, as the same attempt.
 */
export async function claimWork(
  deps: Deps,
  claim: (tx: Tx) => Promise<readonly Owned<DueSubscription>[]>,
): Promise<readonly ClaimedWork[]> {
  return inTransaction(deps.db, async (db) => {
    const claimed = await claim(db);
    const isActionDue = ({ subscription }: DueSubscription): boolean =>
      subscription.step === 'WAIT' && dueAction(subscription) !== 'CHARGE';
    const waiting = claimed.filter((item) => item.subscription.step === 'WAIT' && !isActionDue(item));
    const begun = await beginAttempts({ ...deps, db }, waiting);
    const begunIds = new Set(begun.map(({ subscription }) => subscription.id));
    // Also what could not begin: it is retried like work that failed.
    const others = claimed.filter(({ subscription }) => !begunIds.has(subscription.id));
    await saveWithLease(db, [...others, ...begun], leaseFrom(deps.clock.real()));
    return [
      ...others.map((item) => ({ ...item, started: undefined, isActionDue: isActionDue(item) })),
      ...begun.map(({ attempt, cycle, plans: _, ...item }) => ({
        ...item,
        started: cycle && { attempt, cycle },
        isActionDue: false,
      })),
    ];
  });
}

/** Runs what was claimed. After an error its outcome is unknown: it is run again when the lease ends. */
export async function runWork(deps: Deps, work: ClaimedWork): Promise<void> {
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
        if (work.isActionDue) await runActions(deps, tenant, subscription.id, context);
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

async function runActions(deps: Deps, tenant: Tenant, id: string, context: CallContext): Promise<void> {
  const subscription = await runDueActions(deps, tenant, id);
  if (subscription.step === 'CHARGE') await collect(deps, tenant, subscription, undefined);
  if (subscription.step === 'END') await endAgreement(deps, tenant, subscription, context);
}

/** Collects the attempt of a subscription that is in flight, and returns the subscription after it. */
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
  if (outcome.kind === 'PENDING') {
    await moveAsk(deps.db, tenant, subscription, outcome.askAgainAt, deps.clock.real());
    return subscription;
  }
  return recordOutcome(deps, tenant, started, outcome);
}
