import type { Checkout, CreateCheckoutRequest, GetCheckoutResponse } from '@pitanga/contracts';
import { parseBrCode, saoPauloDay, tenantOf, type Tenant } from '@pitanga/core';
import { aTenant, testIds } from '@pitanga/testing';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { noProviders } from '../src/provider/providers';
import {
  aCheckout,
  aCustomer,
  aProduct,
  call,
  readEvents,
  firstPage,
  startBilling,
  type Billing,
} from './billing-harness';
import { aCoupon } from './payment-requests';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

const noKeys = { id: undefined, externalId: undefined, customerId: undefined };
const notFound = { kind: 'NOT_FOUND', message: 'Cobrança não encontrada.' };
const dayMs = 86_400_000;

async function create(
  tenant: Tenant,
  products: string[],
  overrides: Partial<CreateCheckoutRequest> = {},
): Promise<Checkout> {
  const { checkout } = await billing.checkouts.createCheckout(aCheckout(tenant, products, overrides), call());
  if (!checkout) throw new Error('no checkout');
  return checkout;
}

function get(tenant: Tenant, keys: object): Promise<GetCheckoutResponse> {
  return billing.checkouts.getCheckout({ tenant, ...noKeys, ...keys }, call());
}

function simulate(tenant: Tenant, id: string, overrides: object = {}) {
  const request = {
    tenant,
    id,
    method: undefined,
    payer: undefined,
    coupons: [],
    cardNumber: undefined,
    installmentCount: 0,
    amountCents: undefined,
    late: false,
    ...overrides,
  };
  return billing.checkouts.simulateCheckoutPayment(request, call());
}

/** A v1 line: its own name and price, whatever the catalogue says. */
function line(externalId: string, unitPriceCents: number, quantity = 1) {
  return { product: externalId, quantity, line: { name: `Line ${externalId}`, description: 'v1', unitPriceCents } };
}

