import * as records from '@pitanga/records';
import * as messages from './messages';
import { firstPage, inline, inlineInput, page, storeOperation, taxId, type Operation } from './operation';

const { aCharge, aPaidCharge, aCheckout, aPaidCheckout, aPayment: payment } = messages;
const paidRecord = records.withPayments(records.checkoutRecord(aPaidCheckout), [payment]);

export const v2Operations: readonly Operation[] = [
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
    call: 'GET /v2/products/get?externalId=plan',
    answers: { 'products.getProduct': { product: messages.aPlainProduct } },
    request: { externalId: 'plan' },
    data: records.productRecord(messages.aPlainProduct),
  },
  {
    call: 'GET /v2/products/list?status=INACTIVE',
    answers: { 'products.listProducts': { products: [messages.aProduct], page } },
    request: { page: firstPage, status: 'PRODUCT_STATUS_INACTIVE' },
    data: [records.productRecord(messages.aProduct)],
  },
  {
    call: 'POST /v2/checkouts/create',
    body: { items: [{ id: 'plan' }, { id: 'prod_2', quantity: 3 }], customer: inline, skip_review: true },
    answers: { 'checkouts.createCheckout': { checkout: aCheckout } },
    request: {
      items: [
        { product: 'plan', quantity: 1 },
        { product: 'prod_2', quantity: 3 },
      ],
      methods: ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD'],
      frequency: 'CHECKOUT_FREQUENCY_ONE_TIME',
      customer: inlineInput,
      skipCustomer: false,
      skipReview: true,
      metadataJson: '{}',
      externalIdIsLabel: false,
      maxInstallments: 1,
    },
    data: records.checkoutRecord(aCheckout),
  },
  ...['get', 'one'].map((name) => ({
    call: `GET /v2/checkouts/${name}?id=bill_1`,
    answers: { 'checkouts.getCheckout': { checkout: aPaidCheckout, payments: [payment] } },
    request: { id: 'bill_1' },
    data: paidRecord,
  })),
  ...['GET', 'POST'].map((method) => ({
    call: `${method} /v2/checkouts/list?status=PAID&method=PIX&customerId=cust_1`,
    answers: { 'checkouts.listCheckouts': { checkouts: [aPaidCheckout], customers: [], page } },
    request: {
      page: firstPage,
      frequencies: ['CHECKOUT_FREQUENCY_ONE_TIME'],
      status: 'CHECKOUT_STATUS_PAID',
      method: 'PAYMENT_METHOD_PIX',
      customerId: 'cust_1',
    },
    data: [records.checkoutRecord(aPaidCheckout)],
  })),
  {
    call: 'POST /v2/checkouts/simulate-payment',
    body: { id: 'bill_1', payer: { name: 'Bia', taxId } },
    answers: { 'checkouts.simulateCheckoutPayment': { checkout: aPaidCheckout, payments: [payment] } },
    request: { id: 'bill_1', payer: { name: 'Bia', taxId: '12345678909' } },
    data: paidRecord,
  },
  {
    call: 'POST /v2/transparents/create',
    body: { data: { amount: 12345, description: 'Livro', customer: inline, ensureSameTaxId: true } },
    answers: { 'charges.createPixCharge': { charge: aCharge } },
    request: {
      amountCents: 12345,
      description: 'Livro',
      expiresInSeconds: 86_400,
      customer: inlineInput,
      metadataJson: '{}',
      ensureSameTaxId: true,
    },
    data: records.transparentRecord(aCharge),
  },
  {
    // As clients send it that know no methods.
    call: 'POST /v2/transparents/create',
    body: { amount: 12345, expiresIn: 600, customer: inline, metadata: { data: 1 } },
    answers: { 'charges.createPixCharge': { charge: aCharge } },
    request: {
      amountCents: 12345,
      expiresInSeconds: 600,
      customer: inlineInput,
      metadataJson: '{"data":1}',
      ensureSameTaxId: false,
    },
    data: records.transparentRecord(aCharge),
  },
  {
    call: 'GET /v2/transparents/get?id=pix_char_1',
    answers: { 'charges.getCharge': { charge: aPaidCharge } },
    request: { id: 'pix_char_1' },
    data: records.transparentRecord(aPaidCharge),
  },
  {
    call: 'GET /v2/transparents/check?id=pix_char_1',
    answers: { 'charges.getCharge': { charge: aPaidCharge } },
    request: { id: 'pix_char_1' },
    data: { id: 'pix_char_1', status: 'PAID', expiresAt: '2026-11-22T15:00:00.000Z' },
  },
  {
    call: 'GET /v2/transparents/list?method=PIX&status=UNDER_DISPUTE&externalId=order-1&after=pix_char_9',
    answers: { 'charges.listCharges': { charges: [aPaidCharge, aCharge], page } },
    request: {
      page: { ...firstPage, after: 'pix_char_9' },
      externalId: 'order-1',
      status: 'CHARGE_STATUS_UNDER_DISPUTE',
      method: 'PAYMENT_METHOD_PIX',
    },
    data: [aPaidCharge, aCharge].map(records.transparentRecord),
  },
  {
    call: 'POST /v2/transparents/simulate-payment?id=pix_char_1',
    body: { metadata: { paid: true } },
    answers: { 'charges.simulateChargePayment': { charge: aPaidCharge } },
    request: { id: 'pix_char_1', metadataJson: '{"paid":true}' },
    data: records.transparentRecord(aPaidCharge),
  },
  {
    call: 'GET /v2/subscriptions/list?checkoutId=bill_1&status=ACTIVE',
    answers: { 'subscriptions.listSubscriptions': { subscriptions: [messages.aSubscription], page } },
    request: { page: firstPage, checkoutId: 'bill_1', status: 'SUBSCRIPTION_STATUS_ACTIVE' },
    data: [records.subscriptionRecord(messages.aSubscription)],
  },
  {
    call: 'GET /v2/payouts/list?externalId=w-1',
    answers: { 'payouts.listPayouts': { payouts: [messages.aPayout], page } },
    request: { page: firstPage, kind: 'PAYOUT_KIND_WITHDRAW', externalId: 'w-1' },
    data: [records.payoutRecord(messages.aPayout)],
  },
  {
    call: 'GET /v2/pix/list?status=FAILED',
    answers: { 'payouts.listPayouts': { payouts: [], page } },
    request: { page: firstPage, kind: 'PAYOUT_KIND_TRANSFER', status: 'PAYOUT_STATUS_FAILED' },
    data: [],
  },
  {
    call: 'GET /v2/bank-statement/list?kind=PAYMENT&status=COMPLETE&method=PIX&search=livro',
    answers: { 'ledger.listStatement': { entries: [messages.anEntry, messages.aBareEntry], page } },
    request: {
      page: firstPage,
      kind: 'STATEMENT_KIND_PAYMENT',
      status: 'STATEMENT_STATUS_COMPLETE',
      method: 'PAYMENT_METHOD_PIX',
      search: 'livro',
    },
    data: [messages.anEntry, messages.aBareEntry].map(records.statementRecord),
  },
  storeOperation('/v2/store/get'),
  storeOperation('/v2/stores/get'),
  {
    call: 'POST /v2/webhooks/create',
    body: { name: 'bar', endpoint: 'https://shop.example/hook', events: ['checkout.completed'] },
    answers: { 'webhooks.createWebhook': { webhook: messages.aWebhook, secret: 'shown-once' } },
    request: {
      name: 'bar',
      endpoint: 'https://shop.example/hook',
      events: ['checkout.completed'],
      v2: true,
      legacySecretHeader: false,
    },
    data: { ...records.webhookRecord(messages.aWebhook), secret: 'shown-once' },
  },
  {
    call: 'GET /v2/webhooks/get?id=webh_1',
    answers: { 'webhooks.getWebhook': { webhook: messages.aWebhook } },
    request: { id: 'webh_1' },
    data: records.webhookRecord(messages.aWebhook),
  },
  {
    call: 'GET /v2/webhooks/list?search=bar',
    answers: { 'webhooks.listWebhooks': { webhooks: [messages.aWebhook], page } },
    request: { page: firstPage, search: 'bar' },
    data: [records.webhookRecord(messages.aWebhook)],
  },
  {
    call: 'POST /v2/webhooks/delete?id=webh_1',
    body: { id: 'webh_1' },
    answers: { 'webhooks.deleteWebhook': { webhook: messages.aWebhook } },
    request: { id: 'webh_1' },
    data: records.webhookRecord(messages.aWebhook),
  },
];
