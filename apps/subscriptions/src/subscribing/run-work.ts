import { isAppError, type Owned, type Tenant } from '@pitanga/core';
import { transact, type Tx } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { leaseFrom, type Deps } from '../deps';
import { finishCancellation } from './cancel-subscription';
import { endAgreement } from './end-subscription';
import { finishPausing } from './pause-subscription';
import type { Subscription } from '../subscriptions/subscription';
import { moveAsk, saveWithLease, type DueSubscription } from '../subscriptions/subscription-repository';
import { chargeAttempts, type AnsweredAttempt, type AttemptInFlight } from './charge-attempt';
import { beginAttempts } from './begin-attempts';
import { findStartedAttempt, type StartedAttempt } from '../cycles/cycle-repository';
import { dueAction } from '../cycles/due-action';
import { runDueActions } from './run-due-actions';
import { recordOutcome } from './record-outcome';
import { recordPayments } from './record-payments';

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
  return transact(deps, async (tx) => {
    const claimed = await claim(tx.db);
    const isActionDue = ({ subscription }: DueSubscription): boolean =>
      subscription.step === 'WAIT' && dueAction(subscription) !== 'CHARGE';
    const waiting = claimed.filter((item) => item.subscription.step === 'WAIT' && !isActionDue(item));
    const begun = await beginAttempts(tx, waiting);
    const begunIds = new Set(begun.map(({ subscription }) => subscription.id));
    // Also what could not begin: it is retried like work that failed.
    const others = claimed.filter(({ subscription }) => !begunIds.has(subscription.id));
    await saveWithLease(tx.db, [...others, ...begun], leaseFrom(tx.clock.real()));
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

/**
 * Runs what was claimed: the charges by one call to billing, all else one by one. After an error the outcome of a piece is
 * unknown: it is run again when the lease ends.
 */
export async function runAll(deps: Deps, works: readonly ClaimedWork[]): Promise<void> {
  const charges = works.filter(({ subscription }) => subscription.step === 'CHARGE');
  const others = works.filter(({ subscription }) => subscription.step !== 'CHARGE');
  await Promise.all([
    collectAll(deps, charges),
    ...others.map((work) => orLog(deps, work.subscription, () => runOther(deps, work))),
  ]);
}

async function runOther(deps: Deps, { tenant, subscription, isActionDue }: ClaimedWork): Promise<void> {
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  switch (subscription.step) {
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
      if (isActionDue) await runActions(deps, tenant, subscription.id, context);
      break;
    case 'CHARGE':
    case 'DONE':
  }
}

async function orLog(
  deps: Deps,
  subscription: Pick<Subscription, 'id' | 'step'>,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    logFailed(deps, subscription, error);
  }
}

function logFailed({ log, metrics }: Deps, { id, step }: Pick<Subscription, 'id' | 'step'>, error: unknown): void {
  const level = isAppError(error) ? 'warn' : 'error';
  log[level]({ err: error, subscriptionId: id, step }, 'a step of a subscription failed, done again later');
  if (step === 'CHARGE') metrics.attempts.inc({ outcome: 'UNKNOWN' });
}

async function runActions(deps: Deps, tenant: Tenant, id: string, context: CallContext): Promise<void> {
  const subscription = await runDueActions(deps, tenant, id);
  if (subscription.step === 'CHARGE') await collect(deps, tenant, subscription);
  if (subscription.step === 'END') await endAgreement(deps, tenant, subscription, context);
}

/** Collects the attempt of a subscription that is in flight, and returns the subscription after it. */
export async function collect(deps: Deps, tenant: Tenant, subscription: Subscription): Promise<Subscription> {
  const started = await findStartedAttempt(deps.db, tenant, subscription.id);
  if (!started) return subscription;
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  const [answered] = await chargeAttempts(deps, [{ tenant, subscription, started }], context);
  return answered ? record(deps, answered) : subscription;
}

/** Collects the attempts that are in flight, and records what was paid together. */
async function collectAll(deps: Deps, works: readonly ClaimedWork[]): Promise<void> {
  const charging: AttemptInFlight[] = [];
  for (const { tenant, subscription, started: begun } of works) {
    await orLog(deps, subscription, async () => {
      const started = begun ?? (await findStartedAttempt(deps.db, tenant, subscription.id));
      if (started) charging.push({ tenant, subscription, started });
    });
  }
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  const left = await recordTogether(deps, await chargeAttempts(deps, charging, context));
  await Promise.all(left.map((one) => orLog(deps, one.attempt.subscription, () => record(deps, one))));
}

/** How soon an attempt is asked about again that takes billing longer than those it came with. */
const inFlightAskMs = 5_000;

/** Records what was paid in one transaction; returns what is to be recorded one by one: all of it after a fault. */
async function recordTogether(deps: Deps, answered: readonly AnsweredAttempt[]): Promise<readonly AnsweredAttempt[]> {
  const paid = answered.flatMap(({ attempt: { tenant, started }, answer }) =>
    answer.kind === 'PAID' ? [{ tenant, started, payment: answer.payment }] : [],
  );
  if (paid.length < 2) return answered;
  try {
    const left = new Set((await recordPayments(deps, paid)).map(({ started }) => started));
    return answered.filter(({ attempt: { started }, answer }) => answer.kind !== 'PAID' || left.has(started));
  } catch (error) {
    deps.log.error({ err: error, attempts: paid.length }, 'payments of cycles could not be recorded together');
    return answered;
  }
}

async function record(deps: Deps, { attempt: { tenant, subscription, started }, answer }: AnsweredAttempt) {
  switch (answer.kind) {
    case 'UNKNOWN':
      // Billing is still at work on it.
      if (isAppError(answer.error) && answer.error.reason === 'ATTEMPT_IN_FLIGHT') {
        const now = deps.clock.real();
        await moveAsk(deps.db, tenant, subscription, new Date(now.getTime() + inFlightAskMs), now);
      }
      throw answer.error;
    case 'PENDING':
      await moveAsk(deps.db, tenant, subscription, answer.askAgainAt, deps.clock.real());
      return subscription;
    default:
      return recordOutcome(deps, tenant, started, answer);
  }
}
