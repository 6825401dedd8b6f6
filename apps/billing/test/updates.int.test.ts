import type { UpdateCustomerRequest, UpdatePaymentLinkRequest, UpdateProductRequest } from '@pitanga/contracts';
import { tenantOf, type Tenant } from '@pitanga/core';
import { aTenant } from '@pitanga/testing';
import { aCheckout, aCustomer, aPixCharge, aProduct, call, startBilling, type Billing } from './billing-harness';
import { contents, fileOrigin, type FileOrigin } from './file-origin';
import { aCoupon } from './payment-requests';

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

const noCustomer = { email: undefined, taxId: undefined, name: undefined, cellphone: undefined, zipCode: undefined };
const noKeys = { id: undefined, email: undefined, taxId: undefined };

async function createCustomer(tenant: Tenant, overrides: Parameters<typeof aCustomer>[0] = {}) {
  const { customer } = await billing.customers.createCustomer({ tenant, customer: aCustomer(overrides) }, call());
  if (!customer) throw new Error('no customer');
  return customer;
}

async function updateCustomer(tenant: Tenant, changes: Partial<UpdateCustomerRequest>, key?: string) {
  const request = { tenant, id: '', ...noCustomer, metadataJson: undefined, ...changes };
  return (await billing.customers.updateCustomer(request, call(key))).customer;
}

const getCustomer = async (tenant: Tenant, id: string) =>
  (await billing.customers.getCustomer({ tenant, ...noKeys, id }, call())).customer;

describe('updating a customer', () => {
  test('changes what is given, clears what is empty and leaves the rest', async () => {
    const tenant = aTenant();
    const before = await createCustomer(tenant, { zipCode: '01310-100', metadataJson: '{"a":1}' });
    const after = await updateCustomer(tenant, { id: before.id, name: 'Bia', cellphone: '', metadataJson: '{"b":2}' });
    const expected = { ...before, name: 'Bia', cellphone: undefined, metadataJson: '{"b":2}' };
    expect(after).toMatchObject({ ...expected, updatedAt: expect.any(Date) as Date });
    expect(await getCustomer(tenant, before.id)).toEqual(after);
    expect(await updateCustomer(tenant, { id: before.id, metadataJson: '{}' })).toMatchObject({ metadataJson: '{}' });
  });

  test('is found by what it is now and not by what it was', async () => {
    const tenant = aTenant();
    const { id, email, taxId } = await createCustomer(tenant);
    await updateCustomer(tenant, { id, email: 'Nova@Example.com', taxId: '529.982.247-25' });
    for (const keys of [{ email: 'nova@example.com' }, { taxId: '52998224725' }]) {
      const { customer } = await billing.customers.getCustomer({ tenant, ...noKeys, ...keys }, call());
      expect(customer?.id).toBe(id);
    }
    for (const keys of [{ email }, { taxId }]) {
      const asked = billing.customers.getCustomer({ tenant, ...noKeys, ...keys }, call());
      await expect(asked).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    }
  });

  test('takes no tax id of another customer, also when two ask at once', async () => {
    const tenant = aTenant();
    const taken = { kind: 'ALREADY_EXISTS', message: 'Another customer has this taxId' };
    const one = await createCustomer(tenant, { taxId: undefined });
    const other = await createCustomer(tenant, { taxId: undefined });
    const results = await Promise.allSettled(
      [one, other].map(({ id }) => updateCustomer(tenant, { id, taxId: '52998224725' })),
    );
    const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused).toMatchObject([taken]);
    await expect(updateCustomer(tenant, { id: one.id, taxId: '123' })).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
    });
    // Its own is no other's, and a cleared one is free.
    const [winner, loser] = results[0]?.status === 'fulfilled' ? [one, other] : [other, one];
    await updateCustomer(tenant, { id: winner.id, taxId: '52998224725' });
    await updateCustomer(tenant, { id: winner.id, taxId: '' });
    expect(await updateCustomer(tenant, { id: loser.id, taxId: '52998224725' })).toMatchObject({
      taxId: '52998224725',
    });
  });

  test('is of the own store and environment alone, and not of an erased customer', async () => {
    const tenant = aTenant();
    const { id } = await createCustomer(tenant);
    const notFound = { kind: 'NOT_FOUND', message: 'Cliente não encontrado.' };
    for (const other of [aTenant(), tenantOf(tenant.storeId, false)]) {
      await expect(updateCustomer(other, { id, name: 'X' })).rejects.toMatchObject(notFound);
    }
    await billing.customers.deleteCustomer({ tenant, id }, call());
    await expect(updateCustomer(tenant, { id, name: 'X' })).rejects.toMatchObject(notFound);
  });

  test('with an Idempotency-Key happens once', async () => {
    const tenant = aTenant();
    const { id } = await createCustomer(tenant);
    const first = await updateCustomer(tenant, { id, name: 'Bia' }, 'update-once');
    await updateCustomer(tenant, { id, name: 'Carla' });
    expect(await updateCustomer(tenant, { id, name: 'Bia' }, 'update-once')).toEqual(first);
    expect(await getCustomer(tenant, id)).toMatchObject({ name: 'Carla' });
  });
});

