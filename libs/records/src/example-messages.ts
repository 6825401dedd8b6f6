import {
  Charge,
  Checkout,
  KeyPayment,
  Payout,
  PlanChange,
  Refund,
  RefundRequest,
  Subscription,
} from '@pitanga/contracts';

/** The messages of the example events. All names and ids are fictitious. */
const createdAt = new Date('2026-11-21T15:00:00.000Z');
const paidAt = new Date('2026-11-21T15:02:00.000Z');
const product = 'prod_0VyCLbX8WhF3vB6nM9qW2eR5';
const subscriptionId = 'subs_0VyCLbX8WmN2bV5cX8zL1kJ4';

export const customer = {
  id: 'cust_0VyCLbX8WaS4dF7gH1jK8lZ3',
  name: 'Ana Souza',
  email: 'ana@example.com',
  maskedTaxId: '123.***.***-**',
};

/** A Pix of R$ 123,45. */
const pix = { brCode: '00020126580014br.gov.bcb.pix', txid: '', qrPng: Buffer.alloc(0) };

export function pixCharge(devMode: boolean, status: Charge['status']): Charge {
  const id = 'pix_char_0VyCLbX8W5tYb2uJ6iK9oP0q';
  const isPaid = status !== 'CHARGE_STATUS_EXPIRED';
  return Charge.fromPartial({
    id,
    devMode,
    externalId: 'pedido-42',
    method: 'PAYMENT_METHOD_PIX',
    origin: 'CHARGE_ORIGIN_TRANSPARENT',
    amountCents: 12_345,
    paidAmountCents: isPaid ? 12_345 : undefined,
    platformFeeCents: 80,
    status,
    customerId: customer.id,
    description: 'Pedido 42',
    receiptUrl: isPaid ? `https://pitanga.example/receipts/${id}` : undefined,
    expiresAt: new Date('2026-11-22T15:00:00.000Z'),
    paidAt: isPaid ? paidAt : undefined,
    metadataJson: '{}',
    utms: { source: 'instagram', medium: 'stories', campaign: 'natal' },
    createdAt,
    updatedAt: paidAt,
    pix,
    payer: isPaid ? { name: customer.name, maskedTaxId: customer.maskedTaxId, isSameAsCustomer: true } : undefined,
  });
}

export function topUp(devMode: boolean): Charge {
  return Charge.fromPartial({
    ...pixCharge(devMode, 'CHARGE_STATUS_PAID'),
    id: 'pix_char_0VyCLbX9R2nQ7xZ4kM1cV8eT',
    origin: 'CHARGE_ORIGIN_TOP_UP',
    platformFeeCents: 0,
    pix: { ...pix, endToEndId: 'E99999999202611211500aB3dE5fG7hJ' },
  });
}

export const keyPayment = KeyPayment.fromPartial({
  id: 'tran_0VyCLbX9K4nB7xZ1kM8cV2eY',
  amountCents: 12_345,
  endToEndId: 'E99999999202611211502aB3dE5fG7hK',
  payerName: customer.name,
  payerMaskedTaxId: customer.maskedTaxId,
  receivedAt: paidAt,
});

export function checkout(devMode: boolean, status: Checkout['status']): Checkout {
  return Checkout.fromPartial({
    id: 'bill_0VyCLbX8WxC6vB1nM4aS7dF0',
    devMode,
    externalId: 'pedido-42',
    url: 'https://pitanga.example/pay/bill_0VyCLbX8WxC6vB1nM4aS7dF0',
    amountCents: 12_345,
    paidAmountCents: 12_345,
    platformFeeCents: 80,
    items: [{ productId: product, productExternalId: 'livro', name: 'Livro', unitPriceCents: 12_345, quantity: 1 }],
    status,
    methods: ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD'],
    frequency: 'CHECKOUT_FREQUENCY_ONE_TIME',
    returnUrl: 'https://loja.example/carrinho',
    completionUrl: 'https://loja.example/obrigado',
    receiptUrl: 'https://pitanga.example/receipts/pix_char_0VyCLbX8W5tYb2uJ6iK9oP0q',
    maxInstallments: 1,
    customerId: customer.id,
    metadataJson: '{}',
    createdAt,
    updatedAt: paidAt,
  });
}

/** A checkout with Pix only, for v1. */
export function billing(devMode: boolean): Checkout {
  return { ...checkout(devMode, 'CHECKOUT_STATUS_PAID'), methods: ['PAYMENT_METHOD_PIX'] };
}

export function subscription(devMode: boolean): Subscription {
  return Subscription.fromPartial({
    id: subscriptionId,
    devMode,
    checkoutId: 'bill_0VyCLbX8WpO9iU2yT5rE8wQ1',
    customerId: customer.id,
    productId: product,
    quantity: 1,
    amountCents: 4_990,
    method: 'PAYMENT_METHOD_CARD',
    status: 'SUBSCRIPTION_STATUS_ACTIVE',
    cycle: 'MONTHLY',
    retryPolicy: { maxRetry: 3, retryEveryDays: 1 },
    effectiveRetryPolicy: { maxRetry: 3, retryEveryDays: 1 },
    nextChargeAt: new Date('2026-12-21T15:02:00.000Z'),
    metadataJson: '{}',
    createdAt,
    updatedAt: paidAt,
  });
}

export function cancelledSubscription(devMode: boolean): Subscription {
  return {
    ...subscription(devMode),
    status: 'SUBSCRIPTION_STATUS_CANCELLED',
    nextChargeAt: undefined,
    canceledAt: paidAt,
    cancelPolicy: 'NOW',
    cancelledDueTo: 'max_payment_retries_exceeded',
  };
}

