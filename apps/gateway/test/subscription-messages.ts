import { GetUpcomingResponse, PlanChange, Subscription, SubscriptionCycle, UsageRecord } from '@pitanga/contracts';
import { at } from './messages';

export const aSubscription = Subscription.fromPartial({
  id: 'subs_1',
  checkoutId: 'bill_1',
  customerId: 'cust_1',
  productId: 'prod_1',
  quantity: 1,
  amountCents: 990,
  method: 'PAYMENT_METHOD_CARD',
  status: 'SUBSCRIPTION_STATUS_ACTIVE',
  cycle: 'MONTHLY',
  retryPolicy: { maxRetry: 3, retryEveryDays: 1 },
  metadataJson: '{}',
  ...at,
});

export const aCancelledSubscription = Subscription.fromPartial({
  ...aSubscription,
  status: 'SUBSCRIPTION_STATUS_CANCELLED',
  externalId: 'club',
  trialDays: 7,
  trialEndsAt: at.updatedAt,
  canceledAt: at.updatedAt,
  cancelPolicy: 'NOW',
  cancelledDueTo: 'max_payment_retries_exceeded',
});

export const aPausedSubscription = Subscription.fromPartial({
  ...aSubscription,
  pausedAt: at.updatedAt,
  resumesAt: new Date('2027-01-02T15:00:00.000Z'),
  cancelAt: new Date('2027-02-02T15:00:00.000Z'),
  cancelPolicy: 'AT_PERIOD_END',
});

export const aCycle = SubscriptionCycle.fromPartial({
  id: 'subs_1:2',
  subscriptionId: 'subs_1',
  number: 2,
  installmentNumber: 3,
  status: 'SUBSCRIPTION_CYCLE_STATUS_OPEN',
  method: 'PAYMENT_METHOD_CARD',
  productId: 'prod_1',
  quantity: 1,
  unitPriceCents: 990,
  discountCents: 90,
  usageCents: 100,
  carriedInCents: 70,
  carriedOutCents: 0,
  amountCents: 1_070,
  dueAt: at.createdAt,
  begunAt: at.createdAt,
  attempts: [
    {
      number: 1,
      status: 'CYCLE_ATTEMPT_STATUS_FAILED',
      startedAt: at.createdAt,
      endedAt: at.updatedAt,
      reason: '51',
      chargeId: 'card_1',
    },
    { number: 2, status: 'CYCLE_ATTEMPT_STATUS_PENDING', startedAt: at.updatedAt },
  ],
});

export const anUpcoming = GetUpcomingResponse.fromPartial({
  next: {
    number: 3,
    installmentNumber: 4,
    dueAt: at.updatedAt,
    productId: 'prod_2',
    quantity: 2,
    unitPriceCents: 2_990,
    baseCents: 5_980,
    discountCents: 980,
    usage: [{ productId: 'prod_3', units: 12, amountCents: 420 }],
    usageCents: 420,
    carriedInCents: 150,
    carriedOutCents: 50,
    amountCents: 5_520,
    cycle: 'ANNUALLY',
    coupons: ['NATAL'],
    planChangeId: 'subu_1',
  },
  open: aCycle,
  nextRetryAt: at.updatedAt,
});

export const aPlanChange = PlanChange.fromPartial({
  id: 'subu_1',
  subscriptionId: 'subs_1',
  status: 'PLAN_CHANGE_STATUS_PENDING',
  productId: 'prod_2',
  quantity: 2,
  newAmountCents: 5980,
  cycle: 'ANNUALLY',
  requestedAt: at.createdAt,
  updatedAt: at.updatedAt,
});

export const aUsage = UsageRecord.fromPartial({
  id: 'usgr_1',
  subscriptionId: 'subs_1',
  productId: 'prod_3',
  units: 12,
  unitPriceCents: 35,
  action: 'USAGE_ACTION_ADD',
  installmentNumber: 2,
  recordedAt: at.createdAt,
});
