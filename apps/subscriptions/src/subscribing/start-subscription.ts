import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import { runAtOf, type Deps } from '../deps';
import { factOf, type Payment } from '../payments/payment';
import { findLastPayment, saveLastPayment } from '../payments/payment-repository';
import { revenueChange } from '../revenue/revenue';
import { addRevenue } from '../revenue/revenue-repository';
import { startSubscription, type NewSubscription } from '../subscriptions/subscription';
import { startedEvent } from './subscription-events';
import { findOffsetMs } from '../subscriptions/subscription-queries';
import { insertSubscription } from '../subscriptions/subscription-repository';

/**
 * A customer paid a subscription checkout, or began its trial: the subscription exists from now on, under the id that
 * billing gave it. A repeat changes nothing.
 */
export async function recordStart(deps: Deps, tenant: Tenant, input: NewSubscription, payment: Payment): Promise<void> {
  const subscription = startSubscription(input);
  await inTransaction(deps.db, async (db) => {
    const runAt = runAtOf(deps, await findOffsetMs(db, tenant), subscription);
    if (!(await insertSubscription(db, tenant, subscription, runAt))) return;
    await saveLastPayment(db, tenant, subscription, factOf(payment));
    // Read back: of a customer who was erased meanwhile it has the id alone.
    const kept = (await findLastPayment(db, tenant, subscription.id)) ?? payment;
    await appendEvents(db, [startedEvent(deps, tenant, subscription, kept)], deps.clock.real());
    await addRevenue(db, tenant, revenueChange(undefined, subscription));
  });
}
