/**
 * What the requests of AbacatePay's API have, by operation: of openapi.yaml and openapi-v1.yaml of
 * github.com/AbacatePay/documentation (25 June 2026), and of docs.abacatepay.com (October and November 2026), whose pages
 * follow a `+`. Lists of v1 take none.
 */
const page = ['after', 'before', 'limit', 'startDate', 'endDate'];
const item = ['items', 'items.id', 'items.quantity'];
const lateTerms = ['interest', 'interest.value', 'fine', 'fine.value', 'fine.type'];
const pageFields = ['methods', 'returnUrl', 'completionUrl', 'coupons', 'externalId', 'metadata'];
const coupon = ['code', 'notes', 'maxRedeems', 'discountKind', 'discount', 'metadata'];
const payer = (at: string) => [at, `${at}.name`, `${at}.taxId`, `${at}.email`, `${at}.cellphone`];
const product = ['externalId', 'name', 'description', 'quantity', 'price'].map((name) => `products.${name}`);
/** + guides/parcelamento, pagamentos/repasse-de-taxa */
const card = ['card', 'card.maxInstallments', 'card.passFeesToCustomer'];

export const abacatePayFields: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/customer/create': ['name', 'cellphone', 'email', 'taxId'],
  'POST /v1/coupon/create': coupon,
  'POST /v1/billing/create': [
    ...['frequency', 'methods', 'products', ...product, 'returnUrl', 'completionUrl', 'customerId'],
    ...[...payer('customer'), 'allowCoupons', 'coupons', 'externalId', 'metadata'],
  ],
  // + vender/utm-e-metadados
  'POST /v1/pixQrCode/create': ['amount', 'expiresIn', 'description', ...payer('customer'), 'metadata', 'utm'],
  'GET /v1/pixQrCode/check': ['id'],
  'POST /v1/pixQrCode/simulate-payment': ['id', 'metadata'],
  'POST /v1/withdraw/create': ['description', 'externalId', 'method', 'amount', 'pix', 'pix.type', 'pix.key'],
  'GET /v1/withdraw/get': ['externalId'],
  'GET /v1/public-mrr/revenue': ['startDate', 'endDate'],
  'POST /v2/customers/create': ['email', 'name', 'cellphone', 'taxId', 'zipCode', 'metadata'],
  'GET /v2/customers/list': [...page, 'id', 'email', 'taxId', 'name', 'cellphone'],
  'GET /v2/customers/get': ['id'],
  'POST /v2/customers/delete': ['id'],
  // + vender/cupons
  'POST /v2/coupons/create': [...coupon, 'startsAt', 'expiresAt'],
  'GET /v2/coupons/list': [...page, 'id', 'status'],
  'GET /v2/coupons/get': ['id', 'status'],
  'POST /v2/coupons/delete': ['id'],
  'POST /v2/coupons/toggle': ['id'],
  'POST /v2/products/create': [
    ...['externalId', 'name', 'price', 'currency', 'description', 'imageUrl', 'fileUrl', 'cycle', 'trialDays'],
  ],
  'GET /v2/products/list': [...page, 'id', 'externalId', 'status'],
  'GET /v2/products/get': ['id', 'externalId'],
  'POST /v2/products/delete': ['id'],
  // + cobrar/checkout, vender/upsell
  'POST /v2/checkouts/create': [
    ...[...item, ...pageFields, ...lateTerms, ...card, 'customerId', 'dueDate', 'upSellProductId'],
  ],
  'GET /v2/checkouts/get': ['id', 'externalId', 'customerId'],
  'GET /v2/checkouts/list': [...page, 'id', 'externalId', 'status', 'email', 'taxId'],
  'POST /v2/checkouts/refund': ['id', 'reason'],
  // `frequency` is MULTIPLE_PAYMENTS here, the only value it has.
  'POST /v2/payment-links/create': [...item, ...pageFields, ...lateTerms, ...card],
  'GET /v2/payment-links/list': [...page, 'id', 'externalId', 'status'],
  'GET /v2/payment-links/get': ['id', 'externalId', 'customerId'],
  'POST /v2/payment-links/refund': ['id', 'reason'],
  // + transparents/create#dividir-com-subcontas, transparents/card
  'POST /v2/transparents/create': [
    ...['method', 'data', 'data.amount', 'data.expiresIn', 'data.description', ...payer('data.customer')],
    ...['data.externalId', ...lateTerms.map((name) => `data.${name}`), 'data.metadata', 'data.dueDate'],
    ...['data.ensureSameTaxId', 'data.token', 'data.cardToken', 'data.installmentCount', 'data.utm', 'data.splits'],
  ],
  'GET /v2/transparents/check': ['id'],
  'POST /v2/transparents/simulate-payment': ['id', 'metadata'],
  'GET /v2/transparents/list': [...page, 'id', 'status'],
  'POST /v2/transparents/refund': ['id', 'reason'],
  // + dinheiro/saques, whose account fields are not in the stored part of the page: `bankAccount` is a guess.
  'POST /v2/payouts/create': ['amount', 'description', 'externalId', 'bankAccount'],
  'GET /v2/payouts/get': ['externalId'],
  'GET /v2/payouts/list': [...page, 'id', 'externalId', 'status'],
  'POST /v2/pix/send': ['amount', 'externalId', 'description', 'pix', 'pix.key', 'pix.type', 'pixKey', 'pixKeyType'],
  'GET /v2/pix/get': ['id', 'externalId'],
  'GET /v2/pix/list': [...page, 'id', 'externalId', 'status'],
  'POST /v2/subscriptions/create': [...item, ...pageFields, 'customerId'],
  'GET /v2/subscriptions/list': [...page, 'id', 'externalId', 'status', 'email', 'taxId', 'checkoutId'],
  'POST /v2/subscriptions/cancel': ['id'],
  'POST /v2/subscriptions/change-plan': ['id', 'productId', 'quantity'],
  'POST /v2/subscriptions/record-usage': ['id', 'productId', 'units', 'action'],
  'GET /v2/public-mrr/revenue': ['startDate', 'endDate'],
  'GET /v2/bank-statement/list': [...page, 'status', 'method', 'kind', 'search'],
  'POST /v2/webhooks/create': ['name', 'endpoint', 'secret', 'events'],
  'GET /v2/webhooks/list': [...page, 'search', 'id'],
  'GET /v2/webhooks/get': ['id'],
  'POST /v2/webhooks/delete': ['id'],
};
