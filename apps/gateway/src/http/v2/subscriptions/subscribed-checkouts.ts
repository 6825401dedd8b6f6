import type { Checkout, Subscription } from '@pitanga/contracts';
import { isAppError, type Tenant } from '@pitanga/core';
import { subscriptionCheckoutRecord, type SubscriptionCheckoutRecord } from '@pitanga/records';
import type { CallContext } from '@pitanga/rpc';
import type { Deps } from '../../../deps';

type ReadDeps = Pick<Deps, 'clients' | 'log'>;

/** Records of subscription checkouts, each with the newest subscription it has started, ACTIVE ones first. */
export async function subscribedCheckouts(
  deps: ReadDeps,
  tenant: Tenant,
  checkouts: readonly Checkout[],
  context: CallContext,
): Promise<SubscriptionCheckoutRecord[]> {
  const checkoutIds = checkouts.filter(mayHaveStarted).map(({ id }) => id);
  const subscriptions = checkoutIds.length === 0 ? [] : await findNewest(deps, tenant, checkoutIds, context);
  const newest = new Map(subscriptions.map((subscription) => [subscription.checkoutId, subscription]));
  return checkouts.map((checkout) => subscriptionCheckoutRecord(checkout, newest.get(checkout.id)));
}

/**
 * None while subscriptions cannot answer, for example during a rollout in which its previous version lacks the call: an
 * answer without coupons and times is better than none.
 */
async function findNewest(
  { clients, log }: ReadDeps,
  tenant: Tenant,
  checkoutIds: string[],
  context: CallContext,
): Promise<readonly Subscription[]> {
  try {
    return (await clients.subscriptions.listNewestSubscriptions({ tenant, checkoutIds }, context)).subscriptions;
  } catch (error) {
    if (!isAppError(error)) throw error;
    log.warn({ err: error, requestId: context.requestId }, 'checkouts are shown without their subscriptions');
    return [];
  }
}

/** The record of one subscription checkout; a cycle's checkout carries the fields of its own subscription. */
export async function subscribedCheckout(
  deps: ReadDeps,
  tenant: Tenant,
  checkout: Checkout,
  context: CallContext,
): Promise<SubscriptionCheckoutRecord> {
  const { subscriptionId } = checkout;
  if (subscriptionId !== undefined) {
    const found = await deps.clients.subscriptions.getSubscription({ tenant, id: subscriptionId }, context);
    return subscriptionCheckoutRecord(checkout, found.subscription);
  }
  const [record] = await subscribedCheckouts(deps, tenant, [checkout], context);
  return record ?? subscriptionCheckoutRecord(checkout);
}

/** A deleted checkout may have been paid before. */
function mayHaveStarted({ status, paidAmountCents, subscriptionId }: Checkout): boolean {
  if (subscriptionId !== undefined) return false;
  return status === 'CHECKOUT_STATUS_PAID' || paidAmountCents !== undefined;
}
