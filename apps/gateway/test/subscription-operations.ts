import * as records from '@pitanga/records';
import { testClock } from '@pitanga/testing';
import * as messages from './messages';
import { firstPage, inline, inlineInput, page, type Operation } from './operation';
import { caller, cardLinks } from './whole-api';

const { aPayment: payment, aSubscription, aCancelledSubscription, aSubscriptionCheckout } = messages;
const { tenant } = caller;
const frequency = 'CHECKOUT_FREQUENCY_SUBSCRIPTION';
const link = { tenant, subscriptionId: 'subs_1' };
const withLink = {
  ...records.subscriptionRecord(aSubscription),
  updateCardUrl: cardLinks.addressOf(link, testClock().real()),
  pendingPlanChange: null,
};
const withPayments = records.withPayments(records.subscriptionCheckoutRecord(aSubscriptionCheckout), [payment]);
const listed = (subscriptions: readonly object[]) => ({ subscriptions, page });

export const subscriptionOperations: readonly Operation[] = [
  {
    call: 'POST /v2/subscriptions/create',
    body: {
      items: [{ id: 'plan' }],
      externalId: 'club',
      customer: inline,
      coupons: ['NATAL'],
      retryPolicy: { maxRetry: 5, retryEvery: 2 },
      returnUrl: 'https://shop.example/back',
      metadata: { a: 1 },
      // What subscriptions ignore.
      card: { maxInstallments: 12 },
      interest: { value: 100 },
      fine: { value: 200, type: 'FIXED' },
      skip_customer: true,
      skip_review: true,
    },
    answers: { 'checkouts.createCheckout': { checkout: aSubscriptionCheckout } },
    request: {
      items: [{ product: 'plan', quantity: 1 }],
      methods: ['PAYMENT_METHOD_CARD'],
      frequency,
      externalId: 'club',
      customer: inlineInput,
      coupons: ['NATAL'],
      allowCoupons: true,
      maxRetry: 5,
      retryEveryDays: 2,
      returnUrl: 'https://shop.example/back',
      metadataJson: '{"a":1}',
      skipCustomer: false,
      skipReview: false,
      externalIdIsLabel: false,
      maxInstallments: 1,
    },
    data: records.subscriptionCheckoutRecord(aSubscriptionCheckout),
  },
  {
    call: 'POST /v2/subscriptions/create',
    body: { items: [{ id: 'prod_1', quantity: 3 }], customerId: 'cust_1', methods: ['PIX', 'CARD'] },
    answers: { 'checkouts.createCheckout': { checkout: aSubscriptionCheckout } },
    request: {
      items: [{ product: 'prod_1', quantity: 3 }],
      methods: ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD'],
      frequency,
      customerId: 'cust_1',
      coupons: [],
      allowCoupons: false,
      metadataJson: '{}',
      skipCustomer: false,
      skipReview: false,
      externalIdIsLabel: false,
      maxInstallments: 1,
    },
    data: records.subscriptionCheckoutRecord(aSubscriptionCheckout),
  },
  {
    call: 'GET /v2/subscriptions/checkouts/get?externalId=club',
    answers: { 'checkouts.getCheckout': { checkout: aSubscriptionCheckout, payments: [payment] } },
    request: { externalId: 'club', frequency },
    data: withPayments,
  },
  {
    call: 'GET /v2/subscriptions/checkouts/list?status=PENDING&method=CARD&customerId=cust_1',
    answers: { 'checkouts.listCheckouts': { checkouts: [aSubscriptionCheckout], customers: [], page } },
    request: {
      page: firstPage,
      frequencies: [frequency],
      status: 'CHECKOUT_STATUS_PENDING',
      method: 'PAYMENT_METHOD_CARD',
      customerId: 'cust_1',
    },
    data: [records.subscriptionCheckoutRecord(aSubscriptionCheckout)],
  },
  ...ofStarted(),
  simulation(),
  {
    call: 'POST /v2/subscriptions/checkouts/delete?id=bill_1',
    answers: { 'checkouts.deleteCheckout': { checkout: aSubscriptionCheckout } },
    request: { id: 'bill_1', frequency },
    data: records.subscriptionCheckoutRecord(aSubscriptionCheckout),
  },
  ...['id=subs_1', 'externalId=club', 'customerId=cust_1'].map((key) => ({
    call: `GET /v2/subscriptions/get?${key}`,
    answers: { 'subscriptions.getSubscription': { subscription: aSubscription } },
    request: Object.fromEntries([key.split('=')]) as object,
    data: withLink,
  })),
  ...[aCancelledSubscription, { ...aSubscription, method: 'PAYMENT_METHOD_PIX' as const }].map((subscription) => ({
    call: 'GET /v2/subscriptions/get?id=subs_1',
    answers: { 'subscriptions.getSubscription': { subscription } },
    request: { id: 'subs_1' },
    data: { ...records.subscriptionRecord(subscription), updateCardUrl: null, pendingPlanChange: null },
  })),
  {
    call: 'GET /v2/subscriptions/get?id=subs_1',
    answers: {
      'subscriptions.getSubscription': { subscription: aSubscription, pendingPlanChange: messages.aPlanChange },
    },
    request: { id: 'subs_1' },
    data: { ...withLink, pendingPlanChange: records.planChangeRecord(messages.aPlanChange) },
  },
  {
    call: 'GET /v2/subscriptions/cycles?id=subs_1&limit=2&after=subs_1:3',
    answers: { 'subscriptions.listCycles': { cycles: [messages.aCycle], page } },
    request: { id: 'subs_1', page: { ...firstPage, limit: 2, after: 'subs_1:3' } },
    data: [records.subscriptionCycleRecord(messages.aCycle)],
  },
  ...[messages.anUpcoming, {}].map((upcoming) => ({
    call: 'GET /v2/subscriptions/upcoming?id=subs_1',
    answers: { 'subscriptions.getUpcoming': upcoming },
    request: { id: 'subs_1' },
    data: records.upcomingRecord('subs_1', upcoming),
  })),
  {
    call: 'POST /v2/subscriptions/cancel-plan-change',
    body: { id: 'subs_1' },
    answers: { 'subscriptions.cancelPlanChange': { change: messages.aPlanChange } },
    request: { id: 'subs_1' },
    data: records.planChangeRecord(messages.aPlanChange),
  },
  ...(['apply', 'remove'] as const).map((change) => ({
    call: `POST /v2/subscriptions/${change}-coupon`,
    body: { id: 'subs_1', coupon: 'NATAL' },
    answers: { [`subscriptions.${change}Coupon`]: { subscription: { ...aSubscription, coupons: ['NATAL'] } } },
    request: { id: 'subs_1', coupon: 'NATAL' },
    data: records.subscriptionRecord({ ...aSubscription, coupons: ['NATAL'] }),
  })),
  {
    call: 'POST /v2/subscriptions/pause?id=subs_1',
    answers: { 'subscriptions.pauseSubscription': { subscription: messages.aPausedSubscription } },
    request: { id: 'subs_1' },
    data: records.subscriptionRecord(messages.aPausedSubscription),
  },
  {
    call: 'POST /v2/subscriptions/pause',
    body: { id: 'subs_1', resumesAt: '2027-01-02T12:00:00-03:00' },
    answers: { 'subscriptions.pauseSubscription': { subscription: messages.aPausedSubscription } },
    request: { id: 'subs_1', resumesAt: new Date('2027-01-02T15:00:00Z') },
    data: records.subscriptionRecord(messages.aPausedSubscription),
  },
  {
    call: 'POST /v2/subscriptions/resume',
    body: { id: 'subs_1' },
    answers: { 'subscriptions.resumeSubscription': { subscription: aSubscription } },
    request: { id: 'subs_1' },
    data: records.subscriptionRecord(aSubscription),
  },
  {
    call: 'POST /v2/subscriptions/cancel',
    body: { id: 'subs_1', atPeriodEnd: true },
    answers: { 'subscriptions.cancelSubscription': { subscription: aSubscription } },
    request: { id: 'subs_1', atPeriodEnd: true },
    data: records.subscriptionRecord(aSubscription),
  },
  {
    call: 'GET /v2/subscriptions/list?checkoutId=bill_1&status=ACTIVE&customerId=cust_1&externalId=club',
    answers: { 'subscriptions.listSubscriptions': listed([aSubscription, aCancelledSubscription]) },
    request: {
      page: firstPage,
      checkoutId: 'bill_1',
      customerId: 'cust_1',
      status: 'SUBSCRIPTION_STATUS_ACTIVE',
      externalId: 'club',
    },
    data: [aSubscription, aCancelledSubscription].map(records.subscriptionRecord),
  },
  {
    call: 'POST /v2/subscriptions/cancel?id=subs_1',
    answers: { 'subscriptions.cancelSubscription': { subscription: aCancelledSubscription } },
    request: { id: 'subs_1' },
    data: records.subscriptionRecord(aCancelledSubscription),
  },
  {
    call: 'POST /v2/subscriptions/cancel',
    body: { id: 'subs_1' },
    answers: { 'subscriptions.cancelSubscription': { subscription: aCancelledSubscription } },
    request: { id: 'subs_1' },
    data: records.subscriptionRecord(aCancelledSubscription),
  },
  ...[2, undefined].map((quantity) => ({
    call: 'POST /v2/subscriptions/change-plan',
    body: { id: 'subs_1', productId: 'prod_2', quantity },
    answers: { 'subscriptions.changePlan': { change: messages.aPlanChange } },
    request: { id: 'subs_1', product: 'prod_2', quantity },
    data: records.planChangeRecord(messages.aPlanChange),
  })),
  ...(['add', 'subtract'] as const).map((action) => ({
    call: 'POST /v2/subscriptions/record-usage',
    body: { id: 'subs_1', productId: 'minutes', units: 12, action },
    answers: { 'subscriptions.recordUsage': { usage: messages.aUsage } },
    request: {
      id: 'subs_1',
      product: 'minutes',
      units: 12,
      action: { add: 'USAGE_ACTION_ADD', subtract: 'USAGE_ACTION_SUBTRACT' }[action],
    },
    data: records.usageRecord(messages.aUsage),
  })),
  revocation(),
  {
    call: 'POST /v2/subscriptions/update-card',
    body: { id: 'subs_1', cardToken: 'ctok_1' },
    answers: { 'subscriptions.updateCard': { subscription: aSubscription } },
    request: { id: 'subs_1', cardToken: 'ctok_1' },
    data: records.subscriptionRecord(aSubscription),
  },
];

