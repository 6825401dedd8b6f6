import {
  fromWire,
  required,
  tenantFromWire,
  type EventData,
  type EventType,
  type InboundEvent,
} from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import { cycles } from '../calendar/schedule';
import { afterCharge, agreedCouponFromWire } from '../coupons/agreed-coupon';
import type { Deps } from '../deps';
import { recordRevocation } from '../subscribing/cancel-subscription';
import { erasePerson } from '../subscribing/erase-person';
import { recordReplacedCard, tellReplacedCard } from '../subscribing/update-card';
import { recordStart } from '../subscribing/start-subscription';
import { subscriptionMethods, type NewSubscription } from '../subscriptions/subscription';
import { askNow } from '../subscriptions/subscription-repository';

/** The events that start and end subscriptions, tell of their attempts and cards, or erase a customer's data. */
export const consumedTypes: readonly EventType[] = [
  'agreement.started',
  'agreement.attempt_changed',
  'agreement.card_replaced',
  'agreement.revoked',
  'customer.erased',
  'payer.erased',
];

/** Applies a batch of events in order. Needs no inbox: each effect has the id of its subscription or customer. */
export async function applyEvents(deps: Deps, events: readonly InboundEvent[]): Promise<void> {
  for (const event of events) await applyEvent(deps, event);
}

async function applyEvent(deps: Deps, event: InboundEvent): Promise<void> {
  switch (event.type) {
    case 'agreement.started': {
      const { tenant, checkout, charge, customer } = event.data;
      return recordStart(deps, tenantFromWire(tenant), newSubscription(event.data), { checkout, charge, customer });
    }
    case 'agreement.attempt_changed':
      return askNow(deps.db, tenantFromWire(event.data.tenant), event.data.subscriptionId, deps.clock.real());
    case 'agreement.card_replaced': {
      const { subscriptionId: id, cycleNumber, attempts } = event.data;
      const tenant = tenantFromWire(event.data.tenant);
      await tellReplacedCard(deps, tenant, id, required(event.data.replacedAt, 'replacedAt'));
      // Others are tried by the request that replaced the card.
      if (cycleNumber === undefined || attempts === undefined) return;
      return recordReplacedCard(deps, tenant, { id, cycleNumber, attempts });
    }
    case 'agreement.revoked':
      return recordRevocation(deps, tenantFromWire(event.data.tenant), event.data.subscriptionId);
    case 'customer.erased': {
      const { tenant, customerId: id } = event.data;
      return erasePerson(deps, tenantFromWire(tenant), { id, paidUntil: undefined });
    }
    case 'payer.erased': {
      const { tenant, payerRef: id, erasedAt } = event.data;
      return erasePerson(deps, tenantFromWire(tenant), { id, paidUntil: required(erasedAt, 'erasedAt') });
    }
    default:
  }
}

function newSubscription(agreement: EventData<'agreement.started'>): NewSubscription {
  const checkout = required(agreement.checkout, 'checkout');
  const coupons = agreement.coupons.map(agreedCouponFromWire);
  return {
    id: agreement.subscriptionId,
    checkoutId: checkout.id,
    customerId: required(agreement.customer, 'customer').id,
    externalId: checkout.externalId,
    productId: agreement.productId,
    quantity: agreement.quantity,
    unitPriceCents: cents(agreement.unitPriceCents),
    cycle: fromWire('BILLING_CYCLE', cycles, agreement.cycle),
    // Without a trial the start was the first charge, also where coupons left nothing of it.
    agreedCoupons: agreement.trialDays === undefined ? afterCharge(coupons, coupons) : coupons,
    method: fromWire('PAYMENT_METHOD', subscriptionMethods, agreement.method),
    retryPolicy: { maxRetry: agreement.maxRetry, retryEveryDays: agreement.retryEveryDays },
    trialDays: agreement.trialDays,
    leadDays: agreement.leadDays,
    metadataJson: checkout.metadataJson,
    startedAt: required(agreement.startedAt, 'startedAt'),
  };
}
