import * as records from '@pitanga/records';
import { testClock } from '@pitanga/testing';
import * as subscriptions from './subscription-messages';
import { firstPage, page, taxId, type Operation } from './operation';
import { caller, cardLinks } from './whole-api';

const { aSubscription, aCancelledSubscription } = subscriptions;
const { tenant } = caller;
const link = { tenant, subscriptionId: 'subs_1' };
const manageUrl = cardLinks.manageAddress(link, testClock().real());
const withLink = {
  ...records.subscriptionRecord(aSubscription),
  updateCardUrl: cardLinks.cardAddress(link, testClock().real()),
  manageUrl,
  card: { brand: 'VISA', lastFour: '4242', expMonth: 4, expYear: 2030 },
  pendingPlanChange: null,
};
const cardLookUp = { name: 'agreements.getAgreementCard', request: link };
const cardOnFile = { 'agreements.getAgreementCard': { card: withLink.card } };
const listed = (subscriptions: readonly object[]) => ({ subscriptions, page });

/** Subscriptions. */
export const subscriptionOperations: readonly Operation[] = [
  ...['id=subs_1', 'externalId=club', 'customerId=cust_1'].map((key) => ({
    call: `GET /v2/subscriptions/get?${key}`,
    answers: { 'subscriptions.getSubscription': { subscription: aSubscription }, ...cardOnFile },
    request: Object.fromEntries([key.split('=')]) as object,
    calls: [
      {
        name: 'subscriptions.getSubscription',
        request: { tenant, ...(Object.fromEntries([key.split('=')]) as object) },
      },
      cardLookUp,
    ],
    data: withLink,
  })),
  ...[aCancelledSubscription, { ...aSubscription, method: 'PAYMENT_METHOD_PIX' as const }].map((subscription) => ({
    call: 'GET /v2/subscriptions/get?id=subs_1',
    answers: { 'subscriptions.getSubscription': { subscription } },
    request: { id: 'subs_1' },
    data: {
      ...records.subscriptionRecord(subscription),
      updateCardUrl: null,
      manageUrl,
      card: null,
      pendingPlanChange: null,
    },
  })),
  {
    call: 'GET /v2/subscriptions/get?id=subs_1',
    answers: {
      'subscriptions.getSubscription': { subscription: aSubscription, pendingPlanChange: subscriptions.aPlanChange },
      ...cardOnFile,
    },
    request: { id: 'subs_1' },
    calls: [{ name: 'subscriptions.getSubscription', request: { tenant, id: 'subs_1' } }, cardLookUp],
    data: { ...withLink, pendingPlanChange: records.planChangeRecord(subscriptions.aPlanChange) },
  },
  {
    call: 'GET /v2/subscriptions/cycles?id=subs_1&limit=2&after=subs_1:3',
    answers: { 'subscriptions.listCycles': { cycles: [subscriptions.aCycle], page } },
    request: { id: 'subs_1', page: { ...firstPage, limit: 2, after: 'subs_1:3' } },
    data: [records.subscriptionCycleRecord(subscriptions.aCycle)],
  },
  ...[subscriptions.anUpcoming, {}].map((upcoming) => ({
    call: 'GET /v2/subscriptions/upcoming?id=subs_1',
    answers: { 'subscriptions.getUpcoming': upcoming },
    request: { id: 'subs_1' },
    data: records.upcomingRecord('subs_1', upcoming),
  })),
  {
    call: 'GET /v2/subscriptions/upcoming?id=subs_1&resumeFrom=NOW',
    answers: { 'subscriptions.getUpcoming': { resumeFrom: 'RESUME_FROM_ANCHOR' } },
    request: { id: 'subs_1', resumeFrom: 'RESUME_FROM_NOW' },
    data: records.upcomingRecord('subs_1', { resumeFrom: 'RESUME_FROM_ANCHOR' }),
  },
  {
    call: 'POST /v2/subscriptions/cancel-plan-change',
    body: { id: 'subs_1' },
    answers: { 'subscriptions.cancelPlanChange': { change: subscriptions.aPlanChange } },
    request: { id: 'subs_1' },
    data: records.planChangeRecord(subscriptions.aPlanChange),
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
    answers: { 'subscriptions.pauseSubscription': { subscription: subscriptions.aPausedSubscription } },
    request: { id: 'subs_1' },
    data: records.subscriptionRecord(subscriptions.aPausedSubscription),
  },
  {
    call: 'POST /v2/subscriptions/pause',
    body: { id: 'subs_1', resumesAt: '2027-01-02T12:00:00-03:00', resumeFrom: 'NOW' },
    answers: { 'subscriptions.pauseSubscription': { subscription: subscriptions.aPausedSubscription } },
    request: { id: 'subs_1', resumesAt: new Date('2027-01-02T15:00:00Z'), resumeFrom: 'RESUME_FROM_NOW' },
    data: records.subscriptionRecord(subscriptions.aPausedSubscription),
  },
  {
    call: 'POST /v2/subscriptions/resume',
    body: { id: 'subs_1', resumeFrom: 'ANCHOR' },
    answers: { 'subscriptions.resumeSubscription': { subscription: aSubscription } },
    request: { id: 'subs_1', resumeFrom: 'RESUME_FROM_ANCHOR' },
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
    call: 'GET /v2/subscriptions/list?id=subs_1&checkoutId=bill_1&status=ACTIVE&customerId=cust_1&externalId=club&pastDue=true',
    answers: { 'subscriptions.listSubscriptions': listed([aSubscription, aCancelledSubscription]) },
    request: {
      page: firstPage,
      id: 'subs_1',
      checkoutId: 'bill_1',
      customerId: 'cust_1',
      status: 'SUBSCRIPTION_STATUS_ACTIVE',
      externalId: 'club',
      pastDue: true,
    },
    data: [aSubscription, aCancelledSubscription].map(records.subscriptionRecord),
  },
  ...[{ email: 'ana@example.com' }, { taxId }].map((key) => ({
    call: `GET /v2/subscriptions/list?${new URLSearchParams(Object.entries(key)).toString()}`,
    answers: {
      'customers.listCustomers': { customers: [{ id: 'cust_7' }], page },
      'subscriptions.listSubscriptions': listed([aSubscription]),
    },
    request: {},
    calls: [
      { name: 'customers.listCustomers', request: { tenant: caller.tenant, page: firstPage, ...key } },
      {
        name: 'subscriptions.listSubscriptions',
        request: { tenant: caller.tenant, page: firstPage, customers: { ids: ['cust_7'] } },
      },
    ],
    data: [aSubscription].map(records.subscriptionRecord),
  })),
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
    answers: { 'subscriptions.changePlan': { change: subscriptions.aPlanChange } },
    request: { id: 'subs_1', product: 'prod_2', quantity },
    data: records.planChangeRecord(subscriptions.aPlanChange),
  })),
  ...(['add', 'subtract'] as const).map((action) => ({
    call: 'POST /v2/subscriptions/record-usage',
    body: { id: 'subs_1', productId: 'minutes', units: 12, action },
    answers: { 'subscriptions.recordUsage': { usage: subscriptions.aUsage } },
    request: {
      id: 'subs_1',
      product: 'minutes',
      units: 12,
      action: { add: 'USAGE_ACTION_ADD', subtract: 'USAGE_ACTION_SUBTRACT' }[action],
    },
    data: records.usageRecord(subscriptions.aUsage),
  })),
  revocation(),
  {
    call: 'POST /v2/subscriptions/collect?id=subs_1',
    answers: { 'subscriptions.collectSubscription': { subscription: aSubscription } },
    request: { id: 'subs_1' },
    data: records.subscriptionRecord(aSubscription),
  },
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
  const asked = { tenant, recordId: 'subs_1', page: { limit: 10 } };
  const events = { name: 'events.listEvents', request: asked };
  return {
    call: 'POST /v2/subscriptions/simulate-authorization-cancelled?id=subs_1',
    answers: {
      'agreements.simulateAuthorizationCancelled': {},
      'subscriptions.getSubscription': () => ({ subscription: seen.shift() ?? aCancelledSubscription }),
      'events.listEvents': { events: [{ type: 'subscription.cancelled' }] },
    },
    request,
    calls: [{ name: 'agreements.simulateAuthorizationCancelled', request }, lookUp, lookUp, events, lookUp],
    data: records.subscriptionRecord(aCancelledSubscription),
  };
}