/** Answers when the subscription is cancelled. */
function revocation(): Operation {
  const seen = [aSubscription, aCancelledSubscription];
  const lookUp = { name: 'subscriptions.getSubscription', request: { tenant, id: 'subs_1' } };
  const request = { tenant, subscriptionId: 'subs_1' };
  return {
    call: 'POST /v2/subscriptions/simulate-authorization-cancelled?id=subs_1',
    answers: {
      'agreements.simulateAuthorizationCancelled': {},
      'subscriptions.getSubscription': () => ({ subscription: seen.shift() ?? aCancelledSubscription }),
    },
    request,
    calls: [{ name: 'agreements.simulateAuthorizationCancelled', request }, lookUp, lookUp, lookUp],
    data: records.subscriptionRecord(aCancelledSubscription),
  };
}

/** Answers when the subscription can be read that it has started. */
function simulation(): Operation {
  const request = {
    tenant,
    id: 'bill_1',
    frequency,
    method: 'PAYMENT_METHOD_CARD',
    cardNumber: '4242 4242 4242 4242',
    coupons: [],
    installmentCount: 1,
    late: false,
  };
  const lookUp = { name: 'subscriptions.getSubscription', request: { tenant, id: 'subs_1' } };
  return {
    call: 'POST /v2/subscriptions/checkouts/simulate-payment',
    body: { id: 'bill_1', method: 'CARD', cardNumber: '4242 4242 4242 4242' },
    answers: {
      'checkouts.simulateCheckoutPayment': {
        checkout: aSubscriptionCheckout,
        payments: [payment],
        subscriptionId: 'subs_1',
      },
      'subscriptions.getSubscription': { subscription: aSubscription },
    },
    request,
    calls: [{ name: 'checkouts.simulateCheckoutPayment', request }, lookUp],
    data: withPayments,
  };
}

