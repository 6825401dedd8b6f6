import type { Charge, Checkout, InboundEvent, SubscriptionPaymentFailed } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant, testClock } from '@pitanga/testing';
import { aCharge, aCustomer, aFact, bodiesOf, startHarness, type Harness } from '../../test/harness';
import {
  aCardCharge,
  aPlanChange,
  aSubscription,
  cancelled,
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
import { v1Events, v2Events } from '../endpoints/event-names';
import { eraseCustomers } from './erase-customers';
import { matchEvents } from './match-events';
import { subscriptionEventTypes } from './subscription-notification';

const clock = testClock(new Date());
let harness: Harness;

beforeAll(async () => {
  harness = await startHarness(clock);
});
afterAll(() => harness.close());

const logId = expect.stringMatching(/^log_[0-9A-Za-z]{24}$/) as string;
const body = (event: string, data: object): object => ({ id: logId, event, apiVersion: 2, devMode: true, data });

/** What a webhook for every event gets of these facts. */
async function told(tenant: Tenant, facts: readonly InboundEvent[], v2 = true): Promise<Record<string, unknown>[]> {
  await harness.register(tenant, 'http://127.0.0.1:9/hook', { v2, events: v2 ? [...v2Events] : [...v1Events] });
  await matchEvents(harness.deps, facts);
  return bodiesOf(harness, tenant);
}

const started = (tenant: Tenant) =>
  aFact('subscription.started', tenant, clock.real(), {
    subscription: aSubscription({ coupons: ['NATAL'] }),
    checkout: subscriptionCheckout(),
    charge: aCardCharge(),
  });

const renewed = (tenant: Tenant, charge: Charge | undefined) =>
  aFact('subscription.renewed', tenant, clock.real(), {
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
  aFact('subscription.payment_failed', tenant, clock.real(), {
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
  aFact('subscription.plan_changed', tenant, clock.real(), {
    subscription: aSubscription({ productId: 'prod_2', quantity: 1, amountCents: 49_900, cycle: 'ANNUALLY' }),
    change: aPlanChange,
  });

const ended = (tenant: Tenant, more: { checkout?: Checkout; charge?: Charge } = {}) =>
  aFact('subscription.cancelled', tenant, clock.real(), { subscription: cancelled, ...more });

const trialStarted = (tenant: Tenant) =>
  aFact('subscription.trial_started', tenant, clock.real(), {
    subscription: aSubscription({ trialDays: 7, trialEndsAt: nextAt }),
    checkout: subscriptionCheckout({ trialDays: 7 }),
  });

describe('a subscription', () => {
  it('that is paid is completed, with its customer, payment and checkout', async () => {
    const tenant = aTenant();
    const fact = started(tenant);
    expect(await told(tenant, [fact, fact])).toEqual([
      body('subscription.completed', {
        subscription: { ...shown, coupons: ['NATAL'] },
        customer,
        payment,
        payerInformation,
        checkout: shownCheckout('bill_1', { nextChargeAt: nextAt.toISOString(), couponsUsed: ['NATAL'] }),
      }),
    ]);
  });

  it('with a trial has started it, without a payment', async () => {
    const tenant = aTenant();
    expect(await told(tenant, [trialStarted(tenant)])).toEqual([
      body('subscription.trial_started', {
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
    expect(await told(tenant, [renewed(tenant, aCardCharge())])).toEqual([
      body('subscription.renewed', {
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

  it('is renewed by Pix with who paid, the tax id masked', async () => {
    const tenant = aTenant();
    const charge = aCharge({ origin: 'CHARGE_ORIGIN_SUBSCRIPTION' });
    expect(await told(tenant, [renewed(tenant, charge)])).toMatchObject([
      {
        data: {
          payment: { id: charge.id, method: 'PIX' },
          payerInformation: { method: 'PIX', PIX: { name: 'Ana', taxId: '123.***.***-**', isSameAsCustomer: true } },
        },
      },
    ]);
  });

  it('is renewed without a payment when there was nothing to collect', async () => {
    const tenant = aTenant();
    expect(await told(tenant, [renewed(tenant, undefined)])).toMatchObject([
      { event: 'subscription.renewed', data: { payment: null, payerInformation: null, checkout: { id: 'bill_2' } } },
    ]);
  });

  it('is cancelled with when, how and why, and with what it was last paid', async () => {
    const tenant = aTenant();
    expect(await told(tenant, [ended(tenant, { checkout: cycleCheckout, charge: aCardCharge() })])).toEqual([
      body('subscription.cancelled', {
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
    expect(await told(tenant, [ended(tenant)])).toEqual([
      body('subscription.cancelled', {
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
    expect(await told(tenant, [planChanged(tenant)])).toEqual([
      body('subscription.plan_changed', {
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

  it('has its payment with the reason, and says which attempt of which cycle it was and when the next one is', async () => {
    const tenant = aTenant();
    expect(await told(tenant, [paymentFailed(tenant, declined, nextAt)])).toEqual([
      body('subscription.payment_failed', {
        subscription: shown,
        payment: failedPayment,
        installmentId: 'inst_1_5',
        installmentNumber: 5,
        retryNumber: 1,
        nextAttemptAt: nextAt.toISOString(),
      }),
    ]);
  });

  it('for which the card was not asked has no id, and the last one no next', async () => {
    const tenant = aTenant();
    const { brand, lastFour, installmentCount, cardToken, ...unmade } = failedPayment;
    expect([brand, lastFour, installmentCount, cardToken]).toEqual(['visa', '4242', 1, null]);
    expect(await told(tenant, [paymentFailed(tenant, undefined, undefined)])).toEqual([
      body('subscription.payment_failed', {
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

describe('a failed attempt of the version before', () => {
  it.each([
    ['51', 'INSUFFICIENT_FUNDS', '51'],
    ['41', 'LOST_OR_STOLEN_CARD', '41'],
    ['AMOUNT_BELOW_FEE', 'INVALID_AMOUNT', null],
    ['Saldo insuficiente', 'UNKNOWN', null],
  ])('with the reason %s reads %s', async (reason, shownReason, providerCode) => {
    const tenant = aTenant();
    const old = { reason, failure: 'PAYMENT_FAILURE_REASON_UNSPECIFIED', providerCode: undefined } as const;
    expect(await told(tenant, [paymentFailed(tenant, declined, nextAt, old)])).toMatchObject([
      { data: { payment: { reason: shownReason, providerCode } } },
    ]);
  });
});

it('the number of a payment counts from 1, with a trial or without', async () => {
  const tenant = aTenant();
  const first = { cycleNumber: 1 };
  const trial = aSubscription({ trialDays: 7, trialEndsAt: nextAt });
  await told(tenant, [
    paymentFailed(tenant, declined, nextAt, first),
    paymentFailed(tenant, declined, nextAt, { ...first, subscription: trial }),
  ]);
  expect(await bodiesOf(harness, tenant)).toMatchObject([
    { data: { installmentNumber: 2, installmentId: 'inst_1_2' } },
    { data: { installmentNumber: 1, installmentId: 'inst_1_1' } },
  ]);
});

const everyFact = (tenant: Tenant): InboundEvent[] => [
  started(tenant),
  trialStarted(tenant),
  renewed(tenant, aCharge({ origin: 'CHARGE_ORIGIN_SUBSCRIPTION' })),
  paymentFailed(tenant, declined, nextAt),
  planChanged(tenant),
  ended(tenant, { checkout: cycleCheckout, charge: aCardCharge() }),
];

it('v1 is told of no subscription', async () => {
  const tenant = aTenant();
  const facts = everyFact(tenant);
  expect(new Set(facts.map(({ type }) => type))).toEqual(new Set(subscriptionEventTypes));
  expect(await told(tenant, facts, false)).toEqual([]);
});

it('that a subscription was paid is told by its own events alone', async () => {
  const charge = aCardCharge();
  const factsOf = (tenant: Tenant): InboundEvent[] => [
    aFact('charge.paid', tenant, clock.real(), { charge }),
    aFact('checkout.paid', tenant, clock.real(), { checkout: subscriptionCheckout(), charge }),
    aFact('checkout.paid', tenant, clock.real(), { checkout: cycleCheckout, charge: undefined }),
    aFact('charge.failed', tenant, clock.real(), { charge: declined }),
    aFact('charge.expired', tenant, clock.real(), { charge: aCharge({ origin: 'CHARGE_ORIGIN_SUBSCRIPTION' }) }),
    started(tenant),
  ];
  const tenant = aTenant();
  expect((await told(tenant, factsOf(tenant))).map(({ event }) => event)).toEqual(['subscription.completed']);
  const other = aTenant();
  expect(await told(other, factsOf(other), false)).toEqual([]);
});

describe('an erased customer', () => {
  const namesAna = (text: string): boolean => /Ana|ana@|123\./.test(text);
  const erased = (tenant: Tenant): InboundEvent =>
    aFact('customer.erased', tenant, clock.real(), { customerId: aCustomer.id, erasedAt: clock.real() });

  it('is blank in the events of their subscriptions, told before or after', async () => {
    const tenant = aTenant();
    const before = await told(tenant, everyFact(tenant));
    expect(before.filter((sent) => namesAna(JSON.stringify(sent)))).toHaveLength(4);
    await eraseCustomers(harness.deps, [erased(tenant)]);
    await matchEvents(harness.deps, everyFact(tenant));
    const after = await bodiesOf(harness, tenant);
    expect(after).toHaveLength(2 * before.length);
    expect(after.filter((sent) => namesAna(JSON.stringify(sent)))).toEqual([]);
  });

  it('of events that name nobody is still who their deliveries are about', async () => {
    const tenant = aTenant();
    const unnamed = [planChanged(tenant), paymentFailed(tenant, undefined, undefined)].map(
      (fact) => ({ ...fact, data: { ...fact.data, customer: undefined } }) as InboundEvent,
    );
    await told(tenant, unnamed);
    const rows = await harness.database.db('deliveries').select('customer_id').where({ store_id: tenant.storeId });
    expect(rows).toEqual([{ customer_id: 'cust_1' }, { customer_id: 'cust_1' }]);
  });
});
