import {
  Advance,
  Attempt,
  Charge,
  Coupon,
  Customer,
  Delivery,
  Payout,
  Product,
  Refund,
  Settlement,
  StatementEntry,
  Webhook,
} from '@pitanga/contracts';
import { at } from './checkout-messages';

export * from './checkout-messages';

/** Messages as the services answer them: one with everything filled, and one with what may be absent left out. */
export const aCustomer = Customer.fromPartial({
  id: 'cust_1',
  devMode: true,
  email: 'ana@example.com',
  taxId: '12345678909',
  name: 'Ana',
  cellphone: '11987654321',
  zipCode: '01310100',
  country: 'BR',
  metadataJson: '{"a\\nb":{"deep":[1,null,"x"]},"n":1.5}',
  ...at,
});

export const anEmptyCustomer = Customer.fromPartial({ id: 'cust_2', metadataJson: '{}', ...at });

export const aProduct = Product.fromPartial({
  id: 'prod_1',
  externalId: 'plan',
  name: 'Plano',
  priceCents: 990,
  currency: 'BRL',
  cycle: 'BILLING_CYCLE_MONTHLY',
  trialDays: 7,
  imageUrl: 'https://x.example/i.png',
  status: 'PRODUCT_STATUS_ACTIVE',
  ...at,
});

export const aPlainProduct = Product.fromPartial({
  ...aProduct,
  cycle: undefined,
  trialDays: undefined,
  imageUrl: undefined,
});

export const aCoupon = Coupon.fromPartial({
  duration: 'COUPON_DURATION_ONCE',
  code: 'Natal_26',
  devMode: true,
  discountKind: 'DISCOUNT_KIND_PERCENTAGE',
  discount: 1250,
  status: 'COUPON_STATUS_INACTIVE',
  notes: 'Fim de ano',
  ...{ maxRedeems: 3, redeemsCount: 1 },
  metadataJson: '{"a\\nb":1.5}',
  ...at,
});

export const aPlainCoupon = Coupon.fromPartial({ ...aCoupon, notes: undefined, maxRedeems: -1, metadataJson: '{}' });

export const aCharge = Charge.fromPartial({
  id: 'pix_char_1',
  devMode: true,
  method: 'PAYMENT_METHOD_PIX',
  origin: 'CHARGE_ORIGIN_TRANSPARENT',
  amountCents: 12345,
  platformFeeCents: 80,
  status: 'CHARGE_STATUS_PENDING',
  expiresAt: new Date('2026-11-22T15:00:00.000Z'),
  metadataJson: '{"order":1}',
  pix: { brCode: '00020126PIX', qrPng: Buffer.from('png'), txid: 'tx' },
  ...at,
});

export const aBoleto = Charge.fromPartial({
  ...aCharge,
  id: 'char_1',
  method: 'PAYMENT_METHOD_BOLETO',
  boleto: {
    barCode: '9'.repeat(44),
    digitableLine: '9'.repeat(47),
    dueDate: '2026-12-01',
    url: 'https://pay.example/boletos/char_1',
    interestBasisPoints: 100,
    fine: { kind: 'FINE_KIND_FIXED', value: 200 },
  },
});

export const aCardCharge = Charge.fromPartial({
  ...aCharge,
  id: 'card_1',
  method: 'PAYMENT_METHOD_CARD',
  status: 'CHARGE_STATUS_PAID',
  paidAmountCents: 12345,
  paidAt: at.updatedAt,
  expiresAt: undefined,
  pix: undefined,
  card: { brand: 'VISA', lastFour: '4242', installmentCount: 3, cardToken: 'card_tok_1' },
});

export const aRefund = Refund.fromPartial({
  id: 'ref_1',
  devMode: true,
  status: 'REFUND_STATUS_PENDING',
  amountCents: 12345,
  reason: 'Desistiu',
  originalId: 'char_1',
  chargeId: 'char_1',
  ...at,
});

export const aPaidCharge = Charge.fromPartial({
  ...aCharge,
  externalId: 'order-1',
  status: 'CHARGE_STATUS_PAID',
  paidAmountCents: 12345,
  customerId: 'cust_1',
  description: 'Livro <b>',
  receiptUrl: 'https://pitanga.example/receipts/pix_char_1',
  paidAt: new Date('2026-11-21T15:10:00.000Z'),
  pix: { ...aCharge.pix, endToEndId: 'E123' },
  payer: { name: 'Ana', maskedTaxId: '123.***.***-**', isSameAsCustomer: true },
});