describe('creating a checkout', () => {
  test('adds up the items, by product id or external id, and defaults to PIX and CARD', async () => {
    const tenant = await billing.configuredStore();
    const [first, second] = [await aProduct(billing, tenant, 5_000), await aProduct(billing, tenant, 100)];
    const { product } = await billing.products.getProduct({ tenant, id: undefined, externalId: second }, call());
    const items = [
      { product: first, quantity: 2, line: undefined },
      { product: product?.id ?? '', quantity: 3, line: undefined },
    ];
    const metadataJson = '{"z":1,"a":2.0}';
    const checkout = await create(tenant, [], { items, metadataJson, maxInstallments: 10, skipReview: true });
    expect(checkout).toMatchObject({
      amountCents: 10_300,
      status: 'CHECKOUT_STATUS_PENDING',
      frequency: 'CHECKOUT_FREQUENCY_ONE_TIME',
      methods: ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD'],
      platformFeeCents: 0,
      paidAmountCents: undefined,
      maxInstallments: 10,
      skipReview: true,
      metadataJson,
      url: `http://pitanga.test/pay/${checkout.id}`,
      items: [
        { productExternalId: first, unitPriceCents: 5_000, quantity: 2 },
        { productId: product?.id, quantity: 3 },
      ],
    });
    expect(checkout.id).toMatch(/^bill_[0-9A-Za-z]{24}$/);
    const facts = await readEvents(billing, tenant);
    expect(facts.at(-1)).toMatchObject({ type: 'checkout.created', key: checkout.id });
  });

  test('charges a v1 line by its own name and price and adds only a new external id to the catalogue', async () => {
    const tenant = await billing.configuredStore();
    const known = await aProduct(billing, tenant, 5_000);
    const checkout = await create(tenant, [], {
      items: [line(known, 700), line('new-one', 800, 2)],
      frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS',
      externalId: 'label',
      externalIdIsLabel: true,
    });
    expect(checkout).toMatchObject({ amountCents: 2_300, status: 'CHECKOUT_STATUS_ACTIVE' });
    expect(checkout.items[0]).toMatchObject({ productExternalId: known, name: `Line ${known}`, unitPriceCents: 700 });
    const priceOf = async (externalId: string): Promise<number | undefined> =>
      (await billing.products.getProduct({ tenant, id: undefined, externalId }, call())).product?.priceCents;
    expect([await priceOf(known), await priceOf('new-one')]).toEqual([5_000, 800]);
    const again = await create(tenant, [], { items: [line(known, 700)], externalId: 'label', externalIdIsLabel: true });
    expect(again.id).not.toBe(checkout.id);
  });

  test('does not deadlock when parallel creates bring the same new products in another order', async () => {
    const tenant = await billing.configuredStore();
    const items = ['p1', 'p2', 'p3', 'p4'].map((externalId) => line(externalId, 500));
    const orders = Array.from({ length: 12 }, (_item, index) => (index % 2 === 0 ? items : [...items].reverse()));
    const answers = await Promise.all(orders.map((order) => create(tenant, [], { items: order })));
    expect(new Set(answers.flatMap((answer) => answer.items.map(({ productId }) => productId))).size).toBe(4);
  });

  test.each([
    ['an unknown product', ['nothing'], {}, 'NOT_FOUND', 'Produto não encontrado.'],
    ['no items', [], {}, 'INVALID_ARGUMENT', "Property 'items' should have from 1 to 100 elements"],
    ['an unknown customer', ['cheap'], { customerId: 'cust_nobody' }, 'NOT_FOUND', 'Cliente não encontrado.'],
    ['a total below R$ 1', ['tiny'], {}, 'INVALID_ARGUMENT', 'The total of the items should be from 100 to 9999999999'],
    [
      'a product with a cycle',
      ['monthly'],
      {},
      'INVALID_ARGUMENT',
      'The product monthly has a billing cycle and can only be used in a subscription',
    ],
    ['a repeated product', ['cheap', 'cheap'], {}, 'INVALID_ARGUMENT', 'The product cheap should not be repeated'],
    [
      'a due date without BOLETO',
      ['cheap'],
      { dueDate: '2026-11-25' },
      'INVALID_ARGUMENT',
      "Property 'dueDate' is only valid when BOLETO is accepted",
    ],
    [
      'a due date in the past',
      ['cheap'],
      { dueDate: '2026-11-19', methods: ['PAYMENT_METHOD_BOLETO' as const] },
      'INVALID_ARGUMENT',
      "Property 'dueDate' should not be in the past",
    ],
    [
      'a due date more than a year ahead',
      ['cheap'],
      { dueDate: '2027-12-31', methods: ['PAYMENT_METHOD_BOLETO' as const] },
      'INVALID_ARGUMENT',
      "Property 'dueDate' should be at most 365 days ahead",
    ],
    [
      'a due date that is no day',
      ['cheap'],
      { dueDate: '2026-02-30', methods: ['PAYMENT_METHOD_BOLETO' as const] },
      'INVALID_ARGUMENT',
      "Property 'dueDate' should be a date written YYYY-MM-DD",
    ],
    [
      'two installments below R$ 10 each',
      ['cheap'],
      { maxInstallments: 2 },
      'FAILED_PRECONDITION',
      'Total below minimum for 2x (R$10 per installment)',
    ],
    [
      '13 installments',
      ['cheap'],
      { maxInstallments: 13 },
      'INVALID_ARGUMENT',
      "Property 'maxInstallments' should be from 1 to 12",
    ],
    [
      'only a method whose fee reaches the total',
      ['boletofee'],
      { methods: ['PAYMENT_METHOD_BOLETO' as const] },
      'FAILED_PRECONDITION',
      'O valor mínimo para BOLETO é R$ 2,51',
    ],
  ])('refuses %s', async (_name, products, overrides, kind, message) => {
    const tenant = await billing.configuredStore();
    for (const [externalId, priceCents, cycle] of [
      ['cheap', 1_999, undefined],
      ['tiny', 99, undefined],
      ['boletofee', 250, undefined],
      ['monthly', 1_000, 'BILLING_CYCLE_MONTHLY'],
    ] as const) {
      const product = { tenant, externalId, name: externalId, description: '', priceCents, currency: 'BRL', cycle };
      await billing.products.createProduct({ ...product, trialDays: undefined }, call());
    }
    await expect(create(tenant, products, overrides)).rejects.toMatchObject({ kind, message });
  });

  test('refuses a quantity and a total beyond the limits, however large', async () => {
    const tenant = await billing.configuredStore();
    const quantity = (count: number) => create(tenant, [], { items: [line('one', 500, count)] });
    await expect(quantity(0)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    await expect(quantity(10_001)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    const items = Array.from({ length: 100 }, (_item, index) => line(`p${String(index)}`, 9_999_999_999, 10_000));
    await expect(create(tenant, [], { items })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  });

  test('does not offer a method whose fee would reach the total', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant, 200);
    const methods = ['PAYMENT_METHOD_BOLETO', 'PAYMENT_METHOD_PIX'] as const;
    expect((await create(tenant, [product], { methods: [...methods] })).methods).toEqual(['PAYMENT_METHOD_PIX']);
  });

  test('answers the live record for a repeated external id and a conflict for other content', async () => {
    const tenant = await billing.configuredStore();
    const [product, other] = [await aProduct(billing, tenant), await aProduct(billing, tenant)];
    const customer = aCustomer();
    const keyed = { externalId: testIds.token(8), customer };
    const answers = await Promise.all(Array.from({ length: 200 }, () => create(tenant, [product], keyed)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    for (const [products, change] of [
      [[other], {}],
      [[product], { customer: aCustomer() }],
      [[product], { customer: undefined }],
      [[product], { items: [{ product, quantity: 2, line: undefined }] }],
    ] as const) {
      await expect(create(tenant, [...products], { ...keyed, ...change } as object)).rejects.toMatchObject({
        kind: 'ALREADY_EXISTS',
      });
    }
    expect((await readEvents(billing, tenant)).filter(({ type }) => type === 'checkout.created')).toHaveLength(1);
  });

  test('answers a repeat whatever has become of its due date, products and coupons since', async () => {
    const tenant = await billing.configuredStore();
    const [product, other] = [await aProduct(billing, tenant), await aProduct(billing, tenant)];
    const code = await aCoupon(billing, tenant);
    const items = [product, other].map((id, index) => ({ product: id, quantity: index + 1, line: undefined }));
    const keyed = {
      externalId: testIds.token(8),
      customer: { ...aCustomer(), taxId: undefined },
      methods: ['PAYMENT_METHOD_PIX' as const, 'PAYMENT_METHOD_BOLETO' as const],
      dueDate: saoPauloDay(billing.clock.real()),
      coupons: [code],
    };
    const { id } = await create(tenant, [], { ...keyed, items });
    await simulate(tenant, id);
    billing.clock.advance(3 * dayMs);
    const found = await billing.products.getProduct({ tenant, id: undefined, externalId: product }, call());
    await billing.products.deleteProduct({ tenant, id: found.product?.id ?? '' }, call());
    await billing.coupons.deleteCoupon({ tenant, code }, call());
    const repeated = await create(tenant, [], { ...keyed, items: items.toReversed() });
    expect(repeated).toMatchObject({ id, status: 'CHECKOUT_STATUS_PAID' });
    await expect(create(tenant, [], { ...keyed, items: items.slice(1) })).rejects.toMatchObject({
      message: "Property 'dueDate' should not be in the past",
    });
  });

  test('answers the paid record for a repeat even after a payer became its customer', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    const { id, externalId } = await create(tenant, [product], { externalId: testIds.token(8) });
    await simulate(tenant, id);
    const repeated = await create(tenant, [product], { externalId });
    expect(repeated).toMatchObject({ id, status: 'CHECKOUT_STATUS_PAID' });
  });

  test('lets an expired checkout free its external id, before and after the job ran', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    const externalId = testIds.token(8);
    const first = await create(tenant, [product], { externalId });
    await billing.checkouts.openCheckoutPix({ tenant, checkoutId: first.id }, call());
    billing.clock.advance(30 * dayMs);
    const second = await create(tenant, [product], { externalId });
    expect(second.id).not.toBe(first.id);
    expect((await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.expired')).toHaveLength(1);
    billing.clock.advance(30 * dayMs);
    await expireOverdue(billing.deps);
    expect((await create(tenant, [product], { externalId })).id).not.toBe(second.id);
    const expired = (await readEvents(billing, tenant)).filter(({ type }) => type === 'checkout.expired');
    expect(expired).toMatchObject(
      [first, second].map(({ id }) => ({ key: id, payload: { checkout: { id, status: 'CHECKOUT_STATUS_EXPIRED' } } })),
    );
  });
});

describe('reading checkouts', () => {
  test('answers the newest that matches all keys, with customer and payments', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    const customer = aCustomer({ taxId: '52998224725' });
    await create(tenant, [product], { customer });
    billing.clock.advance(5);
    const newest = await create(tenant, [product], { customer, externalId: testIds.token(8) });
    const { customerId, externalId, id } = newest;
    for (const keys of [{ customerId }, { externalId }, { id }, { id, externalId, customerId }]) {
      const found = await get(tenant, keys);
      expect(found).toMatchObject({ checkout: { id, customerId }, payments: [] });
    }
    await expect(get(tenant, { id, externalId: 'other' })).rejects.toMatchObject(notFound);
    await expect(get(tenant, {})).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      message: "One of 'id', 'externalId' or 'customerId' is required",
    });
    await expect(get(tenant, { customerId: 'cust_nobody' })).rejects.toMatchObject(notFound);
  });

  test('lists the customers of a page in full, each once, for v1', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    const customer = aCustomer({ taxId: '52998224725', cellphone: '11987654321' });
    const { customerId } = await create(tenant, [product], { customer });
    await create(tenant, [product], { customer });
    await create(tenant, [product], {});
    const list = await billing.checkouts.listCheckouts({ tenant, page: { limit: 10 }, frequencies: [] }, call());
    expect(list.checkouts).toHaveLength(3);
    expect(list.customers).toMatchObject([{ id: customerId, taxId: '52998224725', cellphone: '11987654321' }]);
  });

  test('answers not found for another store and the other environment', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, [await aProduct(billing, tenant)]);
    for (const owner of [aTenant(), tenantOf(tenant.storeId, false)]) {
      await expect(get(owner, { id })).rejects.toMatchObject(notFound);
      await expect(billing.checkouts.openCheckoutPix({ tenant: owner, checkoutId: id }, call())).rejects.toMatchObject(
        notFound,
      );
    }
  });

  test('lists by frequency, status, customer, e-mail, tax id and method', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    const customer = aCustomer();
    const checkout = await create(tenant, [product], { customer, methods: ['PAYMENT_METHOD_PIX'] });
    billing.clock.advance(5);
    const link = await create(tenant, [product], { frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' });
    const nothing = { ...noKeys, status: undefined, email: undefined, taxId: undefined, method: undefined };
    const list = async (filter: object): Promise<string[]> => {
      const request = { tenant, page: firstPage, frequencies: [], ...nothing, ...filter };
      return (await billing.checkouts.listCheckouts(request, call())).checkouts.map(({ id }) => id);
    };
    expect(await list({})).toEqual([link.id, checkout.id]);
    expect(await list({ frequencies: ['CHECKOUT_FREQUENCY_ONE_TIME'] })).toEqual([checkout.id]);
    expect(await list({ status: 'CHECKOUT_STATUS_ACTIVE' })).toEqual([link.id]);
    expect(await list({ customerId: checkout.customerId })).toEqual([checkout.id]);
    expect(await list({ email: customer.email?.toUpperCase() })).toEqual([checkout.id]);
    expect(await list({ taxId: customer.taxId })).toEqual([checkout.id]);
    expect(await list({ method: 'PAYMENT_METHOD_CARD' })).toEqual([link.id]);
    expect(await list({ tenant: aTenant() })).toEqual([]);
    billing.clock.advance(30 * dayMs);
    expect(await list({ status: 'CHECKOUT_STATUS_EXPIRED' })).toEqual([checkout.id]);
    expect(await list({ status: 'CHECKOUT_STATUS_PENDING' })).toEqual([]);
  });

  test('resolves a checkout by its id alone for the payment page', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, [await aProduct(billing, tenant)], { customer: aCustomer() });
    const found = await billing.checkouts.resolveCheckout({ id }, call());
    expect(found).toMatchObject({
      tenant: { storeId: tenant.storeId },
      checkout: { id },
      merchantName: 'Loja São João',
    });
    await expect(billing.checkouts.resolveCheckout({ id: 'bill_x' }, call())).rejects.toMatchObject(notFound);
  });

  test('shows a boleto checkout as expired after the end of its due date in São Paulo', async () => {
    const tenant = await billing.configuredStore();
    const now = billing.clock.real();
    const dueDate = new Date(now.getTime() + 2 * dayMs).toISOString().slice(0, 10);
    const checkout = await create(tenant, [await aProduct(billing, tenant)], {
      methods: ['PAYMENT_METHOD_BOLETO'],
      dueDate,
    });
    expect(checkout.dueDate).toBe(dueDate);
    billing.clock.advance(new Date(`${dueDate}T23:59:59.999-03:00`).getTime() - 1 - now.getTime());
    expect((await get(tenant, { id: checkout.id })).checkout?.status).toBe('CHECKOUT_STATUS_PENDING');
    billing.clock.advance(1);
    expect((await get(tenant, { id: checkout.id })).checkout?.status).toBe('CHECKOUT_STATUS_EXPIRED');
  });
});

