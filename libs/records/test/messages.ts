import { Charge, Checkout, Customer, Payout, type StatementEntry } from '@pitanga/contracts';

export const at = new Date('2026-11-21T15:00:00.123Z');
export const iso = '2026-11-21T15:00:00.123Z';
export const later = new Date('2026-11-21T15:05:00.000Z');
export const laterIso = '2026-11-21T15:05:00.000Z';

export const aPixCharge = Charge.fromPartial({
  id: 'pix_char_1',
  devMode: true,
  method: 'PAYMENT_METHOD_PIX',
  origin: 'CHARGE_ORIGIN_TRANSPARENT',
  amountCents: 12345,
  platformFeeCents: 80,
  status: 'CHARGE_STATUS_PENDING',
  expiresAt: later,
  metadataJson: '{"order":1,"ops":{"n":null}}',
  createdAt: at,
  updatedAt: at,
  pix: { brCode: '000201', qrPng: Buffer.from('png'), txid: 'tx' },
});

export const aPaidCharge = Charge.fromPartial({
  ...aPixCharge,
  status: 'CHARGE_STATUS_PAID',
  externalId: 'order-1',
  paidAmountCents: 12345,
  customerId: 'cust_1',
  description: 'Livro',
  receiptUrl: 'http://localhost/receipts/pix_char_1',
  paidAt: later,
  updatedAt: later,
  payer: { name: 'Ana', maskedTaxId: '123.***.***-**', isSameAsCustomer: true },
});

export const aBoletoCharge = Charge.fromPartial({
  ...aPixCharge,
  id: 'char_1',
  method: 'PAYMENT_METHOD_BOLETO',
  boleto: {
    barCode: '1'.repeat(44),
    digitableLine: '2'.repeat(47),
    dueDate: '2026-11-25',
    url: 'http://localhost/boletos/char_1.pdf',
    interestBasisPoints: 100,
    fine: { kind: 'FINE_KIND_PERCENTAGE', value: 250 },
  },
});

export const aCardCharge = Charge.fromPartial({
  ...aPaidCharge,
  id: 'card_1',
  method: 'PAYMENT_METHOD_CARD',
  pix: undefined,
  payer: undefined,
  card: { brand: 'visa', lastFour: '4242', installmentCount: 3, cardToken: 'card_tok_1' },
});

export const aCheckout = Checkout.fromPartial({
  id: 'bill_1',
  devMode: true,
  externalId: 'order-1',
  url: 'http://localhost/pay/bill_1',
  amountCents: 2000,
  platformFeeCents: 0,
  items: [
    {
      productId: 'prod_1',
      productExternalId: 'book',
      name: 'Livro',
      description: '',
      unitPriceCents: 1000,
      quantity: 2,
    },
  ],
  status: 'CHECKOUT_STATUS_PENDING',
  methods: ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_BOLETO', 'PAYMENT_METHOD_CARD'],
  frequency: 'CHECKOUT_FREQUENCY_ONE_TIME',
  customerId: 'cust_1',
  returnUrl: 'https://shop.example/back',
  metadataJson: '{}',
  createdAt: at,
  updatedAt: at,
});

export const aCustomer = Customer.fromPartial({
  id: 'cust_1',
  devMode: false,
  email: 'ana@example.com',
  taxId: '12345678909',
  metadataJson: '{"vip":true}',
  createdAt: at,
  updatedAt: later,
});

export const aPayout = Payout.fromPartial({
  id: 'tran_1',
  devMode: true,
  kind: 'PAYOUT_KIND_WITHDRAW',
  status: 'PAYOUT_STATUS_FAILED',
  externalId: 'w-1',
  amountCents: 5000,
  platformFeeCents: 80,
  pixKeyType: 'EMAIL',
  maskedPixKey: 'a***@example.com',
  failureReason: 'INVALID_KEY',
  providerCode: 'AC03',
  createdAt: at,
  updatedAt: later,
});

export const aReceivedPayment: StatementEntry = {
  id: 'tran_2',
  devMode: true,
  kind: 'STATEMENT_KIND_PAYMENT',
  status: 'STATEMENT_STATUS_COMPLETE',
  method: 'PAYMENT_METHOD_PIX',
  movements: [
    {
      amountCents: 12345,
      isDeposit: true,
      category: 'STATEMENT_KIND_PAYMENT',
      method: 'PAYMENT_METHOD_PIX',
      balanceEffect: 'BALANCE_EFFECT_CREDIT',
    },
    { amountCents: 80, isDeposit: false, category: 'STATEMENT_KIND_FEE', balanceEffect: 'BALANCE_EFFECT_DEBIT' },
    {
      amountCents: 1,
      isDeposit: true,
      category: 'STATEMENT_KIND_DISPUTE_RELEASE',
      balanceEffect: 'BALANCE_EFFECT_NONE',
    },
  ],
  chargeId: 'pix_char_1',
  customer: { id: 'cust_1', name: 'Ana', email: 'ana@example.com', maskedTaxId: '123.***.***-**' },
  createdAt: at,
  updatedAt: at,
};
