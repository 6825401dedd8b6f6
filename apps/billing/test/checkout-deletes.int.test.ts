import type { Checkout, CreateCheckoutRequest } from '@pitanga/contracts';
import { toTenant, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { aCheckout, aProduct, call, readEvents, startBilling } from './billing-harness';

const billing = startBeforeAll(startBilling);

const once = 'CHECKOUT_FREQUENCY_ONE_TIME' as const;
const link = 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' as const;
const notFound = { kind: 'NOT_FOUND', message: 'Cobrança não encontrada.' };
const linkNotFound = { kind: 'NOT_FOUND', message: 'Link de pagamento não encontrado.' };
const dayMs = 86_400_000;

async function create(tenant: Tenant, overrides: Partial<CreateCheckoutRequest> = {}): Promise<Checkout> {
  const request = aCheckout(tenant, [await aProduct(billing, tenant)], overrides);
  const { checkout } = await billing.checkouts.createCheckout(request, call());
  if (!checkout) throw new Error('no checkout');
  return checkout;
}

type Frequency = typeof once | typeof link;

const get = (tenant: Tenant, keys: object, frequency?: Frequency) =>
  billing.checkouts.getCheckout({ tenant, frequency, ...keys }, call());

const remove = (tenant: Tenant, id: string, frequency?: Frequency) =>
  billing.checkouts.deleteCheckout({ tenant, id, frequency }, call());

const simulate = (tenant: Tenant, id: string, frequency?: Frequency) =>
  billing.checkouts.simulateCheckoutPayment(
    {
      tenant,
      id,
      frequency,
      coupons: [],
      cardNumber: undefined,
      installmentCount: 0,
      amountCents: undefined,
      late: false,
    },
    call(),
  );

const open = (tenant: Tenant, checkoutId: string) => billing.checkouts.openCheckoutPix({ tenant, checkoutId }, call());

const factsAbout = async (tenant: Tenant, type: string) =>
  (await readEvents(billing, tenant)).filter((fact) => fact.type === type).map(({ key }) => key);

describe('the kinds of checkouts', () => {
  test('send the caller of the wrong kind to the right route', async () => {
    const tenant = await billing.configuredStore();
    const [checkout, aLink] = [await create(tenant), await create(tenant, { frequency: link })];
    const refusal = (message: string) => ({ kind: 'INVALID_ARGUMENT', message });
    const aboutLink = (route: string) => refusal(`Este id é de um link de pagamento; use ${route}`);
    await expect(get(tenant, { id: aLink.id }, once)).rejects.toMatchObject(aboutLink('GET /v2/payment-links/get'));
    await expect(remove(tenant, aLink.id, once)).rejects.toMatchObject(aboutLink('POST /v2/payment-links/delete'));
    await expect(simulate(tenant, aLink.id, once)).rejects.toMatchObject(
      aboutLink('POST /v2/payment-links/simulate-payment'),
    );
    const aboutCheckout = (route: string) => refusal(`Este id é de um checkout; use ${route}`);
    await expect(get(tenant, { id: checkout.id }, link)).rejects.toMatchObject(aboutCheckout('GET /v2/checkouts/get'));
    await expect(remove(tenant, checkout.id, link)).rejects.toMatchObject(aboutCheckout('POST /v2/checkouts/delete'));
    await expect(simulate(tenant, checkout.id, link)).rejects.toMatchObject(
      aboutCheckout('POST /v2/checkouts/simulate-payment'),
    );
    expect((await get(tenant, { id: checkout.id }, once)).checkout?.status).toBe('CHECKOUT_STATUS_PENDING');
    expect((await get(tenant, { id: aLink.id }, link)).checkout?.status).toBe('CHECKOUT_STATUS_ACTIVE');
  });

  test('are told to nobody but the owner: another store and environment find nothing', async () => {
    const tenant = await billing.configuredStore();
    const [checkout, aLink] = [await create(tenant), await create(tenant, { frequency: link })];
    for (const stranger of [aTenant(), toTenant(tenant.storeId, false)]) {
      await expect(get(stranger, { id: aLink.id }, once)).rejects.toMatchObject(notFound);
      await expect(get(stranger, { id: checkout.id }, link)).rejects.toMatchObject(linkNotFound);
      await expect(remove(stranger, aLink.id, once)).rejects.toMatchObject(notFound);
      await expect(remove(stranger, checkout.id, link)).rejects.toMatchObject(linkNotFound);
    }
    await expect(simulate(await billing.configuredStore(), checkout.id, link)).rejects.toMatchObject(linkNotFound);
  });

  test('are looked up apart by any key but the id', async () => {
    const tenant = await billing.configuredStore();
    const aLink = await create(tenant, { frequency: link, externalId: 'name' });
    expect((await get(tenant, { externalId: 'name' }, link)).checkout?.id).toBe(aLink.id);
    await expect(get(tenant, { externalId: 'name' }, once)).rejects.toMatchObject(notFound);
  });
});

describe('deleting a checkout', () => {
  test('leaves it readable as CANCELLED, cancels its open charge and publishes both', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, { externalId: 'order' });
    const { charge } = await open(tenant, id);
    const { checkout } = await remove(tenant, id, once);
    expect(checkout).toMatchObject({ id, status: 'CHECKOUT_STATUS_CANCELLED' });
    const read = await get(tenant, { id }, once);
    expect(read.checkout).toEqual(checkout);
    expect(read.payments).toMatchObject([{ id: charge?.id, status: 'CANCELLED' }]);
    expect(await factsAbout(tenant, 'checkout.cancelled')).toEqual([id]);
    expect(await factsAbout(tenant, 'charge.cancelled')).toEqual([charge?.id]);
    expect((await create(tenant, { externalId: 'order' })).id).not.toBe(id);
  });

  test('ends every payment: the page opens no Pix and a simulation is refused', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    await remove(tenant, id, once);
    await expect(open(tenant, id)).rejects.toThrow('This charge was cancelled');
    await expect(simulate(tenant, id, once)).rejects.toThrow('This charge was cancelled');
  });

  test('is not found the second time, and one of many at once wins', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => remove(tenant, id, once)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(remove(tenant, id, once)).rejects.toMatchObject(notFound);
    expect(await factsAbout(tenant, 'checkout.cancelled')).toEqual([id]);
  });

  test('answers a keyed repeat as the first time', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    const first = await billing.checkouts.deleteCheckout({ tenant, id, frequency: once }, call('delete'));
    const again = call('delete');
    expect(await billing.checkouts.deleteCheckout({ tenant, id, frequency: once }, again)).toEqual(first);
    expect(again.replayed).toBe(true);
  });

  test.each(['PAID', 'REFUNDED'] as const)('is refused once it is %s, and changes nothing', async (status) => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    await simulate(tenant, id, once);
    await billing.db('checkouts').where({ id }).update({ status });
    const refusal = { kind: 'FAILED_PRECONDITION', message: `A ${status} checkout cannot be deleted` };
    await expect(remove(tenant, id, once)).rejects.toMatchObject(refusal);
    const read = await get(tenant, { id }, once);
    expect(read.checkout?.status).toBe(`CHECKOUT_STATUS_${status}`);
    expect(await factsAbout(tenant, 'checkout.cancelled')).toEqual([]);
  });

  test('is refused from the very instant of expiry on', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    billing.clock.advance(30 * dayMs);
    await expect(remove(tenant, id, once)).rejects.toThrow('An EXPIRED checkout cannot be deleted');
  });

  test('lets either the payment or the delete win when they meet', async () => {
    const tenant = await billing.configuredStore();
    for (let round = 0; round < 5; round += 1) {
      const { id } = await create(tenant);
      const [paid, deleted] = await Promise.allSettled([simulate(tenant, id, once), remove(tenant, id, once)]);
      expect([paid.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected']);
      const { checkout, payments } = await get(tenant, { id }, once);
      const expected = paid.status === 'fulfilled' ? 'PAID' : 'CANCELLED';
      expect(checkout?.status).toBe(`CHECKOUT_STATUS_${expected}`);
      expect(payments.filter(({ status }) => status === 'PAID')).toHaveLength(expected === 'PAID' ? 1 : 0);
    }
  });
});

