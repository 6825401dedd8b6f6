import type { SimulateCheckoutPaymentRequest } from '@pitanga/contracts';
import { parseBarCode, type Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aCustomer, call, readEvents, setClock, startBilling } from './billing-harness';
import { openCheckout, pay, poorCard } from './payment-requests';

const billing = startBeforeAll(startBilling);
beforeEach(() => {
  setClock(billing, '2026-11-20T15:00:00.000Z');
});

const [pix, card, boleto] = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_BOLETO'] as const;
const link = 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' as const;
const once = 'CHECKOUT_FREQUENCY_ONE_TIME' as const;
const payer = { name: 'Bia Lima', taxId: '123.456.789-09' };
const dayMs = 86_400_000;

const read = (tenant: Tenant, id: string) =>
  billing.checkouts.getCheckout(
    { tenant, id, externalId: undefined, customerId: undefined, frequency: undefined },
    call(),
  );
const customerOf = async (tenant: Tenant, id: string | undefined) =>
  (await billing.customers.getCustomer({ tenant, id, email: undefined, taxId: undefined }, call())).customer;
const factTypes = async (tenant: Tenant): Promise<string[]> =>
  (await readEvents(billing, tenant)).map(({ type }) => type).filter((type) => /^(charge|checkout)\./.test(type));
const rowOf = (id: string) => billing.db('charges').where({ id }).first<Record<string, unknown>>('*');

describe('a simulated payment', () => {
  test.each([
    [pix, 80, /^pix_char_/],
    [boleto, 250, /^char_/],
    [card, 410, /^card_/],
  ])('by %s pays the checkout with its own fee and publishes both facts', async (method, fee, id) => {
    const tenant = await billing.configuredStore();
    const checkout = await openCheckout(billing, tenant, 10_000, { methods: [pix, card, boleto] });
    const paid = await pay(billing, tenant, checkout.id, { method, payer });
    expect(paid.failure).toBeUndefined();
    expect(paid.checkout).toMatchObject({
      status: 'CHECKOUT_STATUS_PAID',
      amountCents: 10_000,
      paidAmountCents: 10_000,
      platformFeeCents: fee,
      installmentsCount: method === card ? 1 : undefined,
      receiptUrl: `http://pitanga.test/receipts/${paid.payments[0]?.id ?? ''}`,
    });
    expect(paid.payments).toMatchObject([{ id: expect.stringMatching(id) as string, method, status: 'PAID' }]);
    expect(await factTypes(tenant)).toEqual(['checkout.created', 'charge.created', 'charge.paid', 'checkout.paid']);
    expect(await customerOf(tenant, paid.checkout?.customerId)).toMatchObject({
      name: 'Bia Lima',
      taxId: '12345678909',
    });
  });

  test('tells the externalId of its checkout, by which the statement finds it', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 10_000, { externalId: 'pedido-9' });
    await pay(billing, tenant, id);
    const [paid] = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.paid');
    expect(paid?.payload).toMatchObject({ charge: { externalId: 'pedido-9' } });
  });

  test.each([
    [[boleto, pix], boleto],
    [[card, pix], card],
    [[], pix],
  ])('without a method uses the first that is accepted: of %s', async (methods, expected) => {
    const tenant = await billing.configuredStore();
    for (const frequency of [once, link]) {
      const { id } = await openCheckout(billing, tenant, 10_000, { methods, frequency });
      expect((await pay(billing, tenant, id)).payments.map(({ method }) => method)).toEqual([expected]);
    }
  });

  test('is refused for a method not offered, for one whose fee left it out, and writes nothing', async () => {
    const tenant = await billing.configuredStore();
    const { id, methods } = await openCheckout(billing, tenant, 200, { methods: [pix, boleto] });
    expect(methods).toEqual([pix]);
    for (const method of [card, boleto]) {
      await expect(pay(billing, tenant, id, { method })).rejects.toMatchObject({
        kind: 'FAILED_PRECONDITION',
        reason: 'METHOD_NOT_OFFERED',
      });
    }
    expect((await read(tenant, id)).payments).toEqual([]);
  });

  test('of another amount is recorded and goes back, and the checkout stays open', async () => {
    const tenant = await billing.configuredStore();
    for (const method of [pix, boleto]) {
      const { id } = await openCheckout(billing, tenant, 10_000, { methods: [method] });
      const { checkout, payments } = await pay(billing, tenant, id, { amountCents: 9_999 });
      expect(checkout?.status).toBe('CHECKOUT_STATUS_PENDING');
      expect(payments).toMatchObject([{ status: 'PENDING' }]);
      const refunds = await billing.db('refunds').where({ checkout_id: id }).select('reason', 'amount_cents');
      expect(refunds).toEqual([{ reason: 'AMOUNT_MISMATCH', amount_cents: 9_999 }]);
    }
  });

  test('is replayed with the same Idempotency-Key, a declined one too', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 10_000);
    const declined = { method: card, cardNumber: poorCard };
    const first = await pay(billing, tenant, id, declined, 'declined');
    expect(first.failure).toMatchObject({ code: '51' });
    // The first has waited for what it appended.
    expect(await pay(billing, tenant, id, declined, 'declined')).toEqual({ ...first, appended: [] });
    const paid = await pay(billing, tenant, id, {}, 'paid');
    expect(await pay(billing, tenant, id, {}, 'paid')).toEqual({ ...paid, appended: [] });
    expect((await read(tenant, id)).payments).toHaveLength(2);
  });
});

