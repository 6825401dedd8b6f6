import type { Charge, Checkout, EventData, InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant, testClock } from '@pitanga/testing';
import { aCharge, aCheckout, aFact, bodiesOf, startHarness, type Harness } from '../../test/harness';
import { v1Events, v2Events } from '../endpoints/event-names';
import { matchEvents } from './match-events';

const clock = testClock(new Date());
let harness: Harness;

beforeAll(async () => {
  harness = await startHarness(clock);
});
afterAll(() => harness.close());

/** What one webhook that asked for every event of its version gets of these facts. */
async function told(tenant: Tenant, facts: readonly InboundEvent[], v2 = true): Promise<Record<string, unknown>[]> {
  await harness.register(tenant, 'http://127.0.0.1:9/hook', { v2, events: v2 ? [...v2Events] : [...v1Events] });
  await matchEvents(harness.deps, facts);
  return bodiesOf(harness, tenant);
}

const logId = expect.stringMatching(/^log_[0-9A-Za-z]{24}$/) as string;
const body = (event: string, data: object): object => ({ id: logId, event, apiVersion: 2, devMode: true, data });

const iso = '2026-11-20T14:59:00.000Z';
const customer = { id: 'cust_1', name: 'Ana', email: 'ana@example.com', taxId: '123.***.***-**' };
const payer = { name: 'Ana', taxId: '123.***.***-**', isSameAsCustomer: true };
const payerInformation = { method: 'PIX', PIX: payer };

const shownCharge = (charge: Charge, method: string, status: string): object => ({
  id: charge.id,
  externalId: 'order-1',
  method,
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
  createdAt: iso,
  updatedAt: iso,
});
const shownPix = (charge: Charge, status: string): object => ({
  ...shownCharge(charge, 'PIX', status),
  brCode: '000201',
  brCodeBase64: null,
});

const shownPayment = (charge: Charge, status: string): object => ({
  id: charge.id,
  method: 'PIX',
  amount: 10_000,
  refundedAmount: status === 'REFUNDED' ? 10_000 : 0,
  status,
  paidAt: iso,
});

const shownLink = (link: Checkout, frequency: string, status: string): object => ({
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
  receiptUrl: null,
  card: { maxInstallments: 1 },
  installmentsCount: null,
  subscriptionId: null,
  trialDays: null,
  trialEndsAt: null,
  nextChargeAt: null,
  skip_customer: false,
  skip_review: false,
  metadata: {},
  devMode: true,
  createdAt: iso,
  updatedAt: iso,
});
const shownCheckout = (checkout: Checkout, status: string): object => ({
  ...shownLink(checkout, 'ONE_TIME', status),
  customerId: 'cust_1',
});

const reversals = [
  { type: 'charge.refunded', outcome: 'refunded', status: 'REFUNDED', of: 'REFUNDED' },
  { type: 'charge.disputed', outcome: 'disputed', status: 'UNDER_DISPUTE', of: 'PAID' },
  { type: 'charge.dispute_lost', outcome: 'lost', status: 'CHARGED_BACK', of: 'PAID' },
] as const;

