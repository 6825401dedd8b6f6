import type { CreateProductRequest, Product } from '@pitanga/contracts';
import { foldText, toTenant, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { listProducts } from '../src/products/product-repository';
import { aCheckout, call, readEvents, firstPage, startBilling } from './billing-harness';

const billing = startBeforeAll(startBilling);

const notFound = { kind: 'NOT_FOUND', message: 'Produto não encontrado.' };

function aProductRequest(tenant: Tenant, overrides: Partial<CreateProductRequest> = {}): CreateProductRequest {
  const content = { name: 'Camiseta', description: '', priceCents: 4_990, currency: '', cycle: undefined };
  return { tenant, externalId: testIds.token(10), ...content, trialDays: undefined, ...overrides };
}

async function create(request: CreateProductRequest): Promise<Product> {
  const { product } = await billing.products.createProduct(request, call());
  if (!product) throw new Error('no product');
  return product;
}

test('a created product shows what was given, in BRL and active, and is published', async () => {
  const tenant = aTenant();
  const request = aProductRequest(tenant, { cycle: 'BILLING_CYCLE_QUARTERLY', trialDays: 90 });
  const product = await create(request);
  expect(product).toMatchObject({
    externalId: request.externalId,
    name: 'Camiseta',
    priceCents: 4_990,
    currency: 'BRL',
    cycle: 'BILLING_CYCLE_QUARTERLY',
    trialDays: 90,
    hasFile: false,
    status: 'PRODUCT_STATUS_ACTIVE',
  });
  expect(product.id).toMatch(/^prod_[0-9A-Za-z]{24}$/);
  expect(await readEvents(billing, tenant)).toMatchObject([{ type: 'product.created', key: product.id }]);
});

test('a repeated create returns the same product, also fifty at once', async () => {
  const request = aProductRequest(aTenant());
  const answers = await Promise.all(Array.from({ length: 50 }, () => create(request)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
});

test.each([
  ['name', { name: 'Other' }],
  ['description', { description: 'more' }],
  ['trial', { trialDays: 7 }],
])('a repeated external id with another %s answers the product as it is', async (_name, change) => {
  const request = aProductRequest(aTenant(), { cycle: 'BILLING_CYCLE_MONTHLY' });
  const product = await create(request);
  expect(await create({ ...request, ...change })).toEqual(product);
});

test.each([
  ['price', { priceCents: 1 }],
  ['cycle', { cycle: 'BILLING_CYCLE_WEEKLY' as const }],
])('a repeated external id with another %s is a conflict', async (_name, change) => {
  const request = aProductRequest(aTenant());
  await create(request);
  await expect(create({ ...request, ...change })).rejects.toMatchObject({ kind: 'ALREADY_EXISTS' });
});

test.each([
  ['a price of zero', { priceCents: 0 }, "Property 'price' should be from 1 to 9999999999"],
  ['another currency', { currency: 'USD' }, "Property 'currency' should be BRL"],
  ['trial days without a cycle', { trialDays: 7 }, "Property 'trialDays' needs a product with a cycle"],
  [
    '91 trial days',
    { trialDays: 91, cycle: 'BILLING_CYCLE_MONTHLY' as const },
    "Property 'trialDays' should be from 1 to 90",
  ],
  ['an empty external id', { externalId: '' }, "Property 'externalId' should not be empty"],
])('%s is refused', async (_name, change, message) => {
  await expect(create(aProductRequest(aTenant(), change))).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT', message });
});

test('the same external id is free in another store and in the other environment', async () => {
  const tenant = aTenant();
  const request = aProductRequest(tenant);
  const products = [
    await create(request),
    await create({ ...request, tenant: aTenant(), priceCents: 1 }),
    await create({ ...request, tenant: toTenant(tenant.storeId, false), priceCents: 2 }),
  ];
  expect(new Set(products.map(({ id }) => id)).size).toBe(3);
});

test('a product is found by id and by external id, and only by its own store', async () => {
  const tenant = aTenant();
  const product = await create(aProductRequest(tenant));
  const get = (owner: Tenant, id: string | undefined, externalId: string | undefined) =>
    billing.products.getProduct({ tenant: owner, id, externalId }, call());
  expect(await get(tenant, product.id, undefined)).toEqual({ product });
  expect(await get(tenant, undefined, product.externalId)).toEqual({ product });
  await expect(get(tenant, product.id, 'other')).rejects.toMatchObject(notFound);
  await expect(get(aTenant(), product.id, undefined)).rejects.toMatchObject(notFound);
  await expect(get(toTenant(tenant.storeId, false), product.id, undefined)).rejects.toMatchObject(notFound);
  await expect(get(tenant, undefined, undefined)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
});

test('products list newest first, by external id and by status', async () => {
  const tenant = aTenant();
  const older = await create(aProductRequest(tenant));
  billing.clock.advance(5);
  const newer = await create(aProductRequest(tenant));
  const list = async (filter: object): Promise<string[]> => {
    const all = { tenant, page: firstPage, id: undefined, externalId: undefined, status: undefined };
    return (await billing.products.listProducts({ ...all, ...filter }, call())).products.map(({ id }) => id);
  };
  expect(await list({})).toEqual([newer.id, older.id]);
  expect(await list({ externalId: older.externalId })).toEqual([older.id]);
  expect(await list({ status: 'PRODUCT_STATUS_INACTIVE' })).toEqual([]);
  expect(await list({ tenant: aTenant() })).toEqual([]);
});

test('products are found by a part of their name or external id, whatever the case and accents, or by their id', async () => {
  const tenant = aTenant();
  const coffee = await create(aProductRequest(tenant, { name: 'Café da Manhã 100%', externalId: 'SKU_cafe-1' }));
  const plan = await create(aProductRequest(tenant, { name: 'Plano mensal', externalId: 'plano' }));
  const found = async (search: string, owner = tenant) =>
    (await billing.products.listProducts({ tenant: owner, page: firstPage, search }, call())).products.map(
      ({ id }) => id,
    );
  for (const search of ['cafe', 'CAFÉ DA MANHA', 'manhã 100%', 'sku_', coffee.id]) {
    expect([search, await found(search)]).toEqual([search, [coffee.id]]);
  }
  expect(await found('plan')).toEqual([plan.id]);
  expect(await found('chá')).toEqual([]);
  expect(await found(coffee.id.slice(0, 12))).toEqual([]);
  expect(await found('cafe', aTenant())).toEqual([]);
});

test.each([
  ['ŒUVRE', 'œuvre'],
  ['Привет', 'ПРИВЕТ'],
  ['❤️ Café', '❤ cafe'],
  ['Pão\u00a0de\u00a0queijo', 'pao de queijo'],
  ['Ka\u00adme\u200bra', 'kamera'],
  ['ΣΟΦΌΣ', 'σοφός'],
])('the product %j is found by %j, as a customer of that name is', async (name, search) => {
  const tenant = aTenant();
  const { product } = await billing.products.createProduct(aProductRequest(tenant, { name }), call());
  const { products } = await billing.products.listProducts({ tenant, page: firstPage, search }, call());
  expect(products.map(({ id }) => id)).toEqual([product?.id]);
  expect(foldText(name)).toContain(foldText(search));
});

test('a page of a search scans a bounded number of products and has a next one, and a whole id is found at once', async () => {
  const tenant = aTenant();
  const made: string[] = [];
  for (const name of ['Café', 'Chá', 'Café', 'Leite', 'Água', 'Suco', 'Café gelado']) {
    billing.clock.advance(5);
    made.unshift((await create(aProductRequest(tenant, { name }))).id);
  }
  const [deleted, ...live] = made;
  await billing.products.deleteProduct({ tenant, id: deleted ?? '' }, call());
  const pageOf = (search: string, after?: string) =>
    listProducts(billing.db, tenant, { limit: 2, after }, { search, status: undefined }, 2);
  const first = await pageOf('cafe');
  // What is deleted is not scanned.
  expect([first.items, first.hasMore, first.next]).toEqual([[], true, live[1]]);
  const found: string[] = [];
  for (let after = first.next; after !== undefined;) {
    const page = await pageOf('cafe', after);
    found.push(...page.items.map(({ id }) => id));
    after = page.next;
  }
  expect(found).toEqual([live[3], live[5]]);
  const oldest = live[5] ?? '';
  const byId = await pageOf(oldest);
  expect([byId.items.map(({ id }) => id), byId.hasMore]).toEqual([[oldest], false]);
});

test('a deleted product is returned once, leaves look-ups, lists and sales, and frees its external id', async () => {
  const tenant = await billing.configuredStore();
  const product = await create(aProductRequest(tenant));
  const remove = (owner: Tenant) => billing.products.deleteProduct({ tenant: owner, id: product.id }, call());
  await expect(remove(aTenant())).rejects.toMatchObject(notFound);
  await expect(remove(toTenant(tenant.storeId, false))).rejects.toMatchObject(notFound);
  billing.clock.advance(5);
  const { product: deleted } = await remove(tenant);
  expect(deleted).toEqual({ ...product, updatedAt: billing.clock.now(tenant) });
  await expect(remove(tenant)).rejects.toMatchObject(notFound);
  for (const keys of [{ id: product.id }, { externalId: product.externalId }]) {
    await expect(billing.products.getProduct({ tenant, ...keys }, call())).rejects.toMatchObject(notFound);
    expect((await billing.products.getProduct({ tenant, ...keys, includeDeleted: true }, call())).product).toEqual(
      deleted,
    );
  }
  expect((await billing.products.listProducts({ tenant, page: firstPage }, call())).products).toEqual([]);
  await expect(billing.checkouts.createCheckout(aCheckout(tenant, [product.externalId]), call())).rejects.toMatchObject(
    notFound,
  );
  const another = await create(aProductRequest(tenant, { externalId: product.externalId, priceCents: 1 }));
  expect(another.id).not.toBe(product.id);
  const { product: live } = await billing.products.getProduct(
    { tenant, externalId: product.externalId, includeDeleted: true },
    call(),
  );
  expect(live).toEqual(another);
  const facts = (await readEvents(billing, tenant)).filter(({ type }) => type === 'product.deleted');
  expect(facts).toMatchObject([{ key: product.id, payload: { product: { externalId: product.externalId } } }]);
});

test('creates and deletes of one external id at once never lose each other', async () => {
  const tenant = aTenant();
  const request = aProductRequest(tenant);
  const turns = Array.from({ length: 20 }, async () => {
    const { id } = await create(request);
    await billing.products.deleteProduct({ tenant, id }, call()).catch((error: unknown) => {
      expect(error).toMatchObject(notFound);
    });
  });
  await Promise.all(turns);
  expect((await billing.products.listProducts({ tenant, page: firstPage }, call())).products).toEqual([]);
});
