import { PlanChange, Subscription, type Charge, type Checkout } from '@pitanga/contracts';
import { aCharge, aCheckout } from './domain-events';
import { utms } from './payment-records';

export const at = new Date('2026-11-20T14:59:00.000Z');
export const iso = at.toISOString();
export const nextAt = new Date('2026-12-20T14:59:00.000Z');

export const aSubscription = (more: Partial<Subscription> = {}): Subscription =>
  Subscription.fromPartial({
    id: 'subs_1',
    devMode: true,
    checkoutId: 'bill_1',
    customerId: 'cust_1',
    productId: 'prod_1',
    quantity: 2,
    amountCents: 5_000,
    method: 'PAYMENT_METHOD_CARD',
    status: 'SUBSCRIPTION_STATUS_ACTIVE',
    cycle: 'MONTHLY',
    retryPolicy: { maxRetry: 3, retryEveryDays: 1 },
    nextChargeAt: nextAt,
    metadataJson: '{"z":1,"a":2}',
    createdAt: at,
    updatedAt: at,
    ...more,
  });
export const cancelled = aSubscription({
  status: 'SUBSCRIPTION_STATUS_CANCELLED',
  nextChargeAt: undefined,
  canceledAt: at,
  cancelPolicy: 'NOW',
  cancelledDueTo: 'max_payment_retries_exceeded',
});
export const aCardCharge = (more: Partial<Charge> = {}): Charge =>
  aCharge({
    id: 'card_1',
    method: 'PAYMENT_METHOD_CARD',
    origin: 'CHARGE_ORIGIN_SUBSCRIPTION',
    amountCents: 5_000,
    paidAmountCents: 5_000,
    pix: undefined,
    payer: undefined,
    card: { brand: 'visa', lastFour: '4242', installmentCount: 1 },
    subscriptionId: 'subs_1',
    ...more,
  });
export const declined = aCardCharge({
  status: 'CHARGE_STATUS_FAILED',
  paidAt: undefined,
  paidAmountCents: undefined,
  failure: {
    code: '51',
    declineClass: 'DECLINE_CLASS_REVERSIBLE',
    message: 'Saldo insuficiente',
    reason: 'PAYMENT_FAILURE_REASON_INSUFFICIENT_FUNDS',
  },
});
export const subscriptionCheckout = (more: Partial<Checkout> = {}): Checkout =>
  aCheckout({
    id: 'bill_1',
    frequency: 'CHECKOUT_FREQUENCY_SUBSCRIPTION',
    methods: ['PAYMENT_METHOD_CARD'],
    maxRetry: 3,
    retryEveryDays: 1,
    ...more,
  });
export const cycleCheckout = subscriptionCheckout({
  id: 'bill_2',
  maxRetry: undefined,
  retryEveryDays: undefined,
  subscriptionId: 'subs_1',
  cycleNumber: 4,
});
export const aPlanChange = PlanChange.fromPartial({
  id: 'subu_1',
  devMode: true,
  subscriptionId: 'subs_1',
  status: 'PLAN_CHANGE_STATUS_PENDING',
  productId: 'prod_2',
  quantity: 1,
  newAmountCents: 49_900,
  cycle: 'ANNUALLY',
  requestedAt: at,
  updatedAt: at,
});

/** The same as events show it. */
export const shown = {
  id: 'subs_1',
  checkoutId: 'bill_1',
  customerId: 'cust_1',
  externalId: null,
  productId: 'prod_1',
  quantity: 2,
  amount: 5_000,
  currency: 'BRL',
  method: 'CARD',
  status: 'ACTIVE',
  frequency: 'MONTHLY',
  coupons: [],
  retryPolicy: { maxRetry: 3, retryEvery: 1 },
  effectiveRetryPolicy: { maxRetry: 3, retryEvery: 1 },
  pastDue: false,
  nextRetryAt: null,
  trialDays: null,
  trialEndsAt: null,
  nextChargeAt: nextAt.toISOString(),
  pausedAt: null,
  resumesAt: null,
  cancelAt: null,
  canceledAt: null,
  cancelPolicy: null,
  cancelledDueTo: null,
  metadata: { z: 1, a: 2 },
  devMode: true,
  createdAt: iso,
  updatedAt: iso,
};
export const shownCancelled = {
  ...shown,
  status: 'CANCELLED',
  nextChargeAt: null,
  canceledAt: iso,
  cancelPolicy: 'NOW',
  cancelledDueTo: 'max_payment_retries_exceeded',
};
export const customer = { id: 'cust_1', name: 'Ana', email: 'ana@example.com', taxId: '123.***.***-**' };
export const payment = {
  id: 'card_1',
  externalId: 'order-1',
  method: 'CARD',
  methods: ['CARD'],
  amount: 5_000,
  paidAmount: 5_000,
  refundedAmount: 0,
  status: 'PAID',
  devMode: true,
  platformFee: 80,
  customerId: 'cust_1',
  subscriptionId: 'subs_1',
  description: 'Açaí 500 ml',
  receiptUrl: 'https://pay.example/receipts/1',
  expiresAt: iso,
  metadata: { z: 1, a: '\u0000 " \\' },
  utms,
  createdAt: iso,
  updatedAt: iso,
  paidAt: iso,
  brand: 'visa',
  lastFour: '4242',
  installmentCount: 1,
  cardToken: null,
  actionUrl: null,
};
export const payerInformation = { method: 'CARD', CARD: { number: '4242', brand: 'visa' }, utms };
export const shownCheckout = (id: string, more: object = {}): object => ({
  id,
  externalId: null,
  url: 'https://pay.example/pay/1',
  amount: 5_000,
  paidAmount: 5_000,
  refundedAmount: 0,
  platformFee: 80,
  items: [],
  status: 'PAID',
  methods: ['CARD'],
  frequency: 'SUBSCRIPTION',
  coupons: [],
  couponsUsed: [],
  customerId: 'cust_1',
  returnUrl: null,
  completionUrl: null,
  dueDate: null,
  interest: null,
  fine: null,
  receiptUrl: null,
  card: { maxInstallments: 1, passFeesToCustomer: false },
  installmentsCount: null,
  subscriptionId: null,
  upSellProductId: null,
  trialDays: null,
  trialEndsAt: null,
  nextChargeAt: null,
  retryPolicy: { maxRetry: 3, retryEvery: 1 },
  pixAuthorization: null,
  skip_customer: false,
  skip_review: false,
  metadata: {},
  devMode: true,
  createdAt: iso,
  updatedAt: iso,
  ...more,
});