describe.each(reversals)('$type', ({ type, outcome, status, of }) => {
  const reversed = { status: `CHARGE_STATUS_${status}` } as const;

  it(`of a transparent charge tells v2 of transparent.${outcome} with its reason, and v1 nothing`, async () => {
    const tenant = aTenant();
    const charge = aCharge(reversed);
    const fact = aFact(type, tenant, clock.real(), { charge, reason: 'Produto com defeito' });
    expect(await told(tenant, [fact, fact])).toEqual([
      body(`transparent.${outcome}`, {
        transparent: shownPix(charge, status),
        customer,
        payerInformation,
        reason: 'Produto com defeito',
      }),
    ]);
    const other = aTenant();
    expect(await told(other, [aFact(type, other, clock.real(), { charge })], false)).toEqual([]);
  });

  it(`of a checkout tells v2 of checkout.${outcome} with its payment, and v1 nothing`, async () => {
    const tenant = aTenant();
    const checkout = aCheckout({ status: `CHECKOUT_STATUS_${of}` });
    const charge = aCharge({ ...reversed, origin: 'CHARGE_ORIGIN_CHECKOUT', checkoutId: checkout.id });
    expect(await told(tenant, [aFact(type, tenant, clock.real(), { charge, checkout })])).toEqual([
      body(`checkout.${outcome}`, {
        checkout: shownCheckout(checkout, of),
        customer,
        payerInformation,
        payment: shownPayment(charge, status),
        reason: null,
      }),
    ]);
    const other = aTenant();
    expect(await told(other, [aFact(type, other, clock.real(), { charge, checkout })], false)).toEqual([]);
  });

  it(`of a payment link tells of checkout.${outcome}, the link in the place of the checkout`, async () => {
    const tenant = aTenant();
    const checkout = aCheckout({
      status: 'CHECKOUT_STATUS_ACTIVE',
      frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS',
      customerId: undefined,
    });
    const charge = aCharge({ ...reversed, origin: 'CHARGE_ORIGIN_PAYMENT_LINK', checkoutId: checkout.id });
    expect(await told(tenant, [aFact(type, tenant, clock.real(), { charge, checkout, reason: 'fraude' })])).toEqual([
      body(`checkout.${outcome}`, {
        checkout: shownLink(checkout, 'MULTIPLE_PAYMENTS', 'ACTIVE'),
        customer,
        payerInformation,
        payment: shownPayment(charge, status),
        reason: 'fraude',
      }),
    ]);
  });
});

describe('each completed refund', () => {
  const at = new Date(iso);
  const refund: EventData<'refund.completed'>['refund'] = {
    id: 'ref_1',
    devMode: true,
    status: 'REFUND_STATUS_COMPLETE',
    amountCents: 4_000,
    reason: undefined,
    originalId: 'pix_char_1',
    chargeId: 'pix_char_1',
    failureReason: undefined,
    createdAt: at,
    updatedAt: at,
  };

  it('of a part is told with its own record, the charge still PAID and what was refunded of it so far', async () => {
    const tenant = aTenant();
    const charge = aCharge({ refundedAmountCents: 4_000 });
    expect(await told(tenant, [aFact('charge.refunded', tenant, clock.real(), { charge, refund })])).toMatchObject([
      {
        event: 'transparent.refunded',
        data: {
          transparent: { status: 'PAID', paidAmount: 10_000, refundedAmount: 4_000 },
          refund: { id: 'ref_1', status: 'COMPLETE', amount: 4_000 },
        },
      },
    ]);
  });

  it('of a checkout is told with the checkout and its payment beside it', async () => {
    const tenant = aTenant();
    const checkout = aCheckout({ refundedAmountCents: 4_000 });
    const charge = aCharge({
      origin: 'CHARGE_ORIGIN_CHECKOUT',
      checkoutId: checkout.id,
      refundedAmountCents: 4_000,
    });
    const fact = aFact('charge.refunded', tenant, clock.real(), { charge, checkout, refund });
    expect(await told(tenant, [fact])).toMatchObject([
      {
        event: 'checkout.refunded',
        data: {
          checkout: { status: 'PAID', refundedAmount: 4_000 },
          payment: { status: 'PAID', amount: 10_000, refundedAmount: 4_000 },
          refund: { id: 'ref_1', amount: 4_000 },
        },
      },
    ]);
  });
});

