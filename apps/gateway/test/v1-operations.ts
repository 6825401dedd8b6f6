import * as records from '@pitanga/records';
import * as messages from './messages';
import { firstPage, inline, inlineInput, publicMrrOperations, storeOperation, type Operation } from './operation';
import { keyDescription } from './order-askers-stub';
import { caller } from './whole-api';

/** v1 pages are longer than those of the services, which are asked in steps. */
const v1Page = { ...firstPage, limit: 100 };
const page = { hasMore: false, next: undefined, before: undefined };
const { tenant } = caller;
const { aCharge, aPaidCharge, aCheckout, aPaidCheckout } = messages;

export const v1Operations: readonly Operation[] = [
  storeOperation('/v1/store/get'),
  ...publicMrrOperations('/v1/public-mrr'),
  {
    call: 'POST /v1/customer/create',
    body: inline,
    answers: { 'customers.createCustomer': { customer: messages.aCustomer } },
    request: { customer: inlineInput },
    data: records.v1CustomerRecord(messages.aCustomer),
  },
  {
    call: 'GET /v1/customer/list',
    answers: { 'customers.listCustomers': { customers: [messages.anEmptyCustomer], page } },
    request: { page: v1Page },
    data: [records.v1CustomerRecord(messages.anEmptyCustomer)],
  },
  {
    call: 'POST /v1/coupon/create',
    body: { code: 'Natal_26', notes: 'Fim de\nano', discountKind: 'PERCENTAGE', discount: 1250 },
    answers: { 'coupons.createCoupon': { coupon: messages.aPlainCoupon } },
    request: {
      code: 'Natal_26',
      discountKind: 'DISCOUNT_KIND_PERCENTAGE',
      discount: 1250,
      notes: 'Fim de\nano',
      maxRedeems: -1,
      duration: 'COUPON_DURATION_ONCE',
      metadataJson: '{}',
    },
    data: records.v1CouponRecord(messages.aPlainCoupon),
  },
  {
    call: 'GET /v1/coupon/list?after=Natal_25',
    answers: { 'coupons.listCoupons': { coupons: [messages.aCoupon, messages.aPlainCoupon], page } },
    request: { page: { ...v1Page, after: 'Natal_25' } },
    data: [messages.aCoupon, messages.aPlainCoupon].map(records.v1CouponRecord),
  },
  {
    call: 'POST /v1/pixQrCode/create',
    body: { amount: 500, expiresIn: 3600, description: '🥑'.repeat(600) },
    answers: { 'charges.createPixCharge': { charge: aCharge } },
    request: {
      amountCents: 500,
      description: '🥑'.repeat(500),
      expiresInSeconds: 3600,
      metadataJson: '{}',
      ensureSameTaxId: false,
      splits: [],
    },
    data: records.pixQrCodeRecord(aCharge),
  },
  {
    call: 'GET /v1/pixQrCode/check?id=pix_char_1',
    answers: { 'charges.getCharge': { charge: aCharge } },
    request: { id: 'pix_char_1' },
    data: { status: 'PENDING', expiresAt: '2026-11-22T15:00:00.000Z' },
  },
  {
    call: 'POST /v1/pixQrCode/simulate-payment?id=pix_char_1',
    answers: { 'charges.getCharge': { charge: aCharge }, 'charges.simulateChargePayment': { charge: aPaidCharge } },
    request: {},
    calls: [
      { name: 'charges.getCharge', request: { tenant, id: 'pix_char_1' } },
      { name: 'charges.simulateChargePayment', request: { tenant, id: 'pix_char_1', late: false } },
    ],
    data: records.pixQrCodeRecord(aPaidCharge),
  },
  {
    call: 'POST /v1/billing/create',
    body: {
      allowCoupons: true,
      coupons: ['NATAL'],
      frequency: 'MULTIPLE_PAYMENTS',
      methods: ['PIX'],
      products: [{ externalId: 'book', name: 'Livro', quantity: 2, price: 1000 }],
      returnUrl: 'https://shop.example/back',
      completionUrl: 'https://shop.example/thanks',
      externalId: 'order-1',
    },
    answers: { 'checkouts.createCheckout': { checkout: aPaidCheckout, customer: messages.aCustomer } },
    request: {
      items: [{ product: 'book', quantity: 2, line: { name: 'Livro', description: '', unitPriceCents: 1000 } }],
      methods: ['PAYMENT_METHOD_PIX'],
      frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS',
      externalId: 'order-1',
      allowCoupons: true,
      coupons: ['NATAL'],
      externalIdIsLabel: true,
      returnUrl: 'https://shop.example/back',
      completionUrl: 'https://shop.example/thanks',
      skipCustomer: false,
      skipReview: false,
      metadataJson: '{}',
      maxInstallments: 1,
      passesFees: false,
      wallets: [],
      splits: [],
    },
    data: records.billingRecord(aPaidCheckout, messages.aCustomer),
  },
  {
    call: 'GET /v1/billing/list?limit=5&before=bill_9',
    answers: {
      'checkouts.listCheckouts': {
        checkouts: [aPaidCheckout, aCheckout, { ...aCheckout, methods: ['PAYMENT_METHOD_BOLETO'] }],
        customers: [messages.aCustomer],
        page,
      },
    },
    request: {
      page: { ...v1Page, limit: 5, before: 'bill_9' },
      frequencies: ['CHECKOUT_FREQUENCY_ONE_TIME', 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS'],
    },
    data: [records.billingRecord(aPaidCheckout, messages.aCustomer), records.billingRecord(aCheckout, undefined)],
  },
  {
    call: 'POST /v1/withdraw/create',
    body: {
      externalId: 'w-1',
      method: 'PIX',
      amount: 350,
      pix: { type: 'EMAIL', key: ' ana@example.com ' },
      description: 'Saque',
    },
    answers: { 'payouts.createPayout': { payout: messages.aPayout } },
    request: {
      requestedBy: { kind: 'PAYOUT_ACTOR_KIND_KEY', id: caller.actor.id, description: keyDescription },
      isAlone: false,
      kind: 'PAYOUT_KIND_WITHDRAW',
      externalId: 'w-1',
      amountCents: 350,
      description: 'Saque',
      pixKeyType: 'EMAIL',
      pixKey: 'ana@example.com',
    },
    data: records.withdrawalRecord(messages.aPayout),
  },
  {
    call: 'GET /v1/withdraw/get?externalId=w-1',
    answers: { 'payouts.getPayout': { payout: messages.aCompletePayout } },
    request: { kind: 'PAYOUT_KIND_WITHDRAW', externalId: 'w-1' },
    data: records.withdrawalRecord(messages.aCompletePayout),
  },
  {
    call: 'GET /v1/withdraw/list',
    // One that was made in v2 has no external id.
    answers: { 'payouts.listPayouts': { payouts: [messages.aPayout, { ...messages.aPayout, externalId: '' }], page } },
    request: { page: v1Page, kind: 'PAYOUT_KIND_WITHDRAW' },
    data: [
      records.withdrawalRecord(messages.aPayout),
      { ...records.withdrawalRecord(messages.aPayout), externalId: '' },
    ],
  },
];