describe('the Pix code of a checkout', () => {
  test('is one charge however many pages open it at once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, [await aProduct(billing, tenant, 2_000)]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => billing.checkouts.openCheckoutPix({ tenant, checkoutId: id }, call())),
    );
    const [first] = answers;
    expect(new Set(answers.map(({ charge }) => charge?.id)).size).toBe(1);
    expect(first?.charge).toMatchObject({ origin: 'CHARGE_ORIGIN_CHECKOUT', checkoutId: id, amountCents: 2_000 });
    expect(parseBrCode(first?.charge?.pix?.brCode ?? '').location).toMatch(/^pix\.example\.com\//);
    const created = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.created');
    expect(created).toHaveLength(1);
    const charge = { tenant, id: first?.charge?.id ?? '' };
    await expect(billing.charges.getCharge(charge, call())).rejects.toMatchObject(notFound);
  });

  test('is made anew once the old one has expired, whose fact is published', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, [await aProduct(billing, tenant)]);
    const first = await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id }, call());
    billing.clock.advance(dayMs);
    const second = await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id }, call());
    expect(second.charge?.id).not.toBe(first.charge?.id);
    const expired = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.expired');
    expect(expired.map(({ key }) => key)).toEqual([first.charge?.id]);
  });

  test('is refused for a checkout without PIX, an expired one and in production', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    const open = (owner: Tenant, checkoutId: string) =>
      billing.checkouts.openCheckoutPix({ tenant: owner, checkoutId }, call());
    const card = await create(tenant, [product], { methods: ['PAYMENT_METHOD_CARD'] });
    await expect(open(tenant, card.id)).rejects.toThrow('This checkout does not accept PIX');
    const { id } = await create(tenant, [product]);
    billing.clock.advance(30 * dayMs);
    await expect(open(tenant, id)).rejects.toThrow('This charge has expired');
    const production = await billing.configuredStore(false);
    billing.production.providers = billing.production.simulated;
    const real = await create(production, [await aProduct(billing, production)]);
    billing.production.providers = noProviders;
    await expect(open(production, real.id)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  });
});

