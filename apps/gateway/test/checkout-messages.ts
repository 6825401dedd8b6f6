import { Checkout } from '@pitanga/contracts';

export const at = { createdAt: new Date('2026-11-21T15:00:00.123Z'), updatedAt: new Date('2026-11-21T15:00:01.000Z') };

export const aCheckout = Checkout.fromPartial({
  id: 'bill_1',
  devMode: true,
  url: 'https://pitanga.example/pay/bill_1',
  amountCents: 2000,
  items: [{ productId: 'prod_1', productExternalId: 'book', name: '<script>Livro', unitPriceCents: 1000, quantity: 2 }],
  status: 'CHECKOUT_STATUS_PENDING',
  methods: ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD'],
  frequency: 'CHECKOUT_FREQUENCY_ONE_TIME',
  returnUrl: 'https://shop.example/back?a=1&b="2"',
  completionUrl: 'https://shop.example/thanks',
  metadataJson: '{}',
  maxInstallments: 1,
  interestBasisPoints: 100,
  fine: { kind: 'FINE_KIND_PERCENTAGE', value: 200 },
  ...at,
});

export const aPaidCheckout = Checkout.fromPartial({
  ...aCheckout,
  externalId: 'order-1',
  status: 'CHECKOUT_STATUS_PAID',
  paidAmountCents: 2000,
  platformFeeCents: 80,
  customerId: 'cust_1',
  dueDate: '2026-12-01',
  receiptUrl: 'https://pitanga.example/receipts/pix_char_1',
  installmentsCount: 1,
});

export const aPaymentLink = Checkout.fromPartial({
  ...aCheckout,
  status: 'CHECKOUT_STATUS_ACTIVE',
  frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS',
  paidAmountCents: 4000,
  platformFeeCents: 160,
});

export const aSubscriptionCheckout = Checkout.fromPartial({
  ...aCheckout,
  externalId: 'club',
  frequency: 'CHECKOUT_FREQUENCY_SUBSCRIPTION',
  methods: ['PAYMENT_METHOD_CARD'],
  trialDays: 7,
  maxRetry: 5,
  retryEveryDays: 2,
});

export const aPayment = {
  id: 'pix_char_1',
  method: 'PAYMENT_METHOD_PIX' as const,
  amountCents: 2000,
  refundedAmountCents: 0,
  status: 'PAID',
  paidAt: new Date('2026-11-21T15:10:00.000Z'),
};