describe('who pays', () => {
  test.each([
    ['PIX', pix, false],
    // The cardholder and the payer of a boleto are known whatever the flags say.
    ['CARD', card, true],
    ['BOLETO', boleto, true],
  ])('by %s with skip_customer', async (_name, method, becomesCustomer) => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 10_000, { methods: [method], skipCustomer: true });
    const { checkout, payments } = await pay(billing, tenant, id, { payer });
    expect(checkout?.customerId !== undefined).toBe(becomesCustomer);
    expect((await rowOf(payments[0]?.id ?? '')).payer_name).toBe('Bia Lima');
    if (becomesCustomer) expect(await customerOf(tenant, checkout?.customerId)).toMatchObject({ name: 'Bia Lima' });
  });

  test.each([
    ['does not become the customer where the page’s address says so', [true], false],
    ['does not where a later look at the page says so', [undefined, true, undefined], false],
    ['becomes the customer where no address says so', [undefined], true],
  ])('by the Pix code of a page %s', async (_what, looks, becomesCustomer) => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 10_000);
    const codes = [];
    for (const skipCustomer of looks) {
      const { charge } = await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id, skipCustomer }, call());
      codes.push(charge?.id);
    }
    expect(new Set(codes).size).toBe(1);
    const { checkout } = await pay(billing, tenant, id, { payer, chargeId: codes[0] });
    expect(checkout).toMatchObject({ status: 'CHECKOUT_STATUS_PAID', skipCustomer: false });
    expect(checkout?.customerId !== undefined).toBe(becomesCustomer);
    const made = await billing.db('customers').where({ store_id: tenant.storeId });
    expect(made).toHaveLength(becomesCustomer ? 1 : 0);
  });

  test.each([pix, card, boleto])('by %s stays the customer the checkout was made for', async (method) => {
    const tenant = await billing.configuredStore();
    const customer = aCustomer();
    const { id, customerId } = await openCheckout(billing, tenant, 10_000, { methods: [method], customer });
    const { checkout, payments } = await pay(billing, tenant, id);
    expect(checkout?.customerId).toBe(customerId);
    expect(await rowOf(payments[0]?.id ?? '')).toMatchObject({ payer_name: customer.name, customer_id: customerId });
    expect(await billing.db('customers').where({ store_id: tenant.storeId })).toHaveLength(1);
  });
});

