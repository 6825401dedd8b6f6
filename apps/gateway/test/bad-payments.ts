import type { Refusal } from './refusal';
import { billing, line } from './billing-body';
import { toAccount } from './ted-messages';

const inline = { name: 'Ana', cellphone: '11987654321', email: 'ana@example.com', taxId: '12345678909' };
const webhook = { name: 'bar', endpoint: 'https://shop.example/hook', events: ['checkout.completed'] };
const withdrawal = {
  externalId: 'w-1',
  method: 'PIX',
  amount: 350,
  pix: { type: 'EMAIL', key: 'ana@example.com' },
};
const account = { bankCode: '341', ...toAccount, accountType: 'CHECKING' };
const flat = { externalId: 's-1', amount: 100, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' };

/** Bodies and queries of refunds, payouts, subscriptions, webhooks and v1. */
export const paymentRefusals: readonly Refusal[] = [
  [
    '/v2/checkouts/refund',
    { id: 'bill_1', amount: 10.5 },
    "Property 'amount' should be an integer: amounts are in centavos, R$ 10,50 is 1050",
  ],
  [
    '/v2/checkouts/refund',
    { id: 'bill_1', reason: 'x'.repeat(501) },
    "Property 'reason' should have at most 500 characters",
  ],
  [
    '/v2/payment-links/refund',
    { id: 'char_1', pixKey: 'a@b.c', pixKeyType: 'MAIL' },
    "Property 'pixKeyType' should be one of: CPF, CNPJ, PHONE, EMAIL, RANDOM, BR_CODE",
  ],
  [
    '/v2/transparents/simulate-dispute',
    { id: 'char_1', outcome: 'draw' },
    "Property 'outcome' should be one of: opened, won, lost",
  ],
  [
    '/v2/transparents/create',
    { method: 'CASH', data: { amount: 500 } },
    "Property 'method' should be one of: PIX, BOLETO, CARD",
  ],
  ['/v2/transparents/create', { amount: 99 }, "Property 'data.amount' should be at least 100"],
  ['/v2/transparents/get', undefined, "Expected property 'id' to be string but found: undefined"],
  ['/v1/withdraw/create', { ...withdrawal, amount: 349 }, "Property 'amount' should be at least 350"],
  ['/v1/withdraw/create', { ...withdrawal, method: undefined }, "Property 'method' is missing"],
  ['/v1/withdraw/create', { ...withdrawal, externalId: undefined }, "Property 'externalId' is missing"],
  ['/v1/withdraw/create', { ...withdrawal, pix: undefined }, "Property 'pix' is missing"],
  ['/v1/withdraw/create', { ...withdrawal, pix: { type: 'EMAIL' } }, "Property 'pix.key' is missing"],
  ['/v1/withdraw/get', undefined, "Expected property 'externalId' to be string but found: undefined"],
  ['/v2/top-ups/create', { amount: 99 }, "Property 'amount' should be at least 100"],
  ['/v2/top-ups/create', { amount: 100, expiresIn: 0 }, "Property 'expiresIn' should be at least 1"],
  ['/v2/advances/create', { amount: 99 }, "Property 'amount' should be at least 100"],
  ['/v2/advances/create', { amount: 'x' }, "Expected property 'amount' to be integer but found: string"],
  ['/v2/advances/quote?amount=99', undefined, "Property 'amount' should be at least 100"],
  ['/v2/payouts/create', { ...withdrawal, amount: 349 }, "Property 'amount' should be at least 350"],
  ['/v2/payouts/create', { ...withdrawal, externalId: '' }, "Property 'externalId' should not be empty"],
  [
    '/v2/payouts/create',
    { ...withdrawal, pixKey: 'a@b.co', pixKeyType: 'EMAIL' },
    "Properties 'pix' and 'pixKey' should not be used together",
  ],
  ['/v2/payouts/create', { amount: 350, method: 'TED' }, "Property 'bankAccount' is missing"],
  ['/v2/payouts/create', { amount: 350, bankAccount: account }, "Property 'bankAccount' is of the method TED"],
  [
    '/v2/payouts/create',
    { ...flat, amount: 350, method: 'TED', bankAccount: account },
    "Properties 'bankAccount' and 'pix' should not be used together",
  ],
  ['/v2/payouts/create', { ...flat, amount: 350, pixKeyType: undefined }, "Property 'pixKeyType' is missing"],
  ['/v2/payouts/get', undefined, 'Send at least one of id or externalId'],
  [
    '/v2/payouts/list?status=PAID',
    undefined,
    "Property 'status' should be one of: PENDING, COMPLETE, FAILED, CANCELLED, RETURNED",
  ],
  ['/v2/pix/send', { ...flat, amount: 99 }, "Property 'amount' should be at least 100"],
  [
    '/v2/pix/send',
    { ...flat, amount: 100.5 },
    "Property 'amount' should be an integer: amounts are in centavos, R$ 10,50 is 1050",
  ],
  ['/v2/pix/send', { ...flat, externalId: undefined }, "Property 'externalId' is missing"],
  ['/v2/pix/send', { ...flat, pixKey: undefined }, "Property 'pixKey' is missing"],
  ['/v2/pix/send', { ...flat, pixKey: undefined, pixKeyType: undefined }, "Property 'pixKey' is missing"],
  [
    '/v2/pix/send',
    { ...flat, pixKeyType: 'EVP' },
    "Property 'pixKeyType' should be one of: CPF, CNPJ, PHONE, EMAIL, RANDOM, BR_CODE",
  ],
  [
    '/v2/pix/send',
    { ...flat, description: 'x'.repeat(501) },
    "Property 'description' should have at most 500 characters",
  ],
  ['/v2/pix/get', undefined, 'Send at least one of id or externalId'],
  ['/v2/webhooks/create', { ...webhook, events: [] }, "Property 'events' should have at least 1 element"],
  ['/v2/webhooks/create', { ...webhook, secret: 'short' }, "Property 'secret' should have at least 8 characters"],
  [
    '/v2/webhooks/create',
    { ...webhook, endpoint: 'ftp://x' },
    "Property 'endpoint' should be a valid http or https URL",
  ],
  ['/v2/webhooks/toggle', {}, "Expected property 'id' to be string but found: undefined"],
  [
    '/v2/webhooks/rotate-secret',
    { id: 'webh_1', secret: 'short' },
    "Property 'secret' should have at least 8 characters",
  ],
  ['/v2/webhooks/deliveries/resend', {}, "Expected property 'id' to be string but found: undefined"],
  [
    '/v2/webhooks/deliveries?status=LATE',
    undefined,
    "Property 'status' should be one of: PENDING, DELIVERED, FAILED, DROPPED",
  ],
  ['/v2/webhooks/deliveries?limit=101', undefined, "Property 'limit' should be at most 100"],
  ['/v2/webhooks/replay', { webhookId: 'webh_1', to: '2026-11-21' }, "Property 'from' is missing"],
  [
    '/v2/webhooks/replay',
    { webhookId: 'webh_1', from: 'yesterday', to: '2026-11-21' },
    "Property 'from' should be an ISO 8601 date and time with its offset, or a day YYYY-MM-DD",
  ],
  [
    '/v2/bank-statement/list?kind=X',
    undefined,
    "Property 'kind' should be one of: PAYMENT, SETTLEMENT, REFUND, WITHDRAW, TRANSFER, FEE, ADVANCE, DISPUTE, DISPUTE_RELEASE, CHARGEBACK, RETURN, TOP_UP, DEPOSIT, CARD_APPROVED",
  ],
  ['/v1/customer/create', { ...inline, cellphone: null }, "Property 'cellphone' is missing"],
  ['/v1/pixQrCode/create', { amount: 1 }, "Property 'amount' should be at least 100"],
  ['/v1/pixQrCode/create', { amount: 500, customer: { name: 'Ana' } }, "Property 'customer.cellphone' is missing"],
  ['/v1/billing/create', { ...billing, methods: ['BOLETO'] }, "Property 'methods[0]' should be one of: PIX, CARD"],
  ['/v1/billing/create', { ...billing, returnUrl: undefined }, "Property 'returnUrl' is missing"],
  [
    '/v1/billing/create',
    { ...billing, products: [{ ...line, price: 99 }] },
    "Property 'products[0].price' should be at least 100",
  ],
  ['/v2/test-clock/advance', {}, "Property 'to' is missing"],
  ['/v2/test-clock/advance', { to: 5 }, "Expected property 'to' to be string but found: number"],
  ...['tomorrow', '2027-02-30', '2027-02-30T12:00:00Z', '2027-01-01T12:00:00', '2027-01-01T25:00:00Z'].map(
    (to) =>
      [
        '/v2/test-clock/advance',
        { to },
        "Property 'to' should be an ISO 8601 date and time with its offset, or a day YYYY-MM-DD",
      ] as const,
  ),
  ['/v1/customer/list?limit=1001', undefined, "Property 'limit' should be at most 1000"],
];