describe('deleting a payment link', () => {
  test('keeps what it has collected, cancels the open charge only and is not found the second time', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, { frequency: link });
    await simulate(tenant, id, link);
    billing.clock.advance(1);
    const { charge } = await open(tenant, id);
    const { checkout } = await remove(tenant, id, link);
    expect(checkout).toMatchObject({ status: 'CHECKOUT_STATUS_CANCELLED', paidAmountCents: 5_000 });
    const { payments } = await get(tenant, { id }, link);
    expect(payments.map(({ status }) => status)).toEqual(['CANCELLED', 'PAID']);
    expect(await factsAbout(tenant, 'charge.cancelled')).toEqual([charge?.id]);
    await expect(remove(tenant, id, link)).rejects.toMatchObject(linkNotFound);
  });

  test('leaves a charge that had expired by then EXPIRED, with its own fact', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, { frequency: link });
    const { charge } = await open(tenant, id);
    billing.clock.advance(dayMs);
    await remove(tenant, id, link);
    expect((await get(tenant, { id }, link)).payments).toMatchObject([{ id: charge?.id, status: 'EXPIRED' }]);
    expect(await factsAbout(tenant, 'charge.expired')).toEqual([charge?.id]);
    expect(await factsAbout(tenant, 'charge.cancelled')).toEqual([]);
  });
});
