/**
 * What the answers of AbacatePay's API have in `data`, by operation: of openapi.yaml and openapi-v1.yaml of
 * github.com/AbacatePay/documentation (25 June 2026), and of docs.abacatepay.com (October and November 2026), whose pages
 * follow a `+`. A type with `?` may be null.
 */
type Fields = Readonly<Record<string, FieldType>>;
export type FieldType = `${'string' | 'number' | 'boolean' | 'object' | 'list'}${'' | '?'}`;

const dated = { createdAt: 'string', updatedAt: 'string' } as const;
const inEnvironment = { id: 'string', devMode: 'boolean' } as const;
const customerV1: Fields = {
  id: 'string',
  metadata: 'object',
  'metadata.name': 'string',
  'metadata.cellphone': 'string',
  'metadata.email': 'string',
  'metadata.taxId': 'string',
};
const coupon: Fields = {
  ...inEnvironment,
  ...dated,
  notes: 'string?',
  maxRedeems: 'number',
  redeemsCount: 'number',
  discountKind: 'string',
  discount: 'number',
  status: 'string',
  metadata: 'object',
};
/** + vender/cupons */
const datedCoupon: Fields = { ...coupon, startsAt: 'string?', expiresAt: 'string?' };
const billing: Fields = {
  ...inEnvironment,
  url: 'string',
  amount: 'number',
  status: 'string',
  methods: 'list',
  products: 'list',
  'products.id': 'string',
  'products.externalId': 'string',
  'products.quantity': 'number',
  frequency: 'string',
  nextBilling: 'string?',
  customer: 'object?',
  ...under('customer', customerV1),
  allowCoupons: 'boolean?',
  coupons: 'list?',
};
const pixQrCode: Fields = {
  ...inEnvironment,
  ...dated,
  amount: 'number',
  status: 'string',
  brCode: 'string',
  brCodeBase64: 'string',
  platformFee: 'number',
  expiresAt: 'string',
};
const sent: Fields = {
  ...inEnvironment,
  ...dated,
  status: 'string',
  receiptUrl: 'string?',
  amount: 'number',
  platformFee: 'number',
  externalId: 'string?',
};
const withdraw: Fields = { ...sent, kind: 'string' };
const merchant: Fields = { id: 'string', name: 'string', website: 'string', createdAt: 'string' };
const recurring: Fields = { mrr: 'number', totalActiveSubscriptions: 'number' };
const revenue: Fields = { totalRevenue: 'number', totalTransactions: 'number', transactionsPerDay: 'object' };
const balance: Fields = {
  'balance.available': 'number',
  'balance.pending': 'number',
  'balance.blocked': 'number',
};
const store: Fields = { id: 'string', name: 'string', balance: 'object', ...balance };
const customer: Fields = {
  ...inEnvironment,
  name: 'string?',
  cellphone: 'string?',
  email: 'string',
  taxId: 'string?',
  country: 'string?',
  zipCode: 'string?',
  metadata: 'object',
};
const product: Fields = {
  ...inEnvironment,
  ...dated,
  externalId: 'string',
  name: 'string',
  description: 'string?',
  imageUrl: 'string?',
  price: 'number',
  currency: 'string',
  status: 'string',
  cycle: 'string?',
  hasFile: 'boolean',
};
const lateTerms: Fields = {
  interest: 'object?',
  'interest.value': 'number',
  fine: 'object?',
  'fine.value': 'number',
  'fine.type': 'string',
};
const page: Fields = {
  ...inEnvironment,
  ...dated,
  externalId: 'string?',
  url: 'string',
  amount: 'number',
  paidAmount: 'number?',
  items: 'list',
  'items.id': 'string',
  'items.quantity': 'number',
  status: 'string',
  coupons: 'list',
  returnUrl: 'string?',
  completionUrl: 'string?',
  receiptUrl: 'string?',
  installmentsCount: 'number?',
  metadata: 'object',
};
/** A link of ours names no customer: it has one for each payment. */
const ofCustomer: Fields = { ...page, ...lateTerms, customerId: 'string?' };
const transparent: Fields = {
  ...inEnvironment,
  ...dated,
  amount: 'number',
  status: 'string',
  brCode: 'string',
  brCodeBase64: 'string',
  platformFee: 'number',
  receiptUrl: 'string?',
  expiresAt: 'string?',
  metadata: 'object',
};
/** + sub-accounts/reference */
const subAccount: Fields = {
  ...inEnvironment,
  ...dated,
  name: 'string',
  taxId: 'string',
  externalId: 'string?',
  metadata: 'object',
  balance: 'object',
  ...balance,
};
const subscription: Fields = {
  ...inEnvironment,
  ...dated,
  amount: 'number',
  method: 'string',
  status: 'string',
  customerId: 'string',
};
const webhook: Fields = {
  ...inEnvironment,
  ...dated,
  name: 'string',
  endpoint: 'string',
  events: 'list',
};