describe('a card on a checkout', () => {
  const inInstallments = (
    tenant: Tenant,
    id: string,
    installmentCount: number,
    others: Partial<SimulateCheckoutPaymentRequest> = {},
  ) => pay(billing, tenant, id, { method: card, installmentCount, ...others });

  test('pays in as many installments as the checkout allows, which its record shows', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 3_000, { maxInstallments: 3 });
    await expect(inInstallments(tenant, id, 4)).rejects.toMatchObject({
      reason: 'METHOD_NOT_OFFERED',
      message: 'This checkout does not accept CARD in 4 installments',
    });
    await expect(inInstallments(tenant, id, -1)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    const { checkout } = await inInstallments(tenant, id, 3);
    expect(checkout).toMatchObject({ installmentsCount: 3, platformFeeCents: 180 });
  });

  test('that is declined keeps the checkout open with a FAILED payment; another card pays it', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 10_000);
    const { checkout, payments, failure } = await inInstallments(tenant, id, 0, { cardNumber: poorCard });
    expect(failure).toEqual({
      code: '51',
      reason: 'PAYMENT_FAILURE_REASON_INSUFFICIENT_FUNDS',
      declineClass: 'DECLINE_CLASS_REVERSIBLE',
      message: 'Saldo ou limite insuficiente.',
    });
    expect(checkout).toMatchObject({
      status: 'CHECKOUT_STATUS_PENDING',
      paidAmountCents: undefined,
      customerId: undefined,
    });
    expect(payments).toMatchObject([{ status: 'FAILED', paidAt: undefined }]);
    expect((await inInstallments(tenant, id, 1)).checkout?.status).toBe('CHECKOUT_STATUS_PAID');
    const told = ['charge.created', 'charge.failed', 'charge.created', 'charge.paid', 'checkout.paid'];
    expect(await factTypes(tenant)).toEqual(['checkout.created', ...told]);
  });

  test('that is no test card is refused and leaves nothing', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 10_000);
    await expect(inInstallments(tenant, id, 1, { cardNumber: '5105105105105100' })).rejects.toMatchObject({
      reason: 'NOT_A_TEST_CARD',
    });
    expect((await read(tenant, id)).payments).toEqual([]);
  });
});

describe('a boleto of a checkout', () => {
  test('has the due date and the conditions of the checkout, which stays open as long as it can be paid', async () => {
    const tenant = await billing.configuredStore();
    const terms = { interestBasisPoints: 100, fine: { kind: 'FINE_KIND_FIXED' as const, value: 500 } };
    const overrides = { methods: [boleto], dueDate: '2026-11-26', ...terms };
    const { id } = await openCheckout(billing, tenant, 100_000, overrides);
    const { payments } = await pay(billing, tenant, id, { amountCents: 1 });
    const row = await rowOf(payments[0]?.id ?? '');
    expect(row).toMatchObject({
      due_date: '2026-11-26',
      interest_basis_points: 100,
      fine_kind: 'FIXED',
      fine_value: 500,
    });
    expect(parseBarCode(String(row.bar_code)).amountCents).toBe(100_000);
    billing.clock.advance(7 * dayMs);
    expect((await read(tenant, id)).checkout?.status).toBe('CHECKOUT_STATUS_PENDING');
    const extended = (await readEvents(billing, tenant)).filter(({ type }) => type === 'checkout.extended');
    expect(extended).toMatchObject([{ key: id, payload: { expiresAt: (row.payable_until as Date).toISOString() } }]);
    // Paid on the 27th, a day late: R$ 5,00 and 0,33 of interest.
    const { checkout } = await pay(billing, tenant, id, { payer });
    expect(checkout).toMatchObject({ status: 'CHECKOUT_STATUS_PAID', amountCents: 100_000, paidAmountCents: 100_533 });
  });

  test('without a due date has three business days from the day it is issued', async () => {
    const tenant = await billing.configuredStore();
    const { id, dueDate } = await openCheckout(billing, tenant, 10_000, { methods: [boleto] });
    expect(dueDate).toBeUndefined();
    billing.clock.advance(3 * dayMs);
    const { payments } = await pay(billing, tenant, id);
    expect((await rowOf(payments[0]?.id ?? '')).due_date).toBe('2026-11-26');
  });
});

test('one payment of a checkout cancels what else is open, and of a link nothing', async () => {
  const tenant = await billing.configuredStore();
  for (const frequency of [once, link]) {
    const { id } = await openCheckout(billing, tenant, 10_000, { methods: [pix, card, boleto], frequency });
    await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id }, call());
    await pay(billing, tenant, id, { method: boleto, amountCents: 1 });
    const { payments } = await pay(billing, tenant, id, { method: card });
    const left = frequency === once ? 'CANCELLED' : 'PENDING';
    expect(new Map(payments.map(({ method, status }) => [method, status]))).toEqual(
      new Map([
        [card, 'PAID'],
        [pix, left],
        [boleto, left],
      ]),
    );
  }
  expect((await factTypes(tenant)).filter((type) => type === 'charge.cancelled')).toHaveLength(2);
});
