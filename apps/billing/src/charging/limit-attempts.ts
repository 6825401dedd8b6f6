import { isAppError, type AppError, type CrossTenant, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { attemptWindowMs, isCardTesting, pausedUntil, type PauseRule } from '../attempts/attempt';
import { attemptsPaused } from '../attempts/attempt-errors';
import type { AttemptOutcome } from '../attempts/attempt-metrics';
import {
  deleteAttempt,
  findCardVelocity,
  insertAttempt,
  isKnownAttempt,
  listCardFailures,
  listCardVelocities,
  listPageFailures,
  lockAttempts,
  saveAttempt,
  type Attempt,
} from '../attempts/attempt-repository';
import type { Checkout } from '../checkouts/checkout';
import { checkoutNotFound } from '../checkouts/checkout-errors';
import { findCheckout } from '../checkouts/checkout-queries';
import type { Deps, ReadDeps, TxDeps } from '../deps';

/** On a page that many pay each address has its own pauses, so that no visitor can close the page to all. */
export function attemptClient({ frequency }: Pick<Checkout, 'frequency'>, client: string | undefined): string {
  return frequency === 'ONE_TIME' ? '' : (client ?? '');
}

/**
 * Runs `work` as an attempt that counts as failed before it begins, so that the limits hold for concurrent attempts and
 * after a crash. A refusal, which sent nothing to a provider, is not counted.
 *
 * @param hasFailed whether this result counts as failed
 * @param isFailure whether a refusal counts as failed, too
 * @throws AppError RESOURCE_EXHAUSTED with `retryAfterSeconds` during a pause, before `work` runs
 */
export async function countAttempt<T>(
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

/** Runs a request with coupons that a payer typed; a coupon that cannot be used counts as a failed attempt. */
export async function attemptCoupons<T>(
  deps: Deps,
  tenant: Tenant,
  checkoutId: string,
  client: string,
  work: () => Promise<T>,
): Promise<T> {
  const checkout = await findCheckout(deps.db, tenant, { id: checkoutId });
  if (!checkout) throw checkoutNotFound();
  const attempt = {
    id: deps.ids.token(32),
    kind: 'COUPON',
    checkoutId,
    client: attemptClient(checkout, client),
    card: undefined,
  } as const;
  return countAttempt(deps, tenant, attempt, work, () => false, isWrongCoupon);
}

function isWrongCoupon({ reason }: AppError): boolean {
  return reason.startsWith('COUPON_');
}

/** The outcome is unknown: the attempt stays counted, and a repeat of the form is the same attempt. */
function isUnknown({ kind }: AppError): boolean {
  return kind === 'UNAVAILABLE' || kind === 'DEADLINE_EXCEEDED' || kind === 'INTERNAL' || kind === 'ABORTED';
}

async function begin(deps: Deps, tenant: Tenant, attempt: Attempt): Promise<void> {
  const now = deps.clock.real();
  await transact(deps, async (tx) => {
    await lockAttempts(tx.db, tenant, attempt);
    if (await isKnownAttempt(tx.db, tenant, attempt.id)) return;
    const pause = await findPause(tx, tenant, attempt, now);
    if (pause) {
      tx.attempts.metrics.tried(attempt.kind, pause.outcome, tenant.devMode);
      throw attemptsPaused(attempt.kind, pause.until.getTime() - now.getTime());
    }
    await insertAttempt(tx.db, tenant, attempt, now);
  });
}

interface Pause {
  readonly until: Date;
  readonly outcome: AttemptOutcome;
}

async function findPause(
  { db, attempts: { limits } }: TxDeps,
  tenant: Tenant,
  attempt: Attempt,
  now: Date,
): Promise<Pause | undefined> {
  const isCard = attempt.kind === 'CARD';
  const ofPage = pauseRule(isCard ? limits.CARD_DECLINES_PER_CHECKOUT : limits.COUPON_ERRORS_PER_CHECKOUT);
  const page = ofPage && pausedUntil(await listPageFailures(db, tenant, attempt, now), ofPage);
  if (page && page > now) return { until: page, outcome: 'paused_page' };
  if (!attempt.card) return undefined;
  const ofCard = pauseRule(limits.CARD_DECLINES_PER_CARD);
  const card = ofCard && pausedUntil(await listCardFailures(db, tenant, attempt.card, now), ofCard);
  if (card && card > now) return { until: card, outcome: 'paused_card' };
  const declinesMin = limits.CARD_DECLINES_PER_STORE;
  if (declinesMin === 0) return undefined;
  const velocity = await findCardVelocity(db, tenant, new Date(now.getTime() - attemptWindowMs));
  if (!isCardTesting(velocity, declinesMin)) return undefined;
  return { until: new Date(now.getTime() + storePauseMs), outcome: 'paused_store' };
}

/** The velocity is computed for each attempt; this is only the advised delay of a retry. */
const storePauseMs = 60_000;

function pauseRule(failuresMax: number): PauseRule | undefined {
  return failuresMax === 0 ? undefined : { failuresMax, withinMs: attemptWindowMs };
}

/** Counts a charge by a merchant's server towards its store's velocity; never refuses it. */
export async function countCardCharge(deps: ReadDeps, tenant: Tenant, id: string, isDeclined: boolean): Promise<void> {
  const attempt = { id, kind: 'CARD', checkoutId: '', client: '', card: undefined } as const;
  if (!(await insertAttempt(deps.db, tenant, attempt, deps.clock.real()))) return;
  await saveAttempt(deps.db, tenant, id, isDeclined ? 'FAILED' : 'PASSED');
  deps.attempts.metrics.tried('CARD', isDeclined ? 'failed' : 'passed', tenant.devMode);
}

/** Measures at how many stores cards are being tested. */
export async function measureVelocities({ db, clock, attempts }: ReadDeps, all: CrossTenant): Promise<void> {
  attempts.metrics.stores(await listCardVelocities(db, all, new Date(clock.real().getTime() - attemptWindowMs)));
}
