import * as records from '@pitanga/records';
import * as messages from './messages';
import * as subscriptions from './subscription-messages';
import { firstPage, inline, inlineInput, page, type Operation } from './operation';
import { caller } from './whole-api';

const { aPayment: payment, aSubscriptionCheckout } = messages;
const { aSubscription } = subscriptions;
const { tenant } = caller;
const frequency = 'CHECKOUT_FREQUENCY_SUBSCRIPTION';
const withPayments = records.withPayments(records.subscriptionCheckoutRecord(aSubscriptionCheckout), [payment]);

/** Subscription checkouts. */
export const subscriptionCheckoutOperations: readonly Operation[] = [
  {
    call: 'POST /v2/subscriptions/create',
    body: {
      items: [{ id: 'plan' }],
      externalId: 'club',
      customer: inline,
      coupons: ['NATAL'],
      methods: ['CARD', 'PIX'],
      retryPolicy: { maxRetry: 5, retryEvery: 2 },
      pixAuthorization: 'OPTIONAL',
      firstChargeDate: '2026-12-31',
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
      methods: ['PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_PIX'],
      frequency,
      externalId: 'club',
      dueDate: '2026-12-31',
      customer: inlineInput,
      coupons: ['NATAL'],
      allowCoupons: true,
      maxRetry: 5,
      retryEveryDays: 2,
      isAuthorizationOptional: true,
      returnUrl: 'https://shop.example/back',
      metadataJson: '{"a":1}',
      skipCustomer: false,
      skipReview: false,
      externalIdIsLabel: false,
      maxInstallments: 1,
      passesFees: false,
      wallets: [],
      splits: [],
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
      passesFees: false,
      wallets: [],
      splits: [],
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
  ...sent(),
  {
    call: 'POST /v2/subscriptions/checkouts/delete?id=bill_1',
    answers: { 'checkouts.deleteCheckout': { checkout: aSubscriptionCheckout } },
    request: { id: 'bill_1', frequency },
    data: records.subscriptionCheckoutRecord(aSubscriptionCheckout),
  },
];

/** Its customer is asked by mail, once it is known who that is and that the page is open. */
function sent(): readonly Operation[] {
  const call = 'POST /v2/subscriptions/checkouts/send';
  const checkout = { ...aSubscriptionCheckout, status: 'CHECKOUT_STATUS_PENDING' as const, customerId: 'cust_1' };
  const taken = { ...checkout, status: 'CHECKOUT_STATUS_PAID' as const };
  const lookUp = { name: 'checkouts.getCheckout', request: { tenant, id: 'bill_1', frequency } };
  const { id, items, amountCents, dueDate, url } = checkout;
  const offer = {
    tenant,
    checkoutId: id,
    customerId: 'cust_1',
    email: messages.aCustomer.email,
    product: items[0]?.name,
    amountCents,
    ...(dueDate !== undefined && { firstChargeDate: dueDate }),
    url,
  };
  return [
    {
      call,
      body: { id: 'bill_1' },
      answers: {
        'checkouts.getCheckout': { checkout },
        'customers.getCustomer': { customer: messages.aCustomer },
        'mails.offerSubscription': { outcome: 'OFFER_OUTCOME_QUEUED' },
      },
      request: { id: 'bill_1', frequency },
      calls: [
        lookUp,
        { name: 'customers.getCustomer', request: { tenant, id: 'cust_1' } },
        { name: 'mails.offerSubscription', request: offer },
      ],
      data: { id, mail: 'QUEUED' },
    },
    {
      call,
      body: { id: 'bill_1' },
      answers: { 'checkouts.getCheckout': { checkout: taken } },
      request: { id: 'bill_1', frequency },
      calls: [lookUp],
      data: { id, mail: 'NOT_PENDING' },
    },
  ];
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
  const asked = { tenant, recordId: 'subs_1', page: { limit: 10 } };
  const events = { name: 'events.listEvents', request: asked };
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
      'events.listEvents': { events: [{ type: 'subscription.completed' }] },
    },
    request,
    calls: [{ name: 'checkouts.simulateCheckoutPayment', request }, lookUp, events],
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
