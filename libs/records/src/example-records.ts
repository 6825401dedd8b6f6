import type { PayerInformation, PaymentRecord, TransparentRecord } from './charge';
import type { CheckoutRecord, SubscriptionCheckoutRecord } from './checkout';
import type { MaskedCustomer } from './customer';
import type { PayoutRecord } from './payout';
import type { SubscriptionEventRecord } from './subscription';
import type { BillingRecord } from './v1';

/** What the examples of events are made of: nobody and nothing in them exists. */
const createdAt = '2026-11-21T15:00:00.000Z';
export const updatedAt = '2026-11-21T15:02:00.000Z';
export const product = 'prod_0VyCLbX8WhF3vB6nM9qW2eR5';

export const customer: MaskedCustomer = {
  id: 'cust_0VyCLbX8WaS4dF7gH1jK8lZ3',
  name: 'Ana Souza',
  email: 'ana@example.com',
  taxId: '123.***.***-**',
};

const payer: PayerInformation = {
  method: 'PIX',
  PIX: { name: 'Ana Souza', taxId: '123.***.***-**', isSameAsCustomer: true },
};

export function transparent(devMode: boolean, status: TransparentRecord['status']): TransparentRecord {
  return {
    id: 'pix_char_0VyCLbX8W5tYb2uJ6iK9oP0q',
    externalId: 'pedido-42',
    method: 'PIX',
    amount: 12_345,
    paidAmount: 12_345,
    status,
    devMode,
    platformFee: 80,
    customerId: customer.id,
    description: 'Pedido 42',
    receiptUrl: 'https://pitanga.example/receipts/pix_char_0VyCLbX8W5tYb2uJ6iK9oP0q',
    expiresAt: '2026-11-22T15:00:00.000Z',
    metadata: {},
    createdAt,
    updatedAt,
    brCode: '00020126580014br.gov.bcb.pix',
    brCodeBase64: null,
  };
}

export function transparentData(devMode: boolean, status: TransparentRecord['status']) {
  return { transparent: transparent(devMode, status), customer, payerInformation: payer };
}

function checkout(devMode: boolean, status: CheckoutRecord['status']): CheckoutRecord {
  return {
    id: 'bill_0VyCLbX8WxC6vB1nM4aS7dF0',
    externalId: 'pedido-42',
    url: 'https://pitanga.example/pay/bill_0VyCLbX8WxC6vB1nM4aS7dF0',
    amount: 12_345,
    paidAmount: 12_345,
    platformFee: 80,
    items: [{ id: product, quantity: 1 }],
    status,
    methods: ['PIX', 'CARD'],
    frequency: 'ONE_TIME',
    coupons: [],
    couponsUsed: [],
    returnUrl: 'https://loja.example/carrinho',
    completionUrl: 'https://loja.example/obrigado',
    dueDate: null,
    receiptUrl: 'https://pitanga.example/receipts/pix_char_0VyCLbX8W5tYb2uJ6iK9oP0q',
    card: { maxInstallments: 1 },
    installmentsCount: null,
    trialDays: null,
    trialEndsAt: null,
    nextChargeAt: null,
    skip_customer: false,
    skip_review: false,
    metadata: {},
    devMode,
    createdAt,
    updatedAt,
    customerId: customer.id,
  };
}

export function checkoutData(
  devMode: boolean,
  status: CheckoutRecord['status'] = 'PAID',
  chargeStatus: PaymentRecord['status'] = 'PAID',
) {
  const payment: PaymentRecord = {
    id: 'pix_char_0VyCLbX8W5tYb2uJ6iK9oP0q',
    method: 'PIX',
    amount: 12_345,
    status: chargeStatus,
    paidAt: updatedAt,
  };
  return { checkout: checkout(devMode, status), customer, payerInformation: payer, payment };
}

export function subscription(devMode: boolean): SubscriptionEventRecord {
  return {
    id: 'subs_0VyCLbX8WmN2bV5cX8zL1kJ4',
    checkoutId: subscriptionCheckout(devMode).id,
    customerId: customer.id,
    externalId: null,
    productId: product,
    quantity: 1,
    amount: 4_990,
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
    nextChargeAt: '2026-12-21T15:02:00.000Z',
    canceledAt: null,
    cancelPolicy: null,
    cancelledDueTo: null,
    metadata: {},
    devMode,
    createdAt,
    updatedAt,
  };
}

export function subscriptionCheckout(devMode: boolean): SubscriptionCheckoutRecord {
  return {
    ...checkout(devMode, 'PAID'),
    id: 'bill_0VyCLbX8WpO9iU2yT5rE8wQ1',
    externalId: null,
    amount: 4_990,
    paidAmount: 4_990,
    platformFee: 235,
    methods: ['CARD'],
    frequency: 'SUBSCRIPTION',
    receiptUrl: null,
    retryPolicy: { maxRetry: 3, retryEvery: 1 },
  };
}

export function subscriptionData(devMode: boolean) {
  const payment: PaymentRecord = {
    id: 'card_0VyCLbX8WcQ9fTz4hLm2nR7k',
    method: 'CARD',
    amount: 4_990,
    status: 'PAID',
    paidAt: updatedAt,
  };
  const payerInformation: PayerInformation = { method: 'CARD', CARD: { number: '4242', brand: 'VISA' } };
  return {
    subscription: subscription(devMode),
    customer,
    payment,
    payerInformation,
    checkout: subscriptionCheckout(devMode),
  };
}

export function payout(devMode: boolean, kind: PayoutRecord['kind']) {
  return {
    id: 'tran_0VyCLbX8WkL7jH4gF1dS9aP6',
    status: 'COMPLETE',
    devMode,
    receiptUrl: 'https://pitanga.example/receipts/tran_0VyCLbX8WkL7jH4gF1dS9aP6',
    kind,
    amount: 10_000,
    platformFee: 80,
    externalId: 'saque-7',
    method: 'PIX',
    pix: { type: 'EMAIL', key: 'a***@example.com' },
    endToEndIdentifier: 'E1823612020261121150200000000001',
    failureReason: null,
    createdAt,
    updatedAt,
  } as const satisfies PayoutRecord;
}

export function failedPayout(devMode: boolean, kind: PayoutRecord['kind']) {
  return {
    ...payout(devMode, kind),
    status: 'FAILED',
    receiptUrl: null,
    endToEndIdentifier: null,
    failureReason: 'INVALID_KEY',
  } as const satisfies PayoutRecord;
}

export function billing(devMode: boolean) {
  return {
    id: 'bill_0VyCLbX8WxC6vB1nM4aS7dF0',
    url: 'https://pitanga.example/pay/bill_0VyCLbX8WxC6vB1nM4aS7dF0',
    status: 'PAID',
    devMode,
    methods: ['PIX'],
    products: [{ id: product, externalId: 'livro', quantity: 1 }],
    frequency: 'ONE_TIME',
    amount: 12_345,
    nextBilling: null,
    customer: {
      id: customer.id,
      metadata: { name: 'Ana Souza', cellphone: '', email: 'ana@example.com', taxId: '123.***.***-**' },
    },
    allowCoupons: false,
    coupons: [],
    couponsUsed: [],
    metadata: { fee: 80, returnUrl: 'https://loja.example/carrinho', completionUrl: 'https://loja.example/obrigado' },
    createdAt,
    updatedAt,
    kind: ['PIX'],
    paidAmount: 12_345,
  } satisfies BillingRecord & { kind: BillingRecord['methods']; paidAmount: number };
}
