import type { OutboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { cycleClosed } from './cycle-events';
import { endCycle } from '../cycles/cycle-repository';
import type { Deps } from '../deps';
import { findLastPayment } from '../payments/payment-repository';
import { cancelWaitingChanges } from '../plan-changes/plan-change-repository';
import { cancelled, type Subscription } from '../subscriptions/subscription';
import { cancelledEvent } from './subscription-events';
import { finishSubscription } from '../subscriptions/subscription-repository';
import type { CallContext } from '@pitanga/rpc';

/**
 * Ends a subscription without an attempt under way, with what belongs to it. The caller has its lock, saves what this
 * answers and appends the facts after those of the last attempt.
 */
export async function endSubscription(
  deps: Deps,
  tenant: Tenant,
  subscription: Subscription,
  dueTo: string | undefined,
  at: Date,
): Promise<{ readonly ended: Subscription; readonly facts: readonly OutboundEvent[] }> {
  const { id, cycleNumber, cycleBegunAt } = subscription;
  const ended = cancelled(subscription, dueTo, at);
  await cancelWaitingChanges(deps.db, tenant, id, at);
  const facts: OutboundEvent[] = [];
  if (cycleBegunAt) {
    const unpaid = { status: 'UNPAID', at, checkoutId: undefined, chargeId: undefined } as const;
    const cycle = { subscriptionId: id, number: cycleNumber };
    await endCycle(deps.db, tenant, cycle, unpaid);
    facts.push(cycleClosed(deps.ids, tenant, cycle, unpaid));
  }
  facts.push(cancelledEvent(deps, tenant, ended, await findLastPayment(deps.db, tenant, id)));
  return { ended, facts };
}

/** Tells billing that a cancelled subscription charges nobody any more; after it the customer may subscribe again. */
export async function endAgreement(
  deps: Deps,
  tenant: Tenant,
  { id }: Pick<Subscription, 'id'>,
  context: CallContext,
): Promise<void> {
  await deps.agreements.endAgreement({ tenant, subscriptionId: id }, context);
  await finishSubscription(deps.db, tenant, id);
}
