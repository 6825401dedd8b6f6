import type { InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testClock } from '@pitanga/testing';
import { aCharge, aCustomer, anEvent } from '../../test/domain-events';
import { bodiesOf, startHarness } from '../../test/harness';
import { notify, v2Body } from '../../test/notify';
import { utms } from '../../test/payment-records';
import { subscriptionEvents } from '../../test/subscription-events';
import {
  aCardCharge,
  aSubscription,
  customer,
  cycleCheckout,
  declined,
  iso,
  nextAt,
  payerInformation,
  payment,
  shown,
  shownCancelled,
  shownCheckout,
  subscriptionCheckout,
} from '../../test/subscription-fixtures';
import { erasePersons } from './erase-persons';
import { matchEvents } from './match-events';
import { subscriptionEventTypes } from './subscription-notification';

const clock = testClock(new Date());
const { started, renewed, paymentFailed, planChanged, updated, ended, trialStarted, allTypes } =
  subscriptionEvents(clock);
const harness = startBeforeAll(() => startHarness(clock));

describe('a subscription', () => {
  it('that is paid makes subscription.completed with its customer, payment and checkout', async () => {
    const tenant = aTenant();
    const event = started(tenant);
    expect(await notify(harness, tenant, [event, event])).toEqual([
      v2Body('subscription.completed', {
        subscription: { ...shown, coupons: ['NATAL'] },
        customer,
        payment,
        payerInformation,
        checkout: shownCheckout('bill_1', { nextChargeAt: nextAt.toISOString(), couponsUsed: ['NATAL'] }),
      }),
    ]);
  });

  it('with a trial makes subscription.trial_started without a payment', async () => {
    const tenant = aTenant();
    expect(await notify(harness, tenant, [trialStarted(tenant)])).toEqual([
      v2Body('subscription.trial_started', {
        subscription: { ...shown, trialDays: 7, trialEndsAt: nextAt.toISOString() },
        customer,
        checkout: shownCheckout('bill_1', {
          trialDays: 7,
          trialEndsAt: nextAt.toISOString(),
          nextChargeAt: nextAt.toISOString(),
        }),
      }),
    ]);
  });

  it("is renewed with the new cycle's checkout", async () => {
    const tenant = aTenant();
    expect(await notify(harness, tenant, [renewed(tenant, aCardCharge())])).toEqual([
      v2Body('subscription.renewed', {
        subscription: shown,
        customer,
        payment,
        payerInformation,
        checkout: shownCheckout('bill_2', {
          retryPolicy: null,
          subscriptionId: 'subs_1',
          nextChargeAt: nextAt.toISOString(),
        }),
      }),
    ]);
  });

  it('is renewed by Pix with its payer, the tax id masked', async () => {
    const tenant = aTenant();
    const charge = aCharge({ origin: 'CHARGE_ORIGIN_SUBSCRIPTION' });
    expect(await notify(harness, tenant, [renewed(tenant, charge)])).toMatchObject([
      {
        data: {
          payment: { id: charge.id, method: 'PIX' },
          payerInformation: {
            method: 'PIX',
            PIX: { name: 'Ana', taxId: '123.***.***-**', isSameAsCustomer: true },
            utms,
          },
        },
      },
    ]);
  });

  it('is renewed without a payment when there was nothing to collect', async () => {
    const tenant = aTenant();
    expect(await notify(harness, tenant, [renewed(tenant, undefined)])).toMatchObject([
      { event: 'subscription.renewed', data: { payment: null, payerInformation: null, checkout: { id: 'bill_2' } } },
    ]);
  });

  it('is cancelled with time, policy and reason, and with its last payment', async () => {
    const tenant = aTenant();
    expect(await notify(harness, tenant, [ended(tenant, { checkout: cycleCheckout, charge: aCardCharge() })])).toEqual([
      v2Body('subscription.cancelled', {
        subscription: shownCancelled,
        customer,
        payment,
        payerInformation,
        checkout: shownCheckout('bill_2', { retryPolicy: null, subscriptionId: 'subs_1' }),
      }),
    ]);
  });

  it('that was never paid is cancelled without payment and checkout', async () => {
    const tenant = aTenant();
    expect(await notify(harness, tenant, [ended(tenant)])).toEqual([
      v2Body('subscription.cancelled', {
        subscription: shownCancelled,
        customer,
        payment: null,
        payerInformation: null,
        checkout: null,
      }),
    ]);
  });

  it('of another plan has the new amount and frequency beside the change', async () => {
    const tenant = aTenant();
    expect(await notify(harness, tenant, [planChanged(tenant)])).toEqual([
      v2Body('subscription.plan_changed', {
        subscription: { ...shown, productId: 'prod_2', quantity: 1, amount: 49_900, frequency: 'ANNUALLY' },
        change: {
          id: 'subu_1',
          subscriptionId: 'subs_1',
          status: 'PENDING',
          productId: 'prod_2',
          quantity: 1,
          newAmount: 49_900,
          requestedAt: iso,
          devMode: true,
          createdAt: iso,
          updatedAt: iso,
        },
      }),
    ]);
  });

  it('of any other change says which, and one of an earlier release, which says none, is not sent', async () => {
    const tenant = aTenant();
    const told = updated(tenant, ['SUBSCRIPTION_CHANGE_COUPON_ADDED', 'SUBSCRIPTION_CHANGE_COUPON_REMOVED']);
    expect(await notify(harness, tenant, [told, updated(tenant, [])])).toEqual([
      v2Body('subscription.updated', { subscription: shown, changes: ['COUPON_ADDED', 'COUPON_REMOVED'] }),
    ]);
  });
});

