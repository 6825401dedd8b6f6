import { toWire, type Subscription as SubscriptionMessage } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { effectivePolicy } from './retry-policy';
import { expectedChargeAt, expectedRetryAt } from './next-charge';
import { liveCoupons } from '../coupons/agreed-coupon';
import { isPastDue, type Subscription } from './subscription';

/** A subscription as answers and events carry it: where it stands in its schedule stays here. */
export function subscriptionToWire(tenant: Tenant, subscription: Subscription): SubscriptionMessage {
  const isEnded = subscription.status === 'CANCELLED';
  return {
    id: subscription.id,
    devMode: tenant.devMode,
    checkoutId: subscription.checkoutId,
    customerId: subscription.customerId,
    externalId: subscription.externalId,
    productId: subscription.productId,
    quantity: subscription.quantity,
    amountCents: subscription.amountCents,
    method: toWire('PAYMENT_METHOD', subscription.method),
    status: toWire('SUBSCRIPTION_STATUS', subscription.status),
    cycle: subscription.cycle,
    coupons: liveCoupons(subscription.agreedCoupons).map(({ code }) => code),
    retryPolicy: subscription.retryPolicy,
    effectiveRetryPolicy: effectivePolicy(subscription),
    pastDue: isPastDue(subscription),
    nextRetryAt: expectedRetryAt(subscription),
    pausedAt: subscription.pausedAt,
    resumesAt: subscription.resumesAt,
    cancelAt: subscription.endsAt,
    trialDays: subscription.trialDays,
    trialEndsAt: subscription.trialEndsAt,
    nextChargeAt: expectedChargeAt(subscription),
    canceledAt: subscription.canceledAt,
    cancelPolicy: subscription.endsAt ? 'AT_PERIOD_END' : subscription.cancelPolicy,
    // Set as soon as a cancellation begins, before it is in effect.
    cancelledDueTo: isEnded ? subscription.cancelledDueTo : undefined,
    metadataJson: subscription.metadataJson,
    createdAt: subscription.createdAt,
    updatedAt: subscription.updatedAt,
  };
}
