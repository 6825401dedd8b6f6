import type { UpdateProductRequest } from '@pitanga/contracts';
import { toTenant, type Tenant } from '@pitanga/core';
import { aTenant } from '@pitanga/testing';
import { aCheckout, call, startBilling, type Billing } from './billing-harness';
import { contents, fileOrigin, type FileOrigin } from './file-origin';

let billing: Billing;
let origin: FileOrigin;
beforeAll(async () => {
  billing = await startBilling();
  origin = await fileOrigin({ other: (response) => void response.end(contents.gif) });
});
afterAll(async () => {
  await billing.stop();
  await origin.close();
});

describe('updating a product', () => {
  const none = {
    name: undefined,
    description: undefined,
    priceCents: undefined,
    trialDays: undefined,
    imageUrl: undefined,
  };

  async function create(tenant: Tenant, more: object = {}) {
    const request = {
      tenant,
      externalId: 'livro',
      name: 'Livro',
      description: 'Capa dura',
      priceCents: 5_000,
      currency: 'BRL',
    };
    const { product } = await billing.products.createProduct(
      { ...request, cycle: undefined, trialDays: undefined, ...more },
      call(),
    );
    if (!product) throw new Error('no product');
    return product;
  }
  const update = async (tenant: Tenant, changes: Partial<UpdateProductRequest>, key?: string) =>
    (await billing.products.updateProduct({ tenant, id: '', ...none, ...changes }, call(key))).product;

  test('changes what is given and leaves the rest', async () => {
    const tenant = aTenant();
    const before = await create(tenant);
    const after = await update(tenant, { id: before.id, name: 'Livro novo', description: '' });
    expect(after).toMatchObject({
      ...before,
      name: 'Livro novo',
      description: '',
      updatedAt: expect.any(Date) as Date,
    });
    expect(await update(tenant, { id: before.id, priceCents: 7_000 })).toMatchObject({
      name: 'Livro novo',
      priceCents: 7_000,
    });
    const keys = { id: before.id, externalId: undefined };
    expect((await billing.products.getProduct({ tenant, ...keys }, call())).product?.priceCents).toBe(7_000);
  });

  test('leaves checkouts that are there at their price; new ones have the new', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    const old = await billing.checkouts.createCheckout(aCheckout(tenant, [id]), call());
    await update(tenant, { id, priceCents: 7_000 });
    const { checkout } = await billing.checkouts.getCheckout(
      { tenant, id: old.checkout?.id, externalId: undefined, customerId: undefined, frequency: undefined },
      call(),
    );
    expect(checkout?.amountCents).toBe(5_000);
    const next = await billing.checkouts.createCheckout(aCheckout(tenant, [id]), call());
    expect(next.checkout?.amountCents).toBe(7_000);
  });

  test('keeps the rules of a product', async () => {
    const tenant = aTenant();
    const { id } = await create(tenant);
    await expect(update(tenant, { id, priceCents: 0 })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    await expect(update(tenant, { id, trialDays: 7 })).rejects.toMatchObject({
      message: "Property 'trialDays' needs a product with a cycle",
    });
    const plan = await create(tenant, { externalId: 'plano', cycle: 'BILLING_CYCLE_MONTHLY', trialDays: 7 });
    expect(await update(tenant, { id: plan.id, trialDays: 0 })).toMatchObject({ trialDays: undefined });
    expect(await update(tenant, { id: plan.id, trialDays: 14 })).toMatchObject({ trialDays: 14 });
  });

  test('downloads a new picture, takes one away, and keeps the old one where the new one fails', async () => {
    const tenant = aTenant();
    const before = await create(tenant, { imageUrl: `${origin.url}/png` });
    const changed = await update(tenant, { id: before.id, imageUrl: `${origin.url}/other` });
    expect(changed?.imageUrl).toMatch(/\/files\/images\/\w{43}$/);
    expect(changed?.imageUrl).not.toBe(before.imageUrl);
    await expect(update(tenant, { id: before.id, imageUrl: `${origin.url}/gone` })).rejects.toMatchObject({
      message: "Property 'imageUrl' could not be downloaded",
    });
    expect(await update(tenant, { id: before.id, name: 'X' })).toMatchObject({ imageUrl: changed?.imageUrl });
    expect(await update(tenant, { id: before.id, imageUrl: '' })).toMatchObject({ imageUrl: undefined });
  });

  test('is of the own store and environment alone, not of a deleted product, and once by its key', async () => {
    const tenant = aTenant();
    const { id } = await create(tenant);
    const notFound = { kind: 'NOT_FOUND', message: 'Produto não encontrado.' };
    for (const other of [aTenant(), toTenant(tenant.storeId, false)]) {
      await expect(update(other, { id, name: 'X' })).rejects.toMatchObject(notFound);
    }
    const first = await update(tenant, { id, priceCents: 6_000 }, 'price');
    await update(tenant, { id, priceCents: 8_000 });
    expect(await update(tenant, { id, priceCents: 6_000 }, 'price')).toEqual(first);
    await billing.products.deleteProduct({ tenant, id }, call());
    await expect(update(tenant, { id, name: 'X' })).rejects.toMatchObject(notFound);
  });
});
