import type { Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import { nextRunAt, type Deps } from '../deps';
import { toEventPayment, type Payment } from '../payments/payment';
import { saveLastPayments } from '../payments/payment-repository';
import { revenueChange } from '../revenue/revenue';
import { addRevenue } from '../revenue/revenue-repository';
import { startSubscription, type NewSubscription } from '../subscriptions/subscription';
import { startedEvent } from './subscription-events';
import { findOffsetMs } from '../subscriptions/subscription-queries';
import { insertSubscription } from '../subscriptions/subscription-repository';

/**
 * Inserts the subscription of a customer that paid a subscription checkout or began its trial, under billing's id. A
 * repeat changes nothing.
 */
export async function recordStart(deps: Deps, tenant: Tenant, input: NewSubscription, payment: Payment): Promise<void> {
  const subscription = startSubscription(input);
  await transact(deps, async (tx) => {
    const runAt = nextRunAt(tx, await findOffsetMs(tx.db, tenant), subscription);
    if (!(await insertSubscription(tx.db, tenant, subscription, runAt))) return;
    // As stored: without who was erased in the meantime.
    const { id, customerId } = subscription;
    const paid = { tenant, id, customerId, payment: toEventPayment(payment) };
    const stored = (await saveLastPayments(tx.db, [paid])).get(id) ?? paid.payment;
    await appendEvents(tx.db, [startedEvent(tx, tenant, subscription, stored)], tx.clock.real());
    await addRevenue(tx.db, tenant, revenueChange(undefined, subscription));
  });
}
