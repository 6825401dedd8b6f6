import { isAppError, type AppError, type Tenant } from '@pitanga/core';
import { inTransaction, type Db } from '@pitanga/database';
import { attemptWindowMs, isCardTesting, pausedUntil, type PauseRule } from '../attempts/attempt';
import { attemptsPaused } from '../attempts/attempt-errors';
import type { AttemptOutcome } from '../attempts/attempt-metrics';
import {
  cardVelocities,
  cardVelocity,
  failuresOfCard,
  failuresOfPage,
  isKnownAttempt,
} from '../attempts/attempt-queries';
import { deleteAttempt, insertAttempt, lockAttempts, saveAttempt, type Attempt } from '../attempts/attempt-repository';
import type { Checkout } from '../checkouts/checkout';
import type { Deps } from '../deps';

/** Who tries: of a page that many pay each address has its own pauses, so that nobody can close it to all. */
export function clientOn({ frequency }: Pick<Checkout, 'frequency'>, client: string | undefined): string {
  return frequency === 'ONE_TIME' ? '' : (client ?? '');
}

/**
 * Runs an attempt that is counted as failed before it begins, so that any number of them at once are held to the
 * limits, and whatever it comes to after a crash. A refusal, after which nothing was tried, takes the count back.
 *
 * @param hasFailed what the attempt came to
 * @param isFailure whether a refusal is itself what is counted
 * @throws AppError RESOURCE_EXHAUSTED with `retryAfterSeconds` during a pause, before anything is done
 */
export async function attempting<T>(
  deps: Deps,
  tenant: Tenant,
  attempt: Attempt,
  work: () => Promise<T>,
  hasFailed: (result: T) => boolean,
  isFailure: (error: AppError) => boolean = () => false,
): Promise<T> {
  const { kind, id } = attempt;
  const { metrics } = deps.attempts;
  await begin(deps, tenant, attempt);
  try {
    const result = await work();
    const isFailed = hasFailed(result);
    await saveAttempt(deps.db, tenant, id, isFailed ? 'FAILED' : 'PASSED');
    metrics.tried(kind, isFailed ? 'failed' : 'passed', tenant.devMode);
    return result;
  } catch (error) {
    if (!isAppError(error) || isUnknown(error)) throw error;
    if (isFailure(error)) {
      await saveAttempt(deps.db, tenant, id, 'FAILED');
      metrics.tried(kind, 'failed', tenant.devMode);
    } else {
      await deleteAttempt(deps.db, tenant, id);
    }
    throw error;
  }
}

/** After these nobody knows whether it was tried: it stays counted, and the same form goes on with it. */
function isUnknown({ kind }: AppError): boolean {
  return kind === 'UNAVAILABLE' || kind === 'DEADLINE_EXCEEDED' || kind === 'INTERNAL' || kind === 'ABORTED';
}

async function begin(deps: Deps, tenant: Tenant, attempt: Attempt): Promise<void> {
  const now = deps.clock.real();
  await inTransaction(deps.db, async (tx) => {
    await lockAttempts(tx, tenant, attempt);
    if (await isKnownAttempt(tx, tenant, attempt.id)) return;
    const pause = await findPause(deps, tx, tenant, attempt, now);
    if (pause) {
      deps.attempts.metrics.tried(attempt.kind, pause.outcome, tenant.devMode);
      throw attemptsPaused(attempt.kind, pause.until.getTime() - now.getTime());
    }
    await insertAttempt(tx, tenant, attempt, now);
  });
}

interface Pause {
  readonly until: Date;
  readonly outcome: AttemptOutcome;
}

async function findPause(
  { attempts: { limits } }: Deps,
  tx: Db,
  tenant: Tenant,
  attempt: Attempt,
  now: Date,
): Promise<Pause | undefined> {
  const isCard = attempt.kind === 'CARD';
  const ofPage = ruleOf(isCard ? limits.CARD_DECLINES_PER_CHECKOUT : limits.COUPON_ERRORS_PER_CHECKOUT);
  const page = ofPage && pausedUntil(await failuresOfPage(tx, tenant, attempt, now), ofPage);
  if (page && page > now) return { until: page, outcome: 'paused_page' };
  if (!attempt.card) return undefined;
  const ofCard = ruleOf(limits.CARD_DECLINES_PER_CARD);
  const card = ofCard && pausedUntil(await failuresOfCard(tx, tenant, attempt.card, now), ofCard);
  if (card && card > now) return { until: card, outcome: 'paused_card' };
  const declinesMin = limits.CARD_DECLINES_PER_STORE;
  if (declinesMin === 0) return undefined;
  const velocity = await cardVelocity(tx, tenant, new Date(now.getTime() - attemptWindowMs));
  if (!isCardTesting(velocity, declinesMin)) return undefined;
  return { until: new Date(now.getTime() + storePauseMs), outcome: 'paused_store' };
}

/** It is looked at anew each time; this is when it pays to ask again. */
const storePauseMs = 60_000;

function ruleOf(failuresMax: number): PauseRule | undefined {
  return failuresMax === 0 ? undefined : { failuresMax, withinMs: attemptWindowMs };
}

/** Counts a card that a merchant's server has charged: of its store's velocity, and never refused. */
export async function countCardCharge(deps: Deps, tenant: Tenant, id: string, isDeclined: boolean): Promise<void> {
  const attempt = { id, kind: 'CARD', checkoutId: '', client: '', card: undefined } as const;
  if (!(await insertAttempt(deps.db, tenant, attempt, deps.clock.real()))) return;
  await saveAttempt(deps.db, tenant, id, isDeclined ? 'FAILED' : 'PASSED');
  deps.attempts.metrics.tried('CARD', isDeclined ? 'failed' : 'passed', tenant.devMode);
}

/** Measures how many stores somebody tests cards at. */
export async function measureVelocities({ db, clock, attempts }: Deps): Promise<void> {
  attempts.metrics.stores(await cardVelocities(db, new Date(clock.real().getTime() - attemptWindowMs)));
}
