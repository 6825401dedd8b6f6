import type { OutboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { cycleClosed } from './cycle-events';
import { endCycles, unpaidEnd } from '../cycles/cycle-end-repository';
import type { Deps, TxDeps } from '../deps';
import { findLastPayment } from '../payments/payment-repository';
import { cancelWaitingChanges } from '../plan-changes/plan-change-repository';
import { cancelled, type Subscription } from '../subscriptions/subscription';
import { cancelledEvent } from './subscription-events';
import { finishSubscription } from '../subscriptions/subscription-repository';
import type { CallContext } from '@pitanga/rpc';

/**
 * Ends a locked subscription without an attempt in flight: its open cycle and its waiting plan changes too. The caller
 * saves the subscription returned, and appends the events after those of the last attempt.
 */
export async function endSubscription(
  tx: TxDeps,
  tenant: Tenant,
  subscription: Subscription,
  dueTo: string | undefined,
  at: Date,
): Promise<{ readonly ended: Subscription; readonly events: readonly OutboundEvent[] }> {
  const { id, cycleBegunAt } = subscription;
  const ended = cancelled(subscription, dueTo, at);
  await cancelWaitingChanges(tx.db, tenant, id, at);
  const events: OutboundEvent[] = [];
  if (cycleBegunAt) {
    const unpaid = unpaidEnd(subscription, at);
    await endCycles(tx.db, [{ tenant, ...unpaid }]);
    events.push(cycleClosed(tx.ids, tenant, unpaid));
  }
  events.push(cancelledEvent(tx, tenant, ended, await findLastPayment(tx.db, tenant, id)));
  return { ended, events };
}

/** Ends the agreement of a cancelled subscription at billing; after it the customer may subscribe again. */
export async function endAgreement(
  deps: Deps,
  tenant: Tenant,
  { id }: Pick<Subscription, 'id'>,
  context: CallContext,
): Promise<void> {
  await deps.agreements.endAgreement({ tenant, subscriptionId: id }, context);
  await finishSubscription(deps.db, tenant, id);
}
