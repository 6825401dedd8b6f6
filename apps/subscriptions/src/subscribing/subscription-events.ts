import { required, toWire, type OutboundEvent } from '@pitanga/contracts';
import { paymentFailure, zeroCents, type Cents, type IdSource, type Tenant } from '@pitanga/core';
import type { PlanChange } from '../plan-changes/plan-change';
import { planChangeToWire } from '../plan-changes/plan-change-wire';
import type { Payment } from '../payments/payment';
import type { SubscriptionChange } from '../subscriptions/subscription-change';
import { priced, recurringCents, type Subscription } from '../subscriptions/subscription';
import { subscriptionToWire } from '../subscriptions/subscription-wire';

interface EventDeps {
  readonly ids: IdSource;
}

/** subscription.started for a start that was paid, subscription.trial_started for a trial. */
export function startedEvent(
  deps: EventDeps,
  tenant: Tenant,
  subscription: Subscription,
  payment: Payment,
): OutboundEvent {
  const head = eventHead(deps, subscription);
  const { checkout, customer, charge } = payment;
  const data = { tenant, subscription: subscriptionToWire(tenant, subscription), customer, checkout };
  if (subscription.trialEndsAt) return { ...head, type: 'subscription.trial_started', data };
  return {
    ...head,
    type: 'subscription.started',
    data: { ...data, charge, recurringCents: recurringCents(subscription) },
  };
}

/** @param subscription after the payment */
export function renewedEvent(
  deps: EventDeps,
  tenant: Tenant,
  subscription: Subscription,
  cycle: { readonly number: number; readonly payment: Payment },
): OutboundEvent {
  const { checkout, charge, customer } = cycle.payment;
  return {
    ...eventHead(deps, subscription),
    type: 'subscription.renewed',
    data: {
      tenant,
      subscription: subscriptionToWire(tenant, subscription),
      customer,
      checkout: required(checkout, 'checkout'),
      charge,
      cycleNumber: cycle.number,
    },
  };
}

/** A failed attempt. */
export interface FailedAttempt {
  readonly cycleNumber: number;
  /** 0 is the first attempt. */
  readonly retryNumber: number;
  /** From billing: the provider's code, or a reason of its own. */
  readonly reason: string;
  readonly amountCents: Cents;
  /** Absent after the last one. */
  readonly nextAttemptAt: Date | undefined;
  readonly payment: Payment | undefined;
}

export function paymentFailedEvent(
  deps: EventDeps,
  tenant: Tenant,
  subscription: Subscription,
  { payment, ...failed }: FailedAttempt,
): OutboundEvent {
  const shown = { ...subscription, nextChargeAt: failed.nextAttemptAt };
  const { reason, providerCode } = paymentFailure(subscription.method, failed.reason);
  return {
    ...eventHead(deps, subscription),
    type: 'subscription.payment_failed',
    data: {
      tenant,
      subscription: subscriptionToWire(tenant, shown),
      customer: payment?.customer,
      checkout: payment?.checkout,
      charge: payment?.charge,
      ...failed,
      failure: toWire('PAYMENT_FAILURE_REASON', reason),
      providerCode,
    },
  };
}

/** A charge that is some days ahead. */
export interface ChargeAhead {
  /** Store time of the announcement. */
  readonly at: Date;
  readonly amountCents: Cents;
  readonly customer: Payment['customer'];
}

/** @param subscription active, and waiting for a charge or collecting it in advance */
export function renewalUpcomingEvent(
  deps: EventDeps,
  tenant: Tenant,
  subscription: Subscription,
  { at, amountCents, customer }: ChargeAhead,
): OutboundEvent {
  const { id, cycleNumber, nextChargeAt: dueAt, trialEndsAt } = subscription;
  return {
    ...eventHead(deps, { id, updatedAt: at }),
    type: 'subscription.renewal_upcoming',
    data: {
      tenant,
      subscription: subscriptionToWire(tenant, subscription),
      customer,
      cycleNumber,
      dueAt,
      amountCents,
      endsTrial: cycleNumber === 1 && trialEndsAt !== undefined,
    },
  };
}

/** At the request: the event shows the subscription with the plan it will have, though its row keeps the old one. */
export function planChangedEvent(
  deps: EventDeps,
  tenant: Tenant,
  subscription: Subscription,
  change: PlanChange,
  customer: Payment['customer'],
): OutboundEvent {
  const { productId, quantity, unitPriceCents, cycle, requestedAt } = change;
  const plan = { productId, quantity, unitPriceCents, cycle, ...priced(change, subscription.agreedCoupons) };
  return {
    ...eventHead(deps, { id: subscription.id, updatedAt: requestedAt }),
    type: 'subscription.plan_changed',
    data: {
      tenant,
      subscription: subscriptionToWire(tenant, { ...subscription, ...plan, updatedAt: requestedAt }),
      customer,
      change: planChangeToWire(tenant, change),
    },
  };
}

export function updatedEvent(
  deps: EventDeps,
  tenant: Tenant,
  subscription: Subscription,
  changes: readonly SubscriptionChange[],
): OutboundEvent {
  const { isRecurring, pausedAt } = subscription;
  const recurring = isRecurring && !pausedAt ? recurringCents(subscription) : zeroCents;
  return {
    ...eventHead(deps, subscription),
    type: 'subscription.updated',
    data: {
      tenant,
      subscription: subscriptionToWire(tenant, subscription),
      recurringCents: recurring,
      changes: changes.map((name) => toWire('SUBSCRIPTION_CHANGE', name)),
    },
  };
}

export function cancelledEvent(
  deps: EventDeps,
  tenant: Tenant,
  subscription: Subscription,
  lastPayment: Payment | undefined,
): OutboundEvent {
  return {
    ...eventHead(deps, subscription),
    type: 'subscription.cancelled',
    data: {
      tenant,
      subscription: subscriptionToWire(tenant, subscription),
      customer: lastPayment?.customer,
      checkout: lastPayment?.checkout,
      charge: lastPayment?.charge,
    },
  };
}

function eventHead({ ids }: EventDeps, { id: key, updatedAt: occurredAt }: Pick<Subscription, 'id' | 'updatedAt'>) {
  return { id: ids.next('event', occurredAt), key, occurredAt };
}
