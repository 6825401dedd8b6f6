import { saoPauloDay } from '@pitanga/core';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { aCheckout, aCustomer, aProduct, call, readEvents, startBilling } from './billing-harness';
import { aCoupon, openCheckout } from './payment-requests';
import { createCheckout, simulateCheckout } from './checkout-requests';

const billing = startBeforeAll(startBilling);

const dayMs = 86_400_000;

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
    const checkout = await createCheckout(billing, tenant, [], {
      items,
      metadataJson,
      maxInstallments: 10,
      skipReview: true,
    });
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
    const checkout = await createCheckout(billing, tenant, [], {
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
    const again = await createCheckout(billing, tenant, [], {
      items: [line(known, 700)],
      externalId: 'label',
      externalIdIsLabel: true,
    });
    expect(again.id).not.toBe(checkout.id);
  });

  test('does not deadlock when parallel creates bring the same new products in another order', async () => {
    const tenant = await billing.configuredStore();
    const items = ['p1', 'p2', 'p3', 'p4'].map((externalId) => line(externalId, 500));
    const orders = Array.from({ length: 12 }, (_item, index) => (index % 2 === 0 ? items : [...items].reverse()));
    const answers = await Promise.all(orders.map((order) => createCheckout(billing, tenant, [], { items: order })));
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
      'O valor mínimo para BOLETO é R$ 2,51; este valor pode ser cobrado por PIX, CARD',
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
    await expect(createCheckout(billing, tenant, products, overrides)).rejects.toMatchObject({ kind, message });
  });

  test('refuses a quantity and a total beyond the limits, however large', async () => {
    const tenant = await billing.configuredStore();
    const quantity = (count: number) => createCheckout(billing, tenant, [], { items: [line('one', 500, count)] });
    await expect(quantity(0)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    await expect(quantity(10_001)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    const items = Array.from({ length: 100 }, (_item, index) => line(`p${String(index)}`, 9_999_999_999, 10_000));
    await expect(createCheckout(billing, tenant, [], { items })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  });

  test('does not offer a method whose fee would reach the total', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant, 200);
    const methods = ['PAYMENT_METHOD_BOLETO', 'PAYMENT_METHOD_PIX'] as const;
    expect((await createCheckout(billing, tenant, [product], { methods: [...methods] })).methods).toEqual([
      'PAYMENT_METHOD_PIX',
    ]);
  });

  test('answers the live record for a repeated external id and a conflict for other content', async () => {
    const tenant = await billing.configuredStore();
    const [product, other] = [await aProduct(billing, tenant), await aProduct(billing, tenant)];
    const customer = aCustomer();
    const keyed = { externalId: testIds.token(8), customer };
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => createCheckout(billing, tenant, [product], keyed)),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    for (const [products, change] of [
      [[other], {}],
      [[product], { customer: aCustomer() }],
      [[product], { customer: undefined }],
      [[product], { items: [{ product, quantity: 2, line: undefined }] }],
    ] as const) {
      await expect(
        createCheckout(billing, tenant, [...products], { ...keyed, ...change } as object),
      ).rejects.toMatchObject({
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
    const { id } = await createCheckout(billing, tenant, [], { ...keyed, items });
    await simulateCheckout(billing, tenant, id);
    billing.clock.advance(3 * dayMs);
    const found = await billing.products.getProduct({ tenant, id: undefined, externalId: product }, call());
    await billing.products.deleteProduct({ tenant, id: found.product?.id ?? '' }, call());
    await billing.coupons.deleteCoupon({ tenant, code }, call());
    const repeated = await createCheckout(billing, tenant, [], { ...keyed, items: items.toReversed() });
    expect(repeated).toMatchObject({ id, status: 'CHECKOUT_STATUS_PAID' });
    await expect(createCheckout(billing, tenant, [], { ...keyed, items: items.slice(1) })).rejects.toMatchObject({
      message: "Property 'dueDate' should not be in the past",
    });
  });

  test('answers the paid record for a repeat even after a payer became its customer', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    const { id, externalId } = await createCheckout(billing, tenant, [product], { externalId: testIds.token(8) });
    await simulateCheckout(billing, tenant, id);
    const repeated = await createCheckout(billing, tenant, [product], { externalId });
    expect(repeated).toMatchObject({ id, status: 'CHECKOUT_STATUS_PAID' });
  });

  test('lets an expired checkout free its external id, before and after the job ran', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    const externalId = testIds.token(8);
    const first = await createCheckout(billing, tenant, [product], { externalId });
    await billing.checkouts.openCheckoutPix({ tenant, checkoutId: first.id }, call());
    billing.clock.advance(30 * dayMs);
    const second = await createCheckout(billing, tenant, [product], { externalId });
    expect(second.id).not.toBe(first.id);
    expect((await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.expired')).toHaveLength(1);
    billing.clock.advance(30 * dayMs);
    await expireOverdue(billing.deps);
    expect((await createCheckout(billing, tenant, [product], { externalId })).id).not.toBe(second.id);
    const expired = (await readEvents(billing, tenant)).filter(({ type }) => type === 'checkout.expired');
    expect(expired).toMatchObject(
      [first, second].map(({ id }) => ({ key: id, payload: { checkout: { id, status: 'CHECKOUT_STATUS_EXPIRED' } } })),
    );
  });
});

describe('a new checkout with an offer', () => {
  test('names the product that it offers by id or externalId', async () => {
    const tenant = await billing.configuredStore();
    const externalId = await aProduct(billing, tenant, 4_900);
    const first = await openCheckout(billing, tenant, 10_000, { upsellProduct: externalId });
    const upsellProduct = first.upsellProductId ?? '';
    expect((await openCheckout(billing, tenant, 10_000, { upsellProduct })).upsellProductId).toBe(upsellProduct);
  });

  test('is the same by its external id with the same offer alone, also once that product was deleted', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    const [upsellProduct, other] = [await aProduct(billing, tenant, 4_900), await aProduct(billing, tenant, 4_900)];
    const externalId = testIds.token(8);
    const repeat = (over: object) => createCheckout(billing, tenant, [product], { externalId, ...over });
    const { id, upsellProductId = '' } = await repeat({ upsellProduct });
    expect((await repeat({ upsellProduct: upsellProductId })).id).toBe(id);
    for (const over of [{}, { upsellProduct: other }]) {
      await expect(repeat(over)).rejects.toMatchObject({ reason: 'CHECKOUT_EXTERNAL_ID_TAKEN' });
    }
    await billing.products.deleteProduct({ tenant, id: upsellProductId }, call());
    for (const named of [upsellProductId, upsellProduct]) {
      expect((await repeat({ upsellProduct: named })).id).toBe(id);
    }
  });

  test('offers nothing that is not there, has a cycle, or costs less than a charge can', async () => {
    const tenant = await billing.configuredStore();
    const item = await aProduct(billing, tenant);
    const offer = (upsellProduct: string) =>
      billing.checkouts.createCheckout(aCheckout(tenant, [item], { upsellProduct }), call());
    await expect(offer('unknown')).rejects.toMatchObject({ reason: 'PRODUCT_NOT_FOUND' });
    const plan = { tenant, externalId: 'plan', name: 'Plan', description: '', priceCents: 4_900, currency: 'BRL' };
    const cycle = 'BILLING_CYCLE_MONTHLY' as const;
    await billing.products.createProduct({ ...plan, cycle, trialDays: undefined }, call());
    await expect(offer('plan')).rejects.toThrow('has a billing cycle');
    await expect(offer(await aProduct(billing, tenant, 99))).rejects.toThrow("of 'upSellProductId' should be from 100");
  });
});
