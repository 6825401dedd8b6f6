import type { Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { settleAttempt } from './settle-attempt';
import { leaseFrom, storeNow, type Deps, type TxDeps } from '../deps';
import { revenueChange } from '../revenue/revenue';
import { addRevenue } from '../revenue/revenue-repository';
import { endAgreement, endSubscription } from './end-subscription';
import { cancelling, isRunning, type Subscription } from '../subscriptions/subscription';
import { subscriptionNotFound } from '../subscriptions/subscription-errors';
import { findSubscription } from '../subscriptions/subscription-queries';
import {
  lockSubscription,
  moveLease,
  saveSubscription,
  type LockedSubscription,
} from '../subscriptions/subscription-repository';

/** `cancelledDueTo` of a subscription whose payer revoked the authorisation in the bank's app. */
const authorizationRevoked = 'authorization_revoked';

/**
 * Begins a cancellation: no attempt begins from now on. Without one in flight the subscription is CANCELLED here; with
 * one, {@link finishCancel} or a job ends it. Returns the subscription's id.
 *
 * @throws AppError NOT_FOUND unless it is ACTIVE
 */
export async function beginCancel(tx: TxDeps, tenant: Tenant, id: string): Promise<string> {
  const locked = await lockSubscription(tx.db, tenant, id);
  if (locked?.subscription.status !== 'ACTIVE') throw subscriptionNotFound();
  if (isRunning(locked.subscription)) await cancel(tx, tenant, locked, undefined, leaseFrom(tx.clock.real()));
  return id;
}

/**
 * Finishes a cancellation; may be repeated, also at once, with the same result. When it returns, nothing is charged any
 * more.
 *
 * @throws what billing threw when the outcome of an attempt is unknown; a job then finishes the cancellation
 */
export async function finishCancel(
  deps: Deps,
  tenant: Tenant,
  id: string,
  context: CallContext,
): Promise<Subscription> {
  const found = await findSubscription(deps.db, tenant, id);
  if (!found) throw subscriptionNotFound();
  let subscription = found;
  try {
    if (subscription.step === 'CANCEL') subscription = await finishCancellation(deps, tenant, id, context);
  } catch (error) {
    await moveLease(deps.db, tenant, subscription, deps.clock.real());
    throw error;
  }
  if (subscription.step === 'END') await tryEndAgreement(deps, tenant, subscription, context);
  return subscription;
}

/** Voids the attempt in flight, or records its outcome, and ends the subscription with it. */
export async function finishCancellation(
  deps: Deps,
  tenant: Tenant,
  id: string,
  context: CallContext,
): Promise<Subscription> {
  const settled = await settleAttempt(deps, tenant, id, context);
  if (settled) return settled;
  // Another worker recorded the outcome of the attempt first, and ended the subscription with it.
  const subscription = await findSubscription(deps.db, tenant, id);
  if (subscription?.status !== 'CANCELLED') throw new Error(`the cancellation of ${id} has no attempt to wait for`);
  return subscription;
}

/** Cancels a subscription that its payer ended in the bank's app; a job finishes it. A repeat changes nothing. */
export async function recordRevocation(deps: Deps, tenant: Tenant, id: string): Promise<void> {
  await transact(deps, async (tx) => {
    const locked = await lockSubscription(tx.db, tenant, id);
    if (!locked || !isRunning(locked.subscription)) return;
    await cancel(tx, tenant, locked, authorizationRevoked, tx.clock.real());
  });
}

async function cancel(
  tx: TxDeps,
  tenant: Tenant,
  { subscription, offsetMs }: LockedSubscription,
  dueTo: string | undefined,
  runAt: Date,
): Promise<void> {
  if (subscription.step === 'CHARGE' || subscription.step === 'PAUSE') {
    await saveSubscription(tx.db, tenant, subscription, cancelling(subscription, dueTo), runAt);
    return;
  }
  const { ended, events } = await endSubscription(tx, tenant, subscription, dueTo, storeNow(tx, offsetMs));
  await saveSubscription(tx.db, tenant, subscription, ended, runAt);
  await appendEvents(tx.db, events, tx.clock.real());
  await addRevenue(tx.db, tenant, revenueChange(subscription, ended));
}

/** At once, so that the customer may subscribe again; a job does it when billing is unavailable. */
async function tryEndAgreement(
  deps: Deps,
  tenant: Tenant,
  subscription: Subscription,
  context: CallContext,
): Promise<void> {
  try {
    await endAgreement(deps, tenant, subscription, context);
  } catch (error) {
    deps.log.warn(
      { err: error, subscriptionId: subscription.id },
      'billing was not told of a cancellation, tried again',
    );
    await moveLease(deps.db, tenant, subscription, deps.clock.real());
  }
}