export function subscriptionCheckout(devMode: boolean): Checkout {
  return {
    ...checkout(devMode, 'CHECKOUT_STATUS_PAID'),
    id: subscription(devMode).checkoutId,
    externalId: undefined,
    url: 'https://pitanga.example/pay/bill_0VyCLbX8WpO9iU2yT5rE8wQ1',
    amountCents: 4_990,
    paidAmountCents: 4_990,
    platformFeeCents: 235,
    items: [
      {
        productId: product,
        productExternalId: 'clube',
        name: 'Clube',
        description: '',
        unitPriceCents: 4_990,
        quantity: 1,
      },
    ],
    methods: ['PAYMENT_METHOD_CARD'],
    frequency: 'CHECKOUT_FREQUENCY_SUBSCRIPTION',
    receiptUrl: undefined,
    maxRetry: 3,
    retryEveryDays: 1,
  };
}

export function cardCharge(devMode: boolean): Charge {
  const id = 'card_0VyCLbX8WcQ9fTz4hLm2nR7k';
  return Charge.fromPartial({
    id,
    devMode,
    method: 'PAYMENT_METHOD_CARD',
    origin: 'CHARGE_ORIGIN_SUBSCRIPTION',
    amountCents: 4_990,
    paidAmountCents: 4_990,
    platformFeeCents: 235,
    status: 'CHARGE_STATUS_PAID',
    customerId: customer.id,
    receiptUrl: `https://pitanga.example/receipts/${id}`,
    paidAt,
    metadataJson: '{}',
    createdAt,
    updatedAt: paidAt,
    card: { brand: 'VISA', lastFour: '4242', installmentCount: 1 },
    subscriptionId,
  });
}

export function declinedCharge(devMode: boolean): Charge {
  return {
    ...cardCharge(devMode),
    status: 'CHARGE_STATUS_FAILED',
    paidAmountCents: undefined,
    paidAt: undefined,
    receiptUrl: undefined,
  };
}

export function planChange(devMode: boolean): PlanChange {
  return PlanChange.fromPartial({
    id: 'subu_0VyCLbX8W3kQz7rT1mN5pA2s',
    devMode,
    subscriptionId,
    status: 'PLAN_CHANGE_STATUS_PENDING',
    productId: product,
    quantity: 2,
    newAmountCents: 9_980,
    requestedAt: paidAt,
    updatedAt: paidAt,
  });
}

export function payout(devMode: boolean, kind: Payout['kind']): Payout {
  return Payout.fromPartial({
    id: 'tran_0VyCLbX8WkL7jH4gF1dS9aP6',
    devMode,
    kind,
    status: 'PAYOUT_STATUS_COMPLETE',
    externalId: 'saque-7',
    amountCents: 10_000,
    platformFeeCents: 80,
    pixKeyType: 'EMAIL',
    maskedPixKey: 'a***@example.com',
    receiptUrl: 'https://pitanga.example/receipts/payouts/tran_0VyCLbX8WkL7jH4gF1dS9aP6',
    endToEndId: 'E1823612020261121150200000000001',
    completedAt: paidAt,
    createdAt,
    updatedAt: paidAt,
  });
}

export function returnedPayout(devMode: boolean, kind: Payout['kind']): Payout {
  const complete = payout(devMode, kind);
  return { ...complete, status: 'PAYOUT_STATUS_RETURNED', returnedCents: complete.amountCents };
}

export function failedPayout(devMode: boolean, kind: Payout['kind']): Payout {
  return {
    ...payout(devMode, kind),
    status: 'PAYOUT_STATUS_FAILED',
    receiptUrl: undefined,
    endToEndId: undefined,
    failureReason: 'INVALID_KEY',
    providerCode: 'KEY_NOT_FOUND',
  };
}

export function refund(devMode: boolean): Refund {
  const ended = failedRefund(devMode);
  return { ...ended, status: 'REFUND_STATUS_COMPLETE', failureReason: undefined, providerCode: undefined };
}

/** A customer asks for it; events have no words of the customer. */
export function refundRequest(devMode: boolean): RefundRequest {
  const { chargeId, amountCents } = failedRefund(devMode);
  return RefundRequest.fromPartial({
    id: 'rreq_0VyCLbX8Wq1sD8gH5jK3lZ9x',
    devMode,
    status: 'REFUND_REQUEST_STATUS_OPEN',
    chargeId,
    checkoutId: 'bill_0VyCLbX8R1mN6vB3cX8zL5kj',
    customerId: customer.id,
    amountCents,
    createdAt: paidAt,
    updatedAt: paidAt,
  });
}

/** A second payment, which its provider would not return. */
export function waitingRefund(devMode: boolean): Refund {
  return { ...failedRefund(devMode), reason: 'DUPLICATE', needsKey: true };
}

export function failedRefund(devMode: boolean): Refund {
  return Refund.fromPartial({
    id: 'ref_0VyCLbX8Wq1sD8gH5jK3lZ9x',
    devMode,
    status: 'REFUND_STATUS_FAILED',
    amountCents: 12_345,
    reason: 'Cliente desistiu da compra',
    originalId: 'pix_char_0VyCLbX8W5tYb2uJ6iK9oP0q',
    chargeId: 'pix_char_0VyCLbX8W5tYb2uJ6iK9oP0q',
    failureReason: 'ACCOUNT_CLOSED',
    providerCode: 'AC07',
    createdAt: paidAt,
    updatedAt: paidAt,
  });
}
