import { Checkout, PlanChange, Subscription, UnreadableMessageError, UsageRecord } from '@pitanga/contracts';
import {
  checkoutRecord,
  planChangeRecord,
  subscriptionCheckoutRecord,
  subscriptionEventRecord,
  subscriptionRecord,
  usageRecord,
} from '../src';
import { aCheckout, at, iso, later, laterIso } from './messages';

const aSubscription = Subscription.fromPartial({
  id: 'subs_1',
  devMode: true,
  checkoutId: 'bill_1',
  customerId: 'cust_1',
  productId: 'prod_1',
  quantity: 1,
  amountCents: 990,
  method: 'PAYMENT_METHOD_CARD',
  status: 'SUBSCRIPTION_STATUS_ACTIVE',
  cycle: 'MONTHLY',
  retryPolicy: { maxRetry: 3, retryEveryDays: 1 },
  effectiveRetryPolicy: { maxRetry: 2, retryEveryDays: 3 },
  nextChargeAt: later,
  createdAt: at,
  updatedAt: at,
});

const shown = {
  id: 'subs_1',
  checkoutId: 'bill_1',
  customerId: 'cust_1',
  externalId: null,
  productId: 'prod_1',
  quantity: 1,
  amount: 990,
  currency: 'BRL',
  method: 'CARD',
  status: 'ACTIVE',
  frequency: { cycle: 'MONTHLY' },
  coupons: [],
  retryPolicy: { maxRetry: 3, retryEvery: 1 },
  effectiveRetryPolicy: { maxRetry: 2, retryEvery: 3 },
  pastDue: false,
  nextRetryAt: null,
  trialDays: null,
  trialEndsAt: null,
  nextChargeAt: laterIso,
  pausedAt: null,
  resumesAt: null,
  cancelAt: null,
  canceledAt: null,
  cancelPolicy: null,
  cancelledDueTo: null,
  metadata: {},
  devMode: true,
  createdAt: iso,
  updatedAt: iso,
};

describe('a subscription', () => {
  it('shows its cycle under frequency and its retry policy', () => {
    expect(subscriptionRecord(aSubscription)).toEqual(shown);
  });

  it('that waits for a retry says so, and when; one told before there were effective policies has the one asked for', () => {
    const waiting = Subscription.fromPartial({ ...aSubscription, pastDue: true, nextRetryAt: later });
    expect(subscriptionRecord(waiting)).toEqual({ ...shown, pastDue: true, nextRetryAt: laterIso });
    const old = { ...aSubscription, effectiveRetryPolicy: undefined };
    expect(subscriptionRecord(old).effectiveRetryPolicy).toEqual(shown.retryPolicy);
  });

  it("has the cycle's name as its frequency in events, and all else as in answers, in the same order", () => {
    const record = subscriptionEventRecord(aSubscription);
    expect(record).toEqual({ ...shown, frequency: 'MONTHLY' });
    expect(Object.keys(record)).toEqual(Object.keys(subscriptionRecord(aSubscription)));
  });

  it('that was cancelled in its trial says when, how and why, and has no next charge', () => {
    const cancelled = Subscription.fromPartial({
      ...aSubscription,
      externalId: 'club-1',
      status: 'SUBSCRIPTION_STATUS_CANCELLED',
      cycle: 'QUARTERLY',
      coupons: ['NATAL'],
      trialDays: 7,
      trialEndsAt: later,
      nextChargeAt: undefined,
      canceledAt: later,
      cancelPolicy: 'NOW',
      cancelledDueTo: 'max_payment_retries_exceeded',
      metadataJson: '{"a":1}',
    });
    expect(subscriptionRecord(cancelled)).toEqual({
      ...shown,
      externalId: 'club-1',
      status: 'CANCELLED',
      frequency: { cycle: 'QUARTERLY' },
      coupons: ['NATAL'],
      trialDays: 7,
      trialEndsAt: laterIso,
      nextChargeAt: null,
      canceledAt: laterIso,
      cancelPolicy: 'NOW',
      cancelledDueTo: 'max_payment_retries_exceeded',
      metadata: { a: 1 },
    });
  });

  it('of a cycle that there is not reaches nobody', () => {
    expect(() => subscriptionRecord({ ...aSubscription, cycle: 'DAILY' })).toThrow(UnreadableMessageError);
  });
});

describe('a subscription checkout', () => {
  const frequency = 'CHECKOUT_FREQUENCY_SUBSCRIPTION';

  it('is a checkout with the trial of its product and its retry policy', () => {
    const checkout = Checkout.fromPartial({ ...aCheckout, frequency, trialDays: 7, maxRetry: 5, retryEveryDays: 2 });
    expect(subscriptionCheckoutRecord(checkout)).toEqual({
      ...checkoutRecord(aCheckout),
      frequency: 'SUBSCRIPTION',
      trialDays: 7,
      trialEndsAt: null,
      nextChargeAt: null,
      retryPolicy: { maxRetry: 5, retryEvery: 2 },
      pixAuthorization: 'REQUIRED',
    });
    const optional = Checkout.fromPartial({ ...checkout, isAuthorizationOptional: true });
    const byCard = Checkout.fromPartial({ ...optional, methods: ['PAYMENT_METHOD_CARD'] });
    expect([optional, byCard].map((one) => subscriptionCheckoutRecord(one).pixAuthorization)).toEqual([
      'OPTIONAL',
      null,
    ]);
  });

  it('of one cycle has no retry policy of its own', () => {
    const cycle = Checkout.fromPartial({ ...aCheckout, frequency, subscriptionId: 'subs_1', cycleNumber: 3 });
    expect(subscriptionCheckoutRecord(cycle)).toMatchObject({
      trialDays: null,
      retryPolicy: null,
      pixAuthorization: null,
    });
  });
});

it.each([
  ['PLAN_CHANGE_STATUS_PENDING', 'PENDING'],
  ['PLAN_CHANGE_STATUS_APPLIED', 'APPLIED'],
  ['PLAN_CHANGE_STATUS_CANCELLED', 'CANCELLED'],
] as const)('a plan change that is %s reads %s and was created when it was requested', (status, name) => {
  const change = PlanChange.fromPartial({
    id: 'subu_1',
    devMode: true,
    subscriptionId: 'subs_1',
    status,
    productId: 'prod_2',
    quantity: 2,
    newAmountCents: 5_980,
    cycle: 'ANNUALLY',
    requestedAt: at,
    updatedAt: later,
  });
  expect(planChangeRecord(change)).toEqual({
    id: 'subu_1',
    subscriptionId: 'subs_1',
    status: name,
    productId: 'prod_2',
    quantity: 2,
    newAmount: 5_980,
    requestedAt: iso,
    devMode: true,
    createdAt: iso,
    updatedAt: laterIso,
  });
});

it.each([
  ['USAGE_ACTION_ADD', 'add'],
  ['USAGE_ACTION_SUBTRACT', 'subtract'],
] as const)('a usage shows its units, their price and its action (%s)', (action, name) => {
  const usage = UsageRecord.fromPartial({
    id: 'usgr_1',
    devMode: true,
    subscriptionId: 'subs_1',
    productId: 'prod_3',
    units: 12,
    unitPriceCents: 35,
    action,
    installmentNumber: 2,
    recordedAt: at,
  });
  expect(usageRecord(usage)).toEqual({
    id: 'usgr_1',
    subscriptionId: 'subs_1',
    productId: 'prod_3',
    units: 12,
    unitPrice: 35,
    amount: 420,
    action: name,
    installmentNumber: 2,
    recordedAt: iso,
    devMode: true,
    createdAt: iso,
    updatedAt: iso,
  });
});