describe('a failed attempt', () => {
  const failedPayment = {
    ...payment,
    status: 'FAILED',
    reason: 'INSUFFICIENT_FUNDS',
    providerCode: '51',
    paidAmount: null,
    refundedAmount: 0,
    paidAt: null,
  };

  it('contains its payment with the reason, its cycle and attempt number, and the time of the next attempt', async () => {
    const tenant = aTenant();
    expect(await notify(harness, tenant, [paymentFailed(tenant, declined, nextAt)])).toEqual([
      v2Body('subscription.payment_failed', {
        subscription: shown,
        payment: failedPayment,
        installmentId: 'inst_1_5',
        installmentNumber: 5,
        retryNumber: 1,
        nextAttemptAt: nextAt.toISOString(),
      }),
    ]);
  });

  it('has a payment without an id if the card was not charged, and no next attempt if it was the last', async () => {
    const tenant = aTenant();
    const { brand, lastFour, installmentCount, cardToken, actionUrl, ...unmade } = failedPayment;
    expect([brand, lastFour, installmentCount, cardToken, actionUrl]).toEqual(['visa', '4242', 1, null, null]);
    expect(await notify(harness, tenant, [paymentFailed(tenant, undefined, undefined)])).toEqual([
      v2Body('subscription.payment_failed', {
        subscription: shown,
        payment: {
          ...unmade,
          id: null,
          externalId: null,
          platformFee: 0,
          description: null,
          receiptUrl: null,
          expiresAt: null,
          metadata: {},
          utms: null,
          createdAt: null,
          updatedAt: null,
        },
        installmentId: 'inst_1_5',
        installmentNumber: 5,
        retryNumber: 1,
        nextAttemptAt: null,
      }),
    ]);
  });
});

