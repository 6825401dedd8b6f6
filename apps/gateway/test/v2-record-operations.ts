import * as records from '@pitanga/records';
import * as messages from './messages';
import { personOperations } from './person-operations';
import { hashPortalToken } from '../src/http/pages/portal/portal-tokens';
import { buyerKeys } from './buyer-keys';
import { caller } from './whole-api';
import { firstPage, page, taxId, type Operation } from './operation';

const at = new Date('2026-12-20T15:00:00.000Z');
const validity = {
  startsAt: new Date('2026-12-01T03:00:00.000Z'),
  expiresAt: new Date('2026-12-26T03:00:00.000Z'),
  duration: 'COUPON_DURATION_REPEATING',
  durationInCycles: 3,
} as const;
const aDatedCoupon = { ...messages.aCoupon, ...validity };

const portalOf = { customerId: 'cust_1', checkoutId: 'bill_1' };
const portalToken = buyerKeys.portalTokens.of(caller.tenant, portalOf);

/** The test clock, card tokens, customers, coupons and products, and updates. */
export const recordOperations: readonly Operation[] = [
  {
    call: 'GET /v2/test-clock/get',
    answers: {},
    request: {},
    calls: [],
    data: { now: '2026-11-20T15:00:00.000Z' },
  },
  {
    call: 'POST /v2/test-clock/advance',
    body: { to: '2026-12-20' },
    answers: {
      'testClocks.advance': { now: at, events: [{ at, type: 'charge.expired', id: 'pix_char_1' }] },
    },
    request: { to: new Date('2026-12-20T03:00:00.000Z') },
    data: {
      now: at.toISOString(),
      happenings: [{ at: at.toISOString(), type: 'charge.expired', id: 'pix_char_1' }],
    },
  },
  {
    call: 'POST /v2/card-tokens',
    key: 'form',
    body: { number: '4242 4242 4242 4242', expMonth: '08', expYear: 31, cvv: '123', holderName: ' ANA SOUZA ' },
    answers: {
      'cards.createCardToken': {
        id: 'ctok_1',
        brand: 'VISA',
        lastFour: '4242',
        expiresAt: new Date('2026-11-20T15:01:00.000Z'),
      },
    },
    request: { number: '4242 4242 4242 4242', expMonth: 8, expYear: 2031, cvv: '123', holderName: 'ANA SOUZA' },
    data: { id: 'ctok_1', brand: 'VISA', lastFour: '4242', expiresAt: '2026-11-20T15:01:00.000Z' },
  },
  {
    call: 'POST /v2/customer-portal/create',
    body: { customerId: 'cust_1', checkoutId: 'bill_1' },
    answers: { 'portals.createPortal': { portal: { id: 'cpl_1', ...portalOf, createdAt: at } } },
    request: { ...portalOf, tokenHash: hashPortalToken(portalToken) },
    data: {
      id: 'cpl_1',
      url: `https://pitanga.example/portal/${portalToken}`,
      ...portalOf,
      devMode: true,
      createdAt: at.toISOString(),
    },
  },
  {
    call: 'POST /v2/customers/create',
    body: { email: ' ana@example.com ', taxId, metadata: { a: 1 } },
    answers: { 'customers.createCustomer': { customer: messages.aCustomer } },
    request: {
      customer: { email: 'ana@example.com', taxId: '12345678909', metadataJson: '{"a":1}' },
    },
    data: records.customerRecord(messages.aCustomer),
  },
  {
    call: 'GET /v2/customers/get?email=Ana@example.com',
    answers: { 'customers.getCustomer': { customer: messages.anEmptyCustomer } },
    request: { email: 'Ana@example.com' },
    data: records.customerRecord(messages.anEmptyCustomer),
  },
  {
    call: 'GET /v2/customers/list?name=an&limit=2&startDate=2026-01-01&endDate=2026-01-31',
    answers: { 'customers.listCustomers': { customers: [messages.aCustomer, messages.anEmptyCustomer], page } },
    request: {
      page: {
        ...firstPage,
        limit: 2,
        createdFrom: new Date('2026-01-01T03:00:00.000Z'),
        createdTo: new Date('2026-02-01T03:00:00.000Z'),
      },
      name: 'an',
    },
    data: [messages.aCustomer, messages.anEmptyCustomer].map(records.customerRecord),
  },
  {
    call: 'POST /v2/customers/update?id=cust_1',
    body: { name: ' Ana ', cellphone: null, taxId, metadata: null },
    answers: { 'customers.updateCustomer': { customer: messages.aCustomer } },
    request: { id: 'cust_1', name: 'Ana', cellphone: '', taxId, metadataJson: '{}' },
    data: records.customerRecord(messages.aCustomer),
  },
  {
    call: 'POST /v2/products/update',
    body: { id: 'prod_1', description: null, price: 4990, trialDays: null },
    answers: { 'products.updateProduct': { product: messages.aPlainProduct } },
    request: { id: 'prod_1', description: '', priceCents: 4990, trialDays: 0 },
    data: records.productRecord(messages.aPlainProduct),
  },
  {
    call: 'POST /v2/products/update?id=prod_1',
    body: { name: 'E-book', imageUrl: 'https://shop.example.com/a.png' },
    answers: { 'productsWithFiles.updateProduct': { product: messages.aProduct } },
    request: { id: 'prod_1', name: 'E-book', imageUrl: 'https://shop.example.com/a.png' },
    data: records.productRecord(messages.aProduct),
  },
  {
    call: 'POST /v2/payment-links/update',
    body: { id: 'bill_1', methods: ['PIX'], returnUrl: null, coupons: [], metadata: { a: 1 } },
    answers: { 'checkouts.updatePaymentLink': { checkout: messages.aPaymentLink } },
    request: {
      id: 'bill_1',
      methods: ['PAYMENT_METHOD_PIX'],
      returnUrl: '',
      coupons: { codes: [] },
      metadataJson: '{"a":1}',
    },
    data: records.paymentLinkRecord(messages.aPaymentLink),
  },
  {
    call: 'POST /v2/webhooks/update?id=webh_1',
    body: { endpoint: 'https://shop.example.com/hooks', name: 'Loja' },
    answers: { 'webhooks.updateWebhook': { webhook: messages.aWebhook } },
    request: { id: 'webh_1', endpoint: 'https://shop.example.com/hooks', name: 'Loja', events: [] },
    data: records.webhookRecord(messages.aWebhook),
  },
  ...personOperations,
  ...['POST', 'DELETE'].map((method) => ({
    call: `${method} /v2/customers/delete?id=cust_1`,
    answers: {
      'customers.findPerson': { person: { customerIds: ['cust_1'] }, isKnown: true },
      'customers.deleteCustomer': { customer: messages.aCustomer },
    },
    request: {},
    calls: [
      { name: 'customers.findPerson', request: { tenant: caller.tenant, key: { customerId: 'cust_1' } } },
      { name: 'customers.deleteCustomer', request: { tenant: caller.tenant, id: 'cust_1' } },
    ],
    data: records.customerRecord(messages.aCustomer),
  })),
  {
    call: 'POST /v2/coupons/create',
    body: {
      code: ' Natal_26 ',
      discountKind: 'FIXED',
      discount: 500,
      maxRedeems: 3,
      startsAt: '2026-12-01T00:00:00-03:00',
      expiresAt: '2026-12-26T03:00:00.000Z',
      duration: 'REPEATING',
      durationInCycles: 3,
      metadata: { a: 1 },
    },
    answers: { 'coupons.createCoupon': { coupon: aDatedCoupon } },
    request: {
      code: 'Natal_26',
      discountKind: 'DISCOUNT_KIND_FIXED',
      discount: 500,
      maxRedeems: 3,
      ...validity,
      metadataJson: '{"a":1}',
    },
    data: records.couponRecord(aDatedCoupon),
  },
  {
    call: 'GET /v2/coupons/get?id=natal_26&status=DELETED',
    answers: { 'coupons.getCoupon': { coupon: messages.aPlainCoupon } },
    request: { code: 'natal_26', status: 'COUPON_STATUS_DELETED' },
    data: records.couponRecord(messages.aPlainCoupon),
  },
  {
    call: 'GET /v2/coupons/get?id=Natal_26&status=DISABLED',
    answers: { 'coupons.getCoupon': { coupon: messages.aCoupon } },
    request: { code: 'Natal_26', status: 'COUPON_STATUS_INACTIVE' },
    data: records.couponRecord(messages.aCoupon),
  },
  ...['DISABLED', 'INACTIVE'].map((status) => ({
    call: `GET /v2/coupons/list?id=Natal_26&status=${status}&limit=2&after=other`,
    answers: { 'coupons.listCoupons': { coupons: [messages.aCoupon, messages.aPlainCoupon], page } },
    request: { page: { ...firstPage, limit: 2, after: 'other' }, code: 'Natal_26', status: 'COUPON_STATUS_INACTIVE' },
    data: [messages.aCoupon, messages.aPlainCoupon].map(records.couponRecord),
  })),
  ...['POST', 'PATCH'].map((method) => ({
    call: `${method} /v2/coupons/toggle?id=Natal_26`,
    answers: { 'coupons.toggleCoupon': { coupon: messages.aCoupon } },
    request: { code: 'Natal_26' },
    data: records.couponRecord(messages.aCoupon),
  })),
  ...['POST', 'DELETE'].map((method) => ({
    call: `${method} /v2/coupons/delete?id=Natal_26`,
    answers: { 'coupons.deleteCoupon': { coupon: messages.aCoupon } },
    request: { code: 'Natal_26' },
    data: records.couponRecord(messages.aCoupon),
  })),
  {
    call: 'POST /v2/coupons/delete',
    body: { id: 'Natal_26' },
    answers: { 'coupons.deleteCoupon': { coupon: messages.aCoupon } },
    request: { code: 'Natal_26' },
    data: records.couponRecord(messages.aCoupon),
  },
  {
    call: 'POST /v2/products/create',
    body: { externalId: 'plan', name: 'Plano', price: 990, cycle: 'MONTHLY', trialDays: 7, description: null },
    answers: { 'products.createProduct': { product: messages.aProduct } },
    request: {
      externalId: 'plan',
      name: 'Plano',
      description: '',
      priceCents: 990,
      currency: 'BRL',
      cycle: 'BILLING_CYCLE_MONTHLY',
      trialDays: 7,
    },
    data: records.productRecord(messages.aProduct),
  },
  {
    call: 'POST /v2/products/create',
    body: {
      externalId: 'plan',
      name: 'Plano',
      price: 990,
      imageUrl: 'https://shop.example/i.png?a=1',
      fileUrl: 'https://shop.example/f.pdf',
    },
    answers: { 'productsWithFiles.createProduct': { product: messages.aProduct } },
    request: {
      externalId: 'plan',
      name: 'Plano',
      description: '',
      priceCents: 990,
      currency: 'BRL',
      imageUrl: 'https://shop.example/i.png?a=1',
      fileUrl: 'https://shop.example/f.pdf',
    },
    data: records.productRecord(messages.aProduct),
  },
  {
    call: 'GET /v2/products/get?externalId=plan',
    answers: { 'products.getProduct': { product: messages.aPlainProduct } },
    request: { externalId: 'plan' },
    data: records.productRecord(messages.aPlainProduct),
  },
  {
    call: 'GET /v2/products/list?status=INACTIVE&search=plano',
    answers: { 'products.listProducts': { products: [messages.aProduct], page } },
    request: { page: firstPage, status: 'PRODUCT_STATUS_INACTIVE', search: 'plano' },
    data: [records.productRecord(messages.aProduct)],
  },
  {
    call: 'POST /v2/products/delete?id=prod_1',
    answers: { 'products.deleteProduct': { product: messages.aProduct } },
    request: { id: 'prod_1' },
    data: records.productRecord(messages.aProduct),
  },
];
