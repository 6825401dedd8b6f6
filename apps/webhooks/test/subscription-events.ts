import type { Charge, Checkout, InboundEvent, SubscriptionChange, SubscriptionPaymentFailed } from '@pitanga/contracts';
import type { Clock, Tenant } from '@pitanga/core';
import { aCharge, anEvent } from './domain-events';
import {
  aCardCharge,
  aPlanChange,
  aSubscription,
  cancelled,
  cycleCheckout,
  declined,
  nextAt,
  subscriptionCheckout,
} from './subscription-fixtures';

/** The domain events of a subscription, which occur now. */
export function subscriptionEvents(clock: Clock) {
  const started = (tenant: Tenant) =>
    anEvent('subscription.started', tenant, clock.real(), {
      subscription: aSubscription({ coupons: ['NATAL'] }),
      checkout: subscriptionCheckout(),
      charge: aCardCharge(),
    });

  const renewed = (tenant: Tenant, charge: Charge | undefined) =>
    anEvent('subscription.renewed', tenant, clock.real(), {
      subscription: aSubscription(),
      checkout: cycleCheckout,
      charge,
      cycleNumber: 4,
    });

  const paymentFailed = (
    tenant: Tenant,
    charge: Charge | undefined,
    nextAttemptAt: Date | undefined,
    more: Partial<SubscriptionPaymentFailed> = {},
  ) =>
    anEvent('subscription.payment_failed', tenant, clock.real(), {
      subscription: aSubscription(),
      checkout: cycleCheckout,
      charge,
      cycleNumber: 4,
      retryNumber: 1,
      reason: '51',
      failure: 'PAYMENT_FAILURE_REASON_INSUFFICIENT_FUNDS',
      providerCode: '51',
      amountCents: 5_000,
      nextAttemptAt,
      ...more,
    });

  const planChanged = (tenant: Tenant) =>
    anEvent('subscription.plan_changed', tenant, clock.real(), {
      subscription: aSubscription({ productId: 'prod_2', quantity: 1, amountCents: 49_900, cycle: 'ANNUALLY' }),
      change: aPlanChange,
    });

  const updated = (tenant: Tenant, changes: readonly SubscriptionChange[] = ['SUBSCRIPTION_CHANGE_CARD_REPLACED']) =>
    anEvent('subscription.updated', tenant, clock.real(), {
      subscription: aSubscription({}),
      recurringCents: 4_990,
      changes: [...changes],
    });

  const ended = (tenant: Tenant, more: { checkout?: Checkout; charge?: Charge } = {}) =>
    anEvent('subscription.cancelled', tenant, clock.real(), { subscription: cancelled, ...more });

  const trialStarted = (tenant: Tenant) =>
    anEvent('subscription.trial_started', tenant, clock.real(), {
      subscription: aSubscription({ trialDays: 7, trialEndsAt: nextAt }),
      checkout: subscriptionCheckout({ trialDays: 7 }),
    });

  /** One of each type. */
  const allTypes = (tenant: Tenant): InboundEvent[] => [
    started(tenant),
    trialStarted(tenant),
    updated(tenant),
    renewed(tenant, aCharge({ origin: 'CHARGE_ORIGIN_SUBSCRIPTION' })),
    paymentFailed(tenant, declined, nextAt),
    planChanged(tenant),
    ended(tenant, { checkout: cycleCheckout, charge: aCardCharge() }),
  ];
  return { started, renewed, paymentFailed, planChanged, updated, ended, trialStarted, allTypes };
}
