import type { Charge, Checkout } from '@pitanga/contracts';

/** What webhook events contain of the charges and checkouts of domain-events.ts. */
export const iso = '2026-11-20T14:59:00.000Z';
export const customer = { id: 'cust_1', name: 'Ana', email: 'ana@example.com', taxId: '123.***.***-**' };
export const payer = { name: 'Ana', taxId: '123.***.***-**', isSameAsCustomer: true };
/** Without `src` and `sck`. */
export const utms = { source: 'instagram', medium: null, campaign: 'natal', term: null, content: null };
export const payerInformation = { method: 'PIX', PIX: payer, utms };

export const shownCharge = (charge: Charge, method: string, status: string): object => ({
  id: charge.id,
  externalId: 'order-1',
  method,
  methods: [method],
  frequency: 'ONE_TIME',
  amount: 10_000,
  paidAmount: 10_000,
  refundedAmount: status === 'REFUNDED' ? 10_000 : 0,
  status,
  devMode: true,
  platformFee: 80,
  customerId: 'cust_1',
  subscriptionId: null,
  description: 'Açaí 500 ml',
  receiptUrl: 'https://pay.example/receipts/1',
  expiresAt: iso,
  metadata: { z: 1, a: '\u0000 " \\' },
  utms,
  createdAt: iso,
  updatedAt: iso,
});
export const shownPix = (charge: Charge, status: string): object => ({
  ...shownCharge(charge, 'PIX', status),
  brCode: '000201',
  brCodeBase64: null,
});

export const shownPayment = (charge: Charge, status: string): object => ({
  id: charge.id,
  method: 'PIX',
  amount: 10_000,
  surcharge: 0,
  refundedAmount: status === 'REFUNDED' ? 10_000 : 0,
  status,
  isUpSell: false,
  paidAt: iso,
});

export const shownLink = (link: Checkout, frequency: string, status: string): object => ({
  id: link.id,
  externalId: null,
  url: 'https://pay.example/pay/1',
  amount: 5_000,
  paidAmount: 5_000,
  refundedAmount: status === 'REFUNDED' ? 5_000 : 0,
  platformFee: 80,
  items: [],
  status,
  methods: ['PIX'],
  frequency,
  coupons: [],
  couponsUsed: [],
  returnUrl: null,
  completionUrl: null,
  dueDate: null,
  interest: null,
  fine: null,
  receiptUrl: null,
  card: { maxInstallments: 1, passFeesToCustomer: false },
  installmentsCount: null,
  subscriptionId: null,
  trialDays: null,
  trialEndsAt: null,
  nextChargeAt: null,
  skip_customer: false,
  skip_review: false,
  metadata: {},
  devMode: true,
  isUpSell: false,
  createdAt: iso,
  updatedAt: iso,
});
export const shownCheckout = (checkout: Checkout, status: string): object => ({
  ...shownLink(checkout, 'ONE_TIME', status),
  customerId: 'cust_1',
  upSellProductId: null,
});
