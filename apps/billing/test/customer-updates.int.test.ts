import type { UpdateCustomerRequest } from '@pitanga/contracts';
import { toTenant, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { aCheckout, aCustomer, aPixCharge, aProduct, call, startBilling } from './billing-harness';

const billing = startBeforeAll(startBilling);

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
    for (const other of [aTenant(), toTenant(tenant.storeId, false)]) {
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
