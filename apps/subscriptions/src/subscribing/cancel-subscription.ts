import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { settleAttempt } from './settle-attempt';
import { leaseFrom, storeNow, type Deps } from '../deps';
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

/** Why a subscription was cancelled whose payer took the authorisation back in the bank's app. */
const authorizationRevoked = 'authorization_revoked';

/**
 * Decides a cancellation in the caller's transaction: no attempt begins from now on. Without one under way the
 * subscription is CANCELLED here; with one {@link finishCancel} or a job ends it, whoever decided it first. Answers
 * the subscription's id.
 *
 * @throws AppError NOT_FOUND unless it is ACTIVE
 */
export async function beginCancel(deps: Deps, tenant: Tenant, id: string): Promise<string> {
  const locked = await lockSubscription(deps.db, tenant, id);
  if (locked?.subscription.status !== 'ACTIVE') throw subscriptionNotFound();
  if (isRunning(locked.subscription)) await decide(deps, tenant, locked, undefined, leaseFrom(deps.clock.real()));
  return id;
}

/**
 * Brings a cancellation to its end; may be repeated, also by several at once, who all answer the same. When it has
 * answered nobody is charged any more.
 *
 * @throws what billing threw while it could not say what became of an attempt; a job goes on then
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

/** Voids the attempt under way, or records what it did, and ends the subscription with it. */
export async function finishCancellation(
  deps: Deps,
  tenant: Tenant,
  id: string,
  context: CallContext,
): Promise<Subscription> {
  const settled = await settleAttempt(deps, tenant, id, context);
  if (settled) return settled;
  // Whoever learnt the outcome of the attempt first has ended the subscription with it.
  const subscription = await findSubscription(deps.db, tenant, id);
  if (subscription?.status !== 'CANCELLED') throw new Error(`the cancellation of ${id} has no attempt to wait for`);
  return subscription;
}

/** The payer ended it in the bank's app: as a cancellation, which a job finishes. A repeat changes nothing. */
export async function recordRevocation(deps: Deps, tenant: Tenant, id: string): Promise<void> {
  await inTransaction(deps.db, async (db) => {
    const locked = await lockSubscription(db, tenant, id);
    if (!locked || !isRunning(locked.subscription)) return;
    await decide({ ...deps, db }, tenant, locked, authorizationRevoked, deps.clock.real());
  });
}

async function decide(
  deps: Deps,
  tenant: Tenant,
  { subscription, offsetMs }: LockedSubscription,
  dueTo: string | undefined,
  runAt: Date,
): Promise<void> {
  if (subscription.step === 'CHARGE' || subscription.step === 'PAUSE') {
    await saveSubscription(deps.db, tenant, subscription, cancelling(subscription, dueTo), runAt);
    return;
  }
  const { ended, facts } = await endSubscription(deps, tenant, subscription, dueTo, storeNow(deps, offsetMs));
  await saveSubscription(deps.db, tenant, subscription, ended, runAt);
  await appendEvents(deps.db, facts, deps.clock.real());
  await addRevenue(deps.db, tenant, revenueChange(subscription, ended));
}

/** At once, so that the customer may subscribe again; if billing is away a job does it. */
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
