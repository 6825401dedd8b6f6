import type { Tenant } from '@pitanga/core';
import { currentDueAt, firstDueAfter, isPrepared } from '../plan-changes/due-plans';
import { storeNow, type TxDeps } from '../deps';
import { findPlanned } from '../plan-changes/plan-change-repository';
import { saveChange } from './save-change';
import { isEnding, isRunning, type Subscription } from '../subscriptions/subscription';
import { subscriptionNotFound } from '../subscriptions/subscription-errors';
import { lockSubscription } from '../subscriptions/subscription-repository';

/**
 * Sets the end of a subscription to its next due instant, which is the end of a trial; a repeat changes nothing. Returns
 * the subscription's id.
 *
 * @throws AppError NOT_FOUND unless it is ACTIVE
 */
export async function scheduleEnd(tx: TxDeps, tenant: Tenant, id: string): Promise<string> {
  const locked = await lockSubscription(tx.db, tenant, id);
  if (locked?.subscription.status !== 'ACTIVE') throw subscriptionNotFound();
  const { subscription, offsetMs } = locked;
  if (!isRunning(subscription) || subscription.endsAt || isEnding(subscription)) return id;
  const updatedAt = storeNow(tx, offsetMs);
  if (isPrepared(subscription, updatedAt)) {
    // Its cycle is at the payer's bank and has not fallen due: a job takes it back.
    const step = subscription.step === 'CHARGE' ? 'PAUSE' : subscription.step;
    const ended: Subscription = { ...subscription, step, endsAt: currentDueAt(subscription), updatedAt };
    await saveChange(tx, tenant, { ...locked, runAt: tx.clock.real() }, ended);
    return id;
  }
  const next = firstDueAfter(await findPlanned(tx.db, tenant, subscription), updatedAt);
  await saveChange(tx, tenant, locked, { ...subscription, endsAt: currentDueAt(next.subscription), updatedAt });
  return id;
}