describe('refund.failed', () => {
  const at = new Date(iso);
  const refund: EventData<'refund.failed'>['refund'] = {
    id: 'ref_1',
    devMode: true,
    status: 'REFUND_STATUS_FAILED',
    amountCents: 10_000,
    reason: 'arrependimento',
    originalId: 'pix_char_1',
    chargeId: 'pix_char_1',
    failureReason: 'ACCOUNT_CLOSED',
    providerCode: 'AC07',
    createdAt: at,
    updatedAt: at,
  };
  const shownRefund = {
    id: 'ref_1',
    devMode: true,
    status: 'FAILED',
    amount: 10_000,
    reason: 'arrependimento',
    originalId: 'pix_char_1',
    failureReason: 'ACCOUNT_CLOSED',
    providerCode: 'AC07',
    createdAt: iso,
    updatedAt: iso,
  };

  it('carries the refund, the transparent charge and why it failed', async () => {
    const tenant = aTenant();
    const charge = aCharge();
    expect(await told(tenant, [aFact('refund.failed', tenant, clock.real(), { refund, charge })])).toEqual([
      body('refund.failed', {
        refund: shownRefund,
        transparent: shownPix(charge, 'PAID'),
        customer,
        reason: 'ACCOUNT_CLOSED',
        providerCode: 'AC07',
      }),
    ]);
  });

  it('carries the checkout when the charge belongs to one', async () => {
    const tenant = aTenant();
    const checkout = aCheckout();
    const charge = aCharge({ origin: 'CHARGE_ORIGIN_CHECKOUT', checkoutId: checkout.id });
    const unexplained = { ...refund, reason: undefined, failureReason: undefined, providerCode: undefined };
    const fact = aFact('refund.failed', tenant, clock.real(), { refund: unexplained, charge, checkout });
    expect(await told(tenant, [fact])).toEqual([
      body('refund.failed', {
        refund: { ...shownRefund, reason: null, failureReason: null, providerCode: null },
        checkout: shownCheckout(checkout, 'PAID'),
        customer,
        reason: null,
        providerCode: null,
      }),
    ]);
  });
});

describe('a payment by boleto or card', () => {
  const boleto = {
    barCode: '1'.repeat(44),
    digitableLine: '2'.repeat(47),
    dueDate: '2026-11-25',
    url: 'https://pay.example/boletos/1.pdf',
    interestBasisPoints: 100,
    fine: { kind: 'FINE_KIND_FIXED', value: 200 },
  } as const;
  const card = { brand: 'visa', lastFour: '4242', installmentCount: 3 };
  const byBoleto = { method: 'PAYMENT_METHOD_BOLETO', boleto } as const;
  const byCard = { method: 'PAYMENT_METHOD_CARD', pix: undefined, payer: undefined, card } as const;

  const shownBoleto = {
    barCode: boleto.barCode,
    digitableLine: boleto.digitableLine,
    url: boleto.url,
    brCode: '000201',
    brCodeBase64: null,
    interest: { value: 100 },
    fine: { value: 200, type: 'FIXED' },
    dueDate: '2026-11-25',
  };

  it.each([
    ['BOLETO', byBoleto, shownBoleto, payer],
    ['CARD', byCard, { cardToken: null, ...card }, { number: '4242', brand: 'visa' }],
  ])('of a transparent %s tells v2 with the fields of its method, and v1 nothing', async (method, by, fields, who) => {
    const tenant = aTenant();
    const charge = aCharge(by);
    expect(await told(tenant, [aFact('charge.paid', tenant, clock.real(), { charge })])).toEqual([
      body('transparent.completed', {
        transparent: { ...shownCharge(charge, method, 'PAID'), ...fields },
        customer,
        payerInformation: { method, [method]: who },
      }),
    ]);
    const other = aTenant();
    expect(await told(other, [aFact('charge.paid', other, clock.real(), { charge })], false)).toEqual([]);
  });

  it('that was declined is nothing that receivers are told of', async () => {
    const tenant = aTenant();
    const charge = aCharge({ ...byCard, status: 'CHARGE_STATUS_FAILED', paidAt: undefined });
    expect(await told(tenant, [aFact('charge.failed', tenant, clock.real(), { charge })])).toEqual([]);
  });
});

it('a checkout that coupons made free is completed without a payment', async () => {
  const tenant = aTenant();
  const fact = aFact('checkout.paid', tenant, clock.real(), { checkout: aCheckout(), charge: undefined });
  const [completed] = await told(tenant, [fact]);
  expect(completed).toMatchObject({ event: 'checkout.completed', data: { payment: null, payerInformation: null } });
  const other = aTenant();
  const again = aFact('checkout.paid', other, clock.real(), { checkout: aCheckout(), charge: undefined });
  expect(await told(other, [again], false)).toMatchObject([
    { event: 'billing.paid', data: { payment: { amount: 0, fee: 0, method: 'PIX' } } },
  ]);
});

it('nothing is said of a dispute that was won', async () => {
  const tenant = aTenant();
  const fact = aFact('charge.dispute_won', tenant, clock.real(), { charge: aCharge() });
  expect(await told(tenant, [fact])).toEqual([]);
});