export const abacatePayAnswers: Readonly<Record<string, Fields>> = {
  'POST /v1/customer/create': customerV1,
  'GET /v1/customer/list': customerV1,
  'POST /v1/coupon/create': coupon,
  'GET /v1/coupon/list': coupon,
  'POST /v1/billing/create': billing,
  'GET /v1/billing/list': billing,
  'POST /v1/pixQrCode/create': pixQrCode,
  'GET /v1/pixQrCode/check': { status: 'string', expiresAt: 'string' },
  'POST /v1/pixQrCode/simulate-payment': pixQrCode,
  'POST /v1/withdraw/create': withdraw,
  'GET /v1/withdraw/get': withdraw,
  'GET /v1/withdraw/list': withdraw,
  'GET /v1/store/get': store,
  'GET /v1/public-mrr/merchant-info': merchant,
  'GET /v1/public-mrr/mrr': recurring,
  'GET /v1/public-mrr/revenue': revenue,
  'POST /v2/customers/create': customer,
  'GET /v2/customers/list': customer,
  'GET /v2/customers/get': customer,
  'POST /v2/customers/delete': customer,
  'POST /v2/coupons/create': datedCoupon,
  'GET /v2/coupons/list': datedCoupon,
  'GET /v2/coupons/get': datedCoupon,
  'POST /v2/coupons/delete': datedCoupon,
  'POST /v2/coupons/toggle': datedCoupon,
  'POST /v2/products/create': product,
  'GET /v2/products/list': product,
  'GET /v2/products/get': product,
  'POST /v2/products/delete': product,
  'POST /v2/checkouts/create': ofCustomer,
  'GET /v2/checkouts/get': ofCustomer,
  'GET /v2/checkouts/list': ofCustomer,
  'POST /v2/payment-links/create': { ...page, ...lateTerms },
  'GET /v2/payment-links/get': { ...page, ...lateTerms },
  'GET /v2/payment-links/list': { ...page, ...lateTerms },
  'POST /v2/transparents/create': { ...transparent, ...lateTerms, barCode: 'string', url: 'string' },
  'GET /v2/transparents/check': { id: 'string', status: 'string', expiresAt: 'string' },
  'POST /v2/transparents/simulate-payment': transparent,
  'GET /v2/transparents/list': transparent,
  'POST /v2/payouts/create': sent,
  'GET /v2/payouts/get': sent,
  'GET /v2/payouts/list': withdraw,
  'POST /v2/pix/send': sent,
  'GET /v2/pix/get': sent,
  'GET /v2/pix/list': sent,
  'POST /v2/subscriptions/create': { ...page, customerId: 'string?' },
  'GET /v2/subscriptions/list': subscription,
  'POST /v2/subscriptions/cancel': subscription,
  'POST /v2/subscriptions/change-plan': {
    id: 'string',
    subscriptionId: 'string',
    status: 'string',
    productId: 'string',
    quantity: 'number',
    newAmount: 'number',
    requestedAt: 'string',
  },
  'POST /v2/subscriptions/record-usage': {
    id: 'string',
    subscriptionId: 'string',
    productId: 'string',
    units: 'number',
    unitPrice: 'number',
    action: 'string',
    installmentNumber: 'number',
    recordedAt: 'string',
  },
  // + dinheiro/saldo-e-extrato
  'GET /v2/store/get': { ...store, 'balance.processingAnticipation': 'number' },
  'GET /v2/public-mrr/merchant-info': merchant,
  'GET /v2/public-mrr/mrr': recurring,
  'GET /v2/public-mrr/revenue': revenue,
  'GET /v2/bank-statement/list': {
    id: 'string',
    movements: 'list',
    currency: 'string',
    createdAt: 'string',
    checkoutId: 'string?',
    paymentIntentId: 'string?',
    referenceId: 'string?',
    customer: 'object?',
    'movements.amount': 'number',
    'movements.kind': 'string',
    'movements.method': 'string',
    'movements.description': 'string?',
    'movements.category': 'string',
    'movements.balanceEffect': 'string',
  },
  'POST /v2/webhooks/create': webhook,
  'GET /v2/webhooks/list': webhook,
  'GET /v2/webhooks/get': webhook,
  'POST /v2/webhooks/delete': webhook,
  // + sub-accounts/*, customer-portal/create
  'POST /v2/sub-accounts/create': subAccount,
  'GET /v2/sub-accounts/list': subAccount,
  'GET /v2/sub-accounts/get': subAccount,
  'POST /v2/sub-accounts/withdraw': { ...sent, subAccountId: 'string' },
  'POST /v2/customer-portal/create': {
    ...inEnvironment,
    url: 'string',
    customerId: 'string',
    checkoutId: 'string?',
    createdAt: 'string',
  },
};

function under(name: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([path, type]) => [`${name}.${path}`, type]));
}
