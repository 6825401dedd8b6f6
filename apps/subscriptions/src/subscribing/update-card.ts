import type { Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { storeNow, type Deps, type TxDeps } from '../deps';
import { findDeclineCode, tryRetryAtOnce, type RetryPoint } from './retry-at-once';
import { saveChange } from './save-change';
import { isRunning, type Subscription } from '../subscriptions/subscription';
import { notPaidByCard, subscriptionNotActive } from '../subscriptions/subscription-errors';
import { findSubscription } from '../subscriptions/subscription-queries';
import { lockSubscription } from '../subscriptions/subscription-repository';

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
  return JSON.stringify({ id, cycleNumber, attempts } satisfies RetryPoint);
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
  const update = JSON.parse(effectId) as RetryPoint;
  const { id: subscriptionId, cycleNumber, attempts } = update;
  const request = { tenant, subscriptionId, cycleNumber, attempts, ...card };
  const { actionUrl } = await deps.agreements.replaceCard(request, context);
  const retried =
    actionUrl === undefined ? await tryRetryAtOnce(deps, tenant, update, context, { isNewCard: true }) : undefined;
  const subscription = retried ?? (await findSubscription(deps.db, tenant, subscriptionId));
  if (!subscription) throw subscriptionNotActive();
  return { subscription, actionUrl, declineCode: await findDeclineCode(deps.db, tenant, update) };
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
export async function recordReplacedCard(deps: Deps, tenant: Tenant, update: RetryPoint): Promise<void> {
  const subscription = await findSubscription(deps.db, tenant, update.id);
  if (!subscription || !isRunning(subscription)) return;
  const requestId = deps.ids.next('request', deps.clock.real());
  await tryRetryAtOnce(deps, tenant, update, { requestId }, { isNewCard: true });
}
