import type { Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import type { Deps, TxDeps } from '../deps';
import { isRunning, type Subscription } from '../subscriptions/subscription';
import {
  cardStopped,
  collectedTooOften,
  notPaidByCard,
  notPastDue,
  subscriptionNotActive,
} from '../subscriptions/subscription-errors';
import { findSubscription } from '../subscriptions/subscription-queries';
import { lockSubscription } from '../subscriptions/subscription-repository';
import { findDeclineCode, tryRetryAtOnce, type RetryPoint } from './retry-at-once';

/** Attempts of a cycle beside its schedule, by hand or with a new card, after which none is made by hand. */
const besideMax = 5;

/**
 * Checks that the open cycle of a subscription may be tried at once; returns what {@link finishCollect} needs, so that a
 * resumed request does not try it twice. An attempt under way is the one that is asked for.
 *
 * @throws AppError NOT_FOUND unless it is active; FAILED_PRECONDITION when it is paid by Pix, is not past due, its card is
 * not to be sent again, or the cycle was tried by hand too often
 */
export async function beginCollect(tx: TxDeps, tenant: Tenant, id: string): Promise<string> {
  const locked = await lockSubscription(tx.db, tenant, id);
  if (!locked || !isRunning(locked.subscription)) throw subscriptionNotActive();
  const { method, step, cycleNumber, attempts, uncounted, stoppedReason, pausedAt } = locked.subscription;
  if (method !== 'CARD') throw notPaidByCard();
  const isUnderWay = step === 'CHARGE';
  // The first attempt of a cycle is not late yet.
  if (attempts - (isUnderWay ? 1 : 0) < 1 || pausedAt !== undefined) throw notPastDue();
  if (stoppedReason !== undefined) throw cardStopped();
  if (!isUnderWay && uncounted >= besideMax) throw collectedTooOften();
  return JSON.stringify({ id, cycleNumber, attempts: attempts - (isUnderWay ? 1 : 0) } satisfies RetryPoint);
}

export interface Collected {
  /** The subscription after it. */
  readonly subscription: Subscription;
  /** The card was declined with this code. */
  readonly declineCode: string | undefined;
}

/** Tries the open cycle once with the card on file, beside its schedule: the attempt uses up no retry. */
export async function finishCollect(
  deps: Deps,
  tenant: Tenant,
  effectId: string,
  context: CallContext,
): Promise<Collected> {
  const point = JSON.parse(effectId) as RetryPoint;
  const tried = await tryRetryAtOnce(deps, tenant, point, context, { isNewCard: false });
  const subscription = tried ?? (await findSubscription(deps.db, tenant, point.id));
  if (!subscription) throw subscriptionNotActive();
  return { subscription, declineCode: await findDeclineCode(deps.db, tenant, point) };
}
