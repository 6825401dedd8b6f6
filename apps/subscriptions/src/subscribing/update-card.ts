import type { Tenant } from '@pitanga/core';
import { transact, type Db } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { beginAttempts } from './begin-attempts';
import { collectAttempt } from './collect-attempts';
import { findCycle } from '../cycles/cycle-repository';
import { leaseFrom, nextRunAt, storeNow, type Deps, type TxDeps } from '../deps';
import { finishPausing } from './pause-subscription';
import { saveChange } from './save-change';
import { isRunning, type Subscription } from '../subscriptions/subscription';
import { notPaidByCard, subscriptionNotActive } from '../subscriptions/subscription-errors';
import { findSubscription } from '../subscriptions/subscription-queries';
import { lockSubscription, saveSubscription } from '../subscriptions/subscription-repository';

/** Where a subscription was when its card was replaced: the attempt that follows comes after these. */
export interface CardUpdate {
  readonly id: string;
  readonly cycleNumber: number;
  readonly attempts: number;
}

/**
 * Checks that a subscription has a card to replace; returns what {@link finishUpdateCard} needs, so that a resumed
 * request does not try the cycle twice.
 *
 * @throws AppError NOT_FOUND unless it is active, FAILED_PRECONDITION when it is paid by Pix
 */
export async function beginUpdateCard(tx: TxDeps, tenant: Tenant, id: string): Promise<string> {
  const locked = await lockSubscription(tx.db, tenant, id);
  if (!locked || !isRunning(locked.subscription)) throw subscriptionNotActive();
  const { method, cycleNumber, attempts } = locked.subscription;
  if (method !== 'CARD') throw notPaidByCard();
  return JSON.stringify({ id, cycleNumber, attempts } satisfies CardUpdate);
}

export interface UpdatedCard {
  /** The subscription after it. */
  readonly subscription: Subscription;
  /** The page on which the card's holder is to confirm it; the card is replaced after that. */
  readonly actionUrl: string | undefined;
  /** The open cycle was tried with the new card, which was declined with this code. */
  readonly declineCode: string | undefined;
}

/**
 * Replaces the card at billing and, when the open cycle has failed attempts, tries it at once, beside its schedule: the
 * attempt uses up no retry. A card that its holder is to confirm is replaced later: {@link recordReplacedCard}.
 *
 * @throws AppError INVALID_ARGUMENT for a token that cannot be used, and for a card that its bank declines
 */
export async function finishUpdateCard(
  deps: Deps,
  tenant: Tenant,
  effectId: string,
  card: { readonly token: string; readonly canConfirm: boolean },
  context: CallContext,
): Promise<UpdatedCard> {
  const update = JSON.parse(effectId) as CardUpdate;
  const { id: subscriptionId, cycleNumber, attempts } = update;
  const request = { tenant, subscriptionId, cycleNumber, attempts, ...card };
  const { actionUrl } = await deps.agreements.replaceCard(request, context);
  const retried = actionUrl === undefined ? await tryRetryAtOnce(deps, tenant, update, context) : undefined;
  const subscription = retried ?? (await findSubscription(deps.db, tenant, subscriptionId));
  if (!subscription) throw subscriptionNotActive();
  return { subscription, actionUrl, declineCode: await findDeclineCode(deps.db, tenant, update) };
}

/** Also for a request that is resumed: what the attempt after the replacement has come to is written. */
async function findDeclineCode(db: Db, tenant: Tenant, update: CardUpdate): Promise<string | undefined> {
  const cycle = await findCycle(db, tenant, update.id, update.cycleNumber);
  const made = cycle?.attempts.find(({ number }) => number > update.attempts);
  // Without a charge no card was asked.
  return made?.state === 'FAILED' && made.chargeId !== undefined ? made.reason : undefined;
}

/** Publishes that the card was replaced, once for each replacement: a repeat finds its time written. */
export async function tellReplacedCard(deps: Deps, tenant: Tenant, id: string, replacedAt: Date): Promise<void> {
  await transact(deps, async (tx) => {
    const locked = await lockSubscription(tx.db, tenant, id);
    if (!locked || !isRunning(locked.subscription)) return;
    const { cardReplacedAt } = locked.subscription;
    if (cardReplacedAt && cardReplacedAt >= replacedAt) return;
    const updatedAt = storeNow(tx, locked.offsetMs);
    await saveChange(tx, tenant, locked, { ...locked.subscription, cardReplacedAt: replacedAt, updatedAt });
  });
}

/**
 * The holder of a new card has confirmed it, and billing has replaced the card: an open cycle that has failed attempts is
 * tried at once, unless it was tried since the replacement began. A repeat changes nothing.
 */
export async function recordReplacedCard(deps: Deps, tenant: Tenant, update: CardUpdate): Promise<void> {
  const subscription = await findSubscription(deps.db, tenant, update.id);
  if (!subscription || !isRunning(subscription)) return;
  const requestId = deps.ids.next('request', deps.clock.real());
  await tryRetryAtOnce(deps, tenant, update, { requestId });
}

/** Undefined while the outcome is not known: the card is replaced and a job finishes the attempt. */
async function tryRetryAtOnce(
  deps: Deps,
  tenant: Tenant,
  update: CardUpdate,
  context: CallContext,
): Promise<Subscription | undefined> {
  try {
    return await retryAtOnce(deps, tenant, update, context);
  } catch (error) {
    deps.log.warn({ err: error, subscriptionId: update.id }, 'the outcome of a retry with a new card is not known yet');
    return undefined;
  }
}

async function retryAtOnce(
  deps: Deps,
  tenant: Tenant,
  update: CardUpdate,
  { requestId, deadline }: CallContext,
): Promise<Subscription> {
  for (;;) {
    const subscription = await beginRetry(deps, tenant, update);
    if (subscription.step === 'PAUSE') {
      // The attempt that the pause ends may have been declined for good, with the old card.
      await finishPausing(deps, tenant, update.id, { requestId, deadline });
      continue;
    }
    if (subscription.step !== 'CHARGE') return subscription;
    const collected = await collectAttempt(deps, tenant, subscription);
    // Another attempt was in flight, perhaps with the old card; the one with the new card comes after it.
    if (collected.attempts > update.attempts || collected.cycleNumber !== update.cycleNumber) return collected;
  }
}

/** Allows the card to be sent again, and begins the attempt unless it was made before. */
async function beginRetry(deps: Deps, tenant: Tenant, update: CardUpdate): Promise<Subscription> {
  return transact(deps, async (tx) => {
    const locked = await lockSubscription(tx.db, tenant, update.id);
    if (!locked) throw subscriptionNotActive();
    const { subscription: before, offsetMs } = locked;
    if (!isRunning(before) || before.step !== 'WAIT') return before;
    const allowed: Subscription = { ...before, stoppedReason: undefined };
    const hasFailed = before.attempts > 0;
    const isMade = before.cycleNumber !== update.cycleNumber || before.attempts > update.attempts;
    if (!hasFailed || isMade) {
      await saveSubscription(tx.db, tenant, before, allowed, nextRunAt(tx, offsetMs, allowed));
      return allowed;
    }
    const [begun] = await beginAttempts(tx, [{ tenant, subscription: allowed, offsetMs }]);
    if (!begun) throw new Error(`no attempt began for ${update.id}`);
    await saveSubscription(tx.db, tenant, before, begun.subscription, leaseFrom(tx.clock.real()));
    return begun.subscription;
  });
}
