import type { Checkout } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { subscriptionCheckoutRecord, type SubscriptionCheckoutRecord } from '@pitanga/records';
import type { CallContext } from '@pitanga/rpc';
import type { Deps } from '../../../deps';

/** Records of subscription checkouts, each with the newest subscription that it has started, ACTIVE ones first. */
export async function subscribedCheckouts(
  { clients }: Pick<Deps, 'clients'>,
  tenant: Tenant,
  checkouts: readonly Checkout[],
  context: CallContext,
): Promise<SubscriptionCheckoutRecord[]> {
  const checkoutIds = checkouts.filter(mayHaveStarted).map(({ id }) => id);
  const { subscriptions } =
    checkoutIds.length === 0
      ? { subscriptions: [] }
      : await clients.subscriptions.listNewestSubscriptions({ tenant, checkoutIds }, context);
  const newest = new Map(subscriptions.map((subscription) => [subscription.checkoutId, subscription]));
  return checkouts.map((checkout) => subscriptionCheckoutRecord(checkout, newest.get(checkout.id)));
}

/** The record of one; that of a cycle has its own subscription's. */
export async function subscribedCheckout(
  deps: Pick<Deps, 'clients'>,
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

/** A deleted one may have been paid before. */
function mayHaveStarted({ status, paidAmountCents, subscriptionId }: Checkout): boolean {
  if (subscriptionId !== undefined) return false;
  return status === 'CHECKOUT_STATUS_PAID' || paidAmountCents !== undefined;
}