describe('a failed attempt of the previous release', () => {
  it.each([
    ['51', 'INSUFFICIENT_FUNDS', '51'],
    ['41', 'LOST_OR_STOLEN_CARD', '41'],
    ['AMOUNT_BELOW_FEE', 'INVALID_AMOUNT', null],
    ['Saldo insuficiente', 'UNKNOWN', null],
  ])('with the reason %s gets the reason %s', async (reason, shownReason, providerCode) => {
    const tenant = aTenant();
    const old = { reason, failure: 'PAYMENT_FAILURE_REASON_UNSPECIFIED', providerCode: undefined } as const;
    expect(await notify(harness, tenant, [paymentFailed(tenant, declined, nextAt, old)])).toMatchObject([
      { data: { payment: { reason: shownReason, providerCode } } },
    ]);
  });
});

it('the number of a payment counts from 1, with a trial or without', async () => {
  const tenant = aTenant();
  const first = { cycleNumber: 1 };
  const trial = aSubscription({ trialDays: 7, trialEndsAt: nextAt });
  await notify(harness, tenant, [
    paymentFailed(tenant, declined, nextAt, first),
    paymentFailed(tenant, declined, nextAt, { ...first, subscription: trial }),
  ]);
  expect(await bodiesOf(harness, tenant)).toMatchObject([
    { data: { installmentNumber: 2, installmentId: 'inst_1_2' } },
    { data: { installmentNumber: 1, installmentId: 'inst_1_1' } },
  ]);
});

it('subscriptions make no v1 event', async () => {
  const tenant = aTenant();
  const events = allTypes(tenant);
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(subscriptionEventTypes));
  expect(await notify(harness, tenant, events, 'v1')).toEqual([]);
});

it('the charges and checkouts of a subscription make no events beside its own', async () => {
  const charge = aCardCharge();
  const eventsOf = (tenant: Tenant): InboundEvent[] => [
    anEvent('charge.paid', tenant, clock.real(), { charge }),
    anEvent('checkout.paid', tenant, clock.real(), { checkout: subscriptionCheckout(), charge }),
    anEvent('checkout.paid', tenant, clock.real(), { checkout: cycleCheckout, charge: undefined }),
    anEvent('charge.failed', tenant, clock.real(), { charge: declined }),
    anEvent('charge.expired', tenant, clock.real(), { charge: aCharge({ origin: 'CHARGE_ORIGIN_SUBSCRIPTION' }) }),
    started(tenant),
  ];
  const tenant = aTenant();
  expect((await notify(harness, tenant, eventsOf(tenant))).map(({ event }) => event)).toEqual([
    'subscription.completed',
  ]);
  const other = aTenant();
  expect(await notify(harness, other, eventsOf(other), 'v1')).toEqual([]);
});

describe('an erased customer', () => {
  const namesAna = (text: string): boolean => /Ana|ana@|123\./.test(text);
  const erased = (tenant: Tenant): InboundEvent =>
    anEvent('customer.erased', tenant, clock.real(), { customerId: aCustomer.id, erasedAt: clock.real() });

  it('is redacted in the events of subscriptions before and after the erasure', async () => {
    const tenant = aTenant();
    const before = await notify(harness, tenant, allTypes(tenant));
    expect(before.filter((sent) => namesAna(JSON.stringify(sent)))).toHaveLength(4);
    await erasePersons(harness.deps, [erased(tenant)]);
    await matchEvents(harness.deps, allTypes(tenant));
    const after = await bodiesOf(harness, tenant);
    expect(after).toHaveLength(2 * before.length);
    expect(after.filter((sent) => namesAna(JSON.stringify(sent)))).toEqual([]);
  });

  it('is the customer of deliveries whose event has no personal data', async () => {
    const tenant = aTenant();
    const withoutCustomer = [planChanged(tenant), paymentFailed(tenant, undefined, undefined)].map(
      (event) => ({ ...event, data: { ...event.data, customer: undefined } }) as InboundEvent,
    );
    await notify(harness, tenant, withoutCustomer);
    const rows = await harness.database.db('deliveries').select('customer_id').where({ store_id: tenant.storeId });
    expect(rows).toEqual([{ customer_id: 'cust_1' }, { customer_id: 'cust_1' }]);
  });
});