export const aPayout = Payout.fromPartial({
  id: 'tran_1',
  kind: 'PAYOUT_KIND_WITHDRAW',
  status: 'PAYOUT_STATUS_FAILED',
  externalId: 'w-1',
  amountCents: 5000,
  platformFeeCents: 80,
  pixKeyType: 'EMAIL',
  maskedPixKey: 'a***@example.com',
  failureReason: 'INVALID_KEY',
  providerCode: 'AC03',
  ...at,
});

export const aCompletePayout = Payout.fromPartial({
  ...aPayout,
  kind: 'PAYOUT_KIND_TRANSFER',
  status: 'PAYOUT_STATUS_COMPLETE',
  description: 'Fornecedor <b>',
  failureReason: undefined,
  endToEndId: 'E12345678202611211500abcdefghijk',
  receiptUrl: 'https://pitanga.example/receipts/payouts/tran_1',
});

export const aWaitingPayout = Payout.fromPartial({
  ...aCompletePayout,
  ...{ status: 'PAYOUT_STATUS_PENDING', endToEndId: undefined, receiptUrl: undefined, providerCode: undefined },
  approval: {
    status: 'PAYOUT_APPROVAL_STATUS_WAITING',
    requestedBy: { kind: 'PAYOUT_ACTOR_KIND_KEY', id: 'key_1' },
    expiresAt: new Date('2026-11-28T15:00:00.000Z'),
  },
});

const decision = { decidedBy: 'user_1', decidedAt: new Date('2026-11-21T16:00:00.000Z') };

export const anApprovedPayout = Payout.fromPartial({
  ...aWaitingPayout,
  approval: { ...aWaitingPayout.approval, ...decision, status: 'PAYOUT_APPROVAL_STATUS_APPROVED' },
});

export const aRejectedPayout = Payout.fromPartial({
  ...aWaitingPayout,
  status: 'PAYOUT_STATUS_FAILED',
  failureReason: 'APPROVAL_REJECTED',
  approval: { ...aWaitingPayout.approval, ...decision, status: 'PAYOUT_APPROVAL_STATUS_REJECTED' },
});

export const anAdvance = Advance.fromPartial({
  id: 'adva_1',
  devMode: true,
  amountCents: 10_000,
  costCents: 199,
  createdAt: at.createdAt,
});

export const aWebhook = Webhook.fromPartial({
  id: 'webh_1',
  name: 'bar',
  endpoint: 'https://shop.example/hook?webhookSecret=s3cret',
  events: ['checkout.completed'],
  v2: true,
  status: 'WEBHOOK_STATUS_ACTIVE',
  ...at,
});

export const anEntry = StatementEntry.fromPartial({
  id: 'tran_2',
  kind: 'STATEMENT_KIND_PAYMENT',
  status: 'STATEMENT_STATUS_COMPLETE',
  method: 'PAYMENT_METHOD_PIX',
  movements: [
    { amountCents: 12345, isDeposit: true, category: 'STATEMENT_KIND_PAYMENT', balanceEffect: 'BALANCE_EFFECT_CREDIT' },
  ],
  chargeId: 'pix_char_1',
  customer: { id: 'cust_1', name: 'Ana' },
  createdAt: at.createdAt,
});

export const aSettlement = Settlement.fromPartial({
  id: 'card_1-1',
  chargeId: 'card_1',
  installment: 1,
  installmentCount: 3,
  method: 'PAYMENT_METHOD_CARD',
  amountCents: 3_180,
  pendingCents: 3_000,
  settledCents: 0,
  dueAt: new Date('2026-12-20T15:00:00.000Z'),
  externalId: 'pedido-1',
  customer: { id: 'cust_1', name: 'Ana' },
});

export const aBareEntry = StatementEntry.fromPartial({
  ...anEntry,
  method: undefined,
  movements: [],
  customer: undefined,
});

export const aDelivery = Delivery.fromPartial({
  id: 'log_1',
  devMode: true,
  webhookId: 'webh_1',
  event: 'checkout.completed',
  status: 'DELIVERY_STATUS_PENDING',
  attemptCount: 2,
  lastStatusCode: 503,
  nextAttemptAt: new Date('2026-11-21T15:05:00.000Z'),
  ...at,
});

export const anAttempt = Attempt.fromPartial({
  trigger: 'ATTEMPT_TRIGGER_AUTO',
  startedAt: at.createdAt,
  storeStartedAt: new Date('2027-01-01T03:00:00.000Z'),
  durationMs: 12,
  statusCode: 503,
  responseHead: 'busy',
  retryAfter: '60',
});

export const anInterruptedAttempt = Attempt.fromPartial({
  trigger: 'ATTEMPT_TRIGGER_MANUAL',
  startedAt: at.createdAt,
  errorClass: 'interrupted',
});