/** Checkouts that have started a subscription have its coupons and times. */
function ofStarted(): readonly Operation[] {
  const checkout = { ...aSubscriptionCheckout, status: 'CHECKOUT_STATUS_PAID' as const };
  const at = new Date('2026-12-01T02:59:59.999Z');
  const subscription = { ...aSubscription, coupons: ['NATAL'], trialEndsAt: at, nextChargeAt: at };
  const listNewest = { name: 'subscriptions.listNewestSubscriptions', request: { tenant, checkoutIds: ['bill_1'] } };
  const started = { 'subscriptions.listNewestSubscriptions': { subscriptions: [subscription] } };
  const record = records.subscriptionCheckoutRecord(checkout, subscription);
  const list = { page: firstPage, frequencies: [frequency] };
  return [
    {
      call: 'GET /v2/subscriptions/checkouts/get?id=bill_1',
      answers: { 'checkouts.getCheckout': { checkout, payments: [payment] }, ...started },
      request: { id: 'bill_1', frequency },
      calls: [{ name: 'checkouts.getCheckout', request: { tenant, id: 'bill_1', frequency } }, listNewest],
      data: records.withPayments(
        { ...record, couponsUsed: ['NATAL'], trialEndsAt: at.toISOString(), nextChargeAt: at.toISOString() },
        [payment],
      ),
    },
    {
      call: 'GET /v2/subscriptions/checkouts/list',
      answers: { 'checkouts.listCheckouts': { checkouts: [checkout], customers: [], page }, ...started },
      request: list,
      calls: [{ name: 'checkouts.listCheckouts', request: { tenant, ...list } }, listNewest],
      data: [record],
    },
  ];
}