describe('paying a checkout by simulation', () => {
  test('makes it PAID, the payer its customer, and publishes charge.paid and checkout.paid', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, [await aProduct(billing, tenant, 2_000)]);
    const payer = { name: 'Bia', taxId: '123.456.789-09' };
    const { checkout, payments } = await simulate(tenant, id, { payer });
    expect(checkout).toMatchObject({
      status: 'CHECKOUT_STATUS_PAID',
      paidAmountCents: 2_000,
      platformFeeCents: 80,
      receiptUrl: `http://pitanga.test/receipts/${payments[0]?.id ?? ''}`,
    });
    expect(payments).toMatchObject([{ method: 'PAYMENT_METHOD_PIX', amountCents: 2_000, status: 'PAID' }]);
    const facts = (await readEvents(billing, tenant)).slice(-3);
    expect(facts.map(({ type, key }) => [type, key])).toEqual([
      ['customer.created', checkout?.customerId],
      ['charge.paid', payments[0]?.id],
      ['checkout.paid', id],
    ]);
    expect(facts[2]?.payload).toMatchObject({
      checkout: { id, status: 'CHECKOUT_STATUS_PAID', paidAmountCents: 2_000 },
      charge: { id: payments[0]?.id, status: 'CHARGE_STATUS_PAID', payer: { isSameAsCustomer: true } },
      customer: { id: checkout?.customerId },
    });
    expect(JSON.stringify(facts)).not.toContain('12345678909');
  });

  test('makes nobody its customer with skip_customer', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, [await aProduct(billing, tenant)], { skipCustomer: true });
    expect((await simulate(tenant, id)).checkout?.customerId).toBeUndefined();
  });

  test('is refused the second time, also when twenty arrive at once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, [await aProduct(billing, tenant)]);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => simulate(tenant, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(simulate(tenant, id)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      message: 'This charge was already paid',
    });
    expect((await readEvents(billing, tenant)).filter(({ type }) => type === 'checkout.paid')).toHaveLength(1);
  });

  test('collects on a payment link again and again, each time by its own charge', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant, 2_000);
    const { id } = await create(tenant, [product], { frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' });
    await simulate(tenant, id);
    billing.clock.advance(5);
    const { checkout, payments } = await simulate(tenant, id);
    expect(checkout).toMatchObject({
      status: 'CHECKOUT_STATUS_ACTIVE',
      paidAmountCents: 4_000,
      platformFeeCents: 160,
      customerId: undefined,
    });
    expect(new Set(payments.map((payment) => payment.id)).size).toBe(2);
  });

  test('takes parallel payments of a link, each by its own charge', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant, 2_000);
    const { id } = await create(tenant, [product], { frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' });
    await Promise.all(Array.from({ length: 5 }, () => simulate(tenant, id)));
    const { checkout, payments } = await get(tenant, { id });
    expect(checkout).toMatchObject({ paidAmountCents: 10_000, platformFeeCents: 400 });
    expect(payments.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'PAID'));
  });

  test('never waits in a circle with a repeated create that names the payer', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    for (let round = 0; round < 5; round += 1) {
      const externalId = testIds.token(10);
      const customer = aCustomer();
      const { id } = await create(tenant, [product], { externalId });
      await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id }, call());
      const [paid, repeated] = await Promise.allSettled([
        simulate(tenant, id, { payer: { name: customer.name, taxId: customer.taxId } }),
        create(tenant, [product], { externalId, customer }),
      ]);
      expect(paid).toMatchObject({ status: 'fulfilled' });
      expect(repeated).toMatchObject({ status: 'rejected', reason: { kind: 'ALREADY_EXISTS' } });
    }
  });

  test('is refused in production and for a method not offered', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    const { id } = await create(tenant, [product]);
    await expect(simulate(tenantOf(tenant.storeId, false), id)).rejects.toMatchObject({ reason: 'DEV_MODE_ONLY' });
    await expect(simulate(tenant, id, { method: 'PAYMENT_METHOD_BOLETO' })).rejects.toMatchObject({
      reason: 'METHOD_NOT_OFFERED',
    });
  });
});

test('the expiry job expires a checkout with its open charge', async () => {
  const tenant = await billing.configuredStore();
  const { id } = await create(tenant, [await aProduct(billing, tenant)]);
  billing.clock.advance(29.5 * dayMs);
  const { charge } = await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id }, call());
  billing.clock.advance(0.5 * dayMs);
  await Promise.all([expireOverdue(billing.deps), expireOverdue(billing.deps)]);
  const rows: unknown[] = await billing.db('checkouts').where({ id, status: 'EXPIRED' });
  expect(rows).toHaveLength(1);
  const expired = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.expired');
  expect(expired.map(({ key }) => key)).toEqual([charge?.id]);
});