describe('an existing customer that a charge or checkout names again', () => {
  const taxId = '52998224725';
  const bare = { taxId, email: undefined, cellphone: undefined, zipCode: undefined, name: undefined };
  const whole = { taxId, email: 'Ana@example.com', cellphone: '11999998888', zipCode: '01310-100', name: 'Ana' };

  test('has its empty fields filled and nothing overwritten', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createCustomer(tenant, { ...bare, name: 'Ana Souza' });
    await billing.charges.createPixCharge(
      aPixCharge(tenant, { customer: aCustomer({ ...bare, email: 'a@b.co' }) }),
      call(),
    );
    expect(await getCustomer(tenant, id)).toMatchObject({ name: 'Ana Souza', email: 'a@b.co', cellphone: undefined });
    const product = await aProduct(billing, tenant);
    await billing.checkouts.createCheckout(aCheckout(tenant, [product], { customer: aCustomer(whole) }), call());
    const { name, email, cellphone, zipCode } = (await getCustomer(tenant, id)) ?? {};
    expect([name, email, cellphone, zipCode]).toEqual(['Ana Souza', 'a@b.co', whole.cellphone, whole.zipCode]);
    const found = await billing.customers.getCustomer({ tenant, ...noKeys, email: 'A@B.co' }, call());
    expect(found.customer?.id).toBe(id);
  });

  test('is filled by one of those who bring the same field at once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createCustomer(tenant, bare);
    const brought = Array.from({ length: 10 }, (_, index) => `p${String(index)}@example.com`);
    const charges = brought.map((email) => {
      return billing.charges.createPixCharge(aPixCharge(tenant, { customer: aCustomer({ ...bare, email }) }), call());
    });
    await Promise.all(charges);
    const { email = '' } = (await getCustomer(tenant, id)) ?? {};
    expect(brought).toContain(email);
    const { customer } = await billing.customers.getCustomer({ tenant, ...noKeys, email }, call());
    expect(customer?.id).toBe(id);
  });

  test('stays erased: what a later charge brings makes a customer of its own', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createCustomer(tenant, bare);
    await billing.customers.deleteCustomer({ tenant, id }, call());
    const { charge } = await billing.charges.createPixCharge(
      aPixCharge(tenant, { customer: aCustomer(whole) }),
      call(),
    );
    expect(charge?.customerId).not.toBe(id);
    const row = (await billing.db('customers').where({ id }).first()) as Record<string, unknown>;
    expect([row['name'], row['email'], row['cellphone']]).toEqual([null, null, null]);
  });
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
    for (const other of [aTenant(), tenantOf(tenant.storeId, false)]) {
      await expect(update(other, { id, name: 'X' })).rejects.toMatchObject(notFound);
    }
    const first = await update(tenant, { id, priceCents: 6_000 }, 'price');
    await update(tenant, { id, priceCents: 8_000 });
    expect(await update(tenant, { id, priceCents: 6_000 }, 'price')).toEqual(first);
    await billing.products.deleteProduct({ tenant, id }, call());
    await expect(update(tenant, { id, name: 'X' })).rejects.toMatchObject(notFound);
  });
});

describe('updating a payment link', () => {
  const none = {
    methods: [],
    returnUrl: undefined,
    completionUrl: undefined,
    metadataJson: undefined,
    coupons: undefined,
  };

  async function create(tenant: Tenant, more: object = {}) {
    const product = await aProduct(billing, tenant);
    const frequency = 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' as const;
    const { checkout } = await billing.checkouts.createCheckout(
      aCheckout(tenant, [product], { frequency, returnUrl: 'https://a.example', metadataJson: '{"a":1}', ...more }),
      call(),
    );
    if (!checkout) throw new Error('no link');
    return checkout;
  }
  const update = async (tenant: Tenant, changes: Partial<UpdatePaymentLinkRequest>) =>
    (await billing.checkouts.updatePaymentLink({ tenant, id: '', ...none, ...changes }, call())).checkout;

  test('changes what is given, clears what is empty and leaves the rest', async () => {
    const tenant = await billing.configuredStore();
    const before = await create(tenant);
    await aCoupon(billing, tenant, { code: 'NATAL' });
    const completionUrl = 'https://b.example/done';
    const after = await update(tenant, {
      id: before.id,
      methods: ['PAYMENT_METHOD_PIX'],
      returnUrl: '',
      completionUrl,
      coupons: { codes: ['natal'] },
    });
    expect(after).toMatchObject({
      id: before.id,
      items: before.items,
      amountCents: before.amountCents,
      methods: ['PAYMENT_METHOD_PIX'],
      returnUrl: undefined,
      completionUrl,
      coupons: ['NATAL'],
      metadataJson: '{"a":1}',
    });
    expect(await update(tenant, { id: before.id, coupons: { codes: [] }, metadataJson: '{}' })).toMatchObject({
      completionUrl,
      coupons: [],
      metadataJson: '{}',
    });
  });

  test('keeps the rules of a link', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    await expect(update(tenant, { id, coupons: { codes: ['NENHUM'] } })).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    const twice = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_PIX'] as const;
    await expect(update(tenant, { id, methods: [...twice] })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  });

  test('is refused for a checkout, for another store or environment, and for a deleted link', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    const notFound = { kind: 'NOT_FOUND', message: 'Link de pagamento não encontrado.' };
    for (const other of [aTenant(), tenantOf(tenant.storeId, false)]) {
      await expect(update(other, { id, returnUrl: '' })).rejects.toMatchObject(notFound);
    }
    const single = await create(tenant, { frequency: 'CHECKOUT_FREQUENCY_ONE_TIME' });
    await expect(update(tenant, { id: single.id, returnUrl: '' })).rejects.toMatchObject({ reason: 'WRONG_KIND' });
    await billing.checkouts.deleteCheckout({ tenant, id, frequency: undefined }, call());
    await expect(update(tenant, { id, returnUrl: '' })).rejects.toMatchObject(notFound);
  });
});
