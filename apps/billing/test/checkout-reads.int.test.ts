import { parseBrCode, toTenant, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { noProviders } from '../src/provider/providers';
import { aCustomer, aProduct, call, readEvents, firstPage, startBilling } from './billing-harness';
import { checkoutNotFound, createCheckout, getCheckout, noCheckoutKeys } from './checkout-requests';
import { openCheckout, pay } from './payment-requests';

const billing = startBeforeAll(startBilling);

const dayMs = 86_400_000;

describe('reading checkouts', () => {
  test('answers the newest that matches all keys, with customer and payments', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    const customer = aCustomer({ taxId: '52998224725' });
    await createCheckout(billing, tenant, [product], { customer });
    billing.clock.advance(5);
    const newest = await createCheckout(billing, tenant, [product], { customer, externalId: testIds.token(8) });
    const { customerId, externalId, id } = newest;
    for (const keys of [{ customerId }, { externalId }, { id }, { id, externalId, customerId }]) {
      const found = await getCheckout(billing, tenant, keys);
      expect(found).toMatchObject({ checkout: { id, customerId }, payments: [] });
    }
    await expect(getCheckout(billing, tenant, { id, externalId: 'other' })).rejects.toMatchObject(checkoutNotFound);
    await expect(getCheckout(billing, tenant, {})).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      message: "One of 'id', 'externalId' or 'customerId' is required",
    });
    await expect(getCheckout(billing, tenant, { customerId: 'cust_nobody' })).rejects.toMatchObject(checkoutNotFound);
  });

  test('lists the customers of a page in full, each once, for v1', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    const customer = aCustomer({ taxId: '52998224725', cellphone: '11987654321' });
    const { customerId } = await createCheckout(billing, tenant, [product], { customer });
    await createCheckout(billing, tenant, [product], { customer });
    await createCheckout(billing, tenant, [product], {});
    const list = await billing.checkouts.listCheckouts({ tenant, page: { limit: 10 }, frequencies: [] }, call());
    expect(list.checkouts).toHaveLength(3);
    expect(list.customers).toMatchObject([{ id: customerId, taxId: '52998224725', cellphone: '11987654321' }]);
  });

  test('lists the hosts to which checkouts of one environment lead, each once', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    for (const addresses of [
      { completionUrl: 'https://Loja.example/obrigado?pedido=1', returnUrl: 'http://loja.example:8080' },
      { completionUrl: 'https://loja.example#x' },
      {},
    ]) {
      await createCheckout(billing, tenant, [product], addresses);
    }
    const list = async (owner: Tenant) => (await billing.checkouts.listReturnHosts({ tenant: owner }, call())).hosts;
    expect((await list(tenant)).toSorted()).toEqual(['loja.example', 'loja.example:8080']);
    expect(await list(toTenant(tenant.storeId, false))).toEqual([]);
  });

  test('answers not found for another store and the other environment', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createCheckout(billing, tenant, [await aProduct(billing, tenant)]);
    for (const owner of [aTenant(), toTenant(tenant.storeId, false)]) {
      await expect(getCheckout(billing, owner, { id })).rejects.toMatchObject(checkoutNotFound);
      await expect(billing.checkouts.openCheckoutPix({ tenant: owner, checkoutId: id }, call())).rejects.toMatchObject(
        checkoutNotFound,
      );
    }
  });

  test('lists by frequency, status, customer, e-mail, tax id and method', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    const customer = aCustomer();
    const checkout = await createCheckout(billing, tenant, [product], { customer, methods: ['PAYMENT_METHOD_PIX'] });
    billing.clock.advance(5);
    const link = await createCheckout(billing, tenant, [product], {
      frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS',
    });
    billing.clock.advance(5);
    const wallets = ['WALLET_APPLE_PAY' as const];
    const walletsAlone = await createCheckout(billing, tenant, [product], { methods: [], wallets });
    const nothing = { ...noCheckoutKeys, status: undefined, email: undefined, taxId: undefined, method: undefined };
    const list = async (filter: object): Promise<string[]> => {
      const request = { tenant, page: firstPage, frequencies: [], ...nothing, ...filter };
      return (await billing.checkouts.listCheckouts(request, call())).checkouts.map(({ id }) => id);
    };
    expect(await list({})).toEqual([walletsAlone.id, link.id, checkout.id]);
    expect(await list({ frequencies: ['CHECKOUT_FREQUENCY_ONE_TIME'] })).toEqual([walletsAlone.id, checkout.id]);
    expect(await list({ status: 'CHECKOUT_STATUS_ACTIVE' })).toEqual([link.id]);
    expect(await list({ customerId: checkout.customerId })).toEqual([checkout.id]);
    expect(await list({ email: customer.email?.toUpperCase() })).toEqual([checkout.id]);
    expect(await list({ taxId: customer.taxId })).toEqual([checkout.id]);
    expect(await list({ method: 'PAYMENT_METHOD_CARD' })).toEqual([walletsAlone.id, link.id]);
    expect(await list({ method: 'PAYMENT_METHOD_PIX' })).toEqual([link.id, checkout.id]);
    expect(await list({ tenant: aTenant() })).toEqual([]);
    billing.clock.advance(30 * dayMs);
    expect(await list({ status: 'CHECKOUT_STATUS_EXPIRED' })).toEqual([walletsAlone.id, checkout.id]);
    expect(await list({ status: 'CHECKOUT_STATUS_PENDING' })).toEqual([]);
  });

  test('resolves a checkout by its id alone for the payment page', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createCheckout(billing, tenant, [await aProduct(billing, tenant)], { customer: aCustomer() });
    const found = await billing.checkouts.resolveCheckout({ id }, call());
    expect(found).toMatchObject({
      tenant: { storeId: tenant.storeId },
      checkout: { id },
      merchantName: 'Loja São João',
    });
    await expect(billing.checkouts.resolveCheckout({ id: 'bill_x' }, call())).rejects.toMatchObject(checkoutNotFound);
  });

  test('shows a boleto checkout as expired after the end of its due date in São Paulo', async () => {
    const tenant = await billing.configuredStore();
    const now = billing.clock.real();
    const dueDate = new Date(now.getTime() + 2 * dayMs).toISOString().slice(0, 10);
    const checkout = await createCheckout(billing, tenant, [await aProduct(billing, tenant)], {
      methods: ['PAYMENT_METHOD_BOLETO'],
      dueDate,
    });
    expect(checkout.dueDate).toBe(dueDate);
    billing.clock.advance(new Date(`${dueDate}T23:59:59.999-03:00`).getTime() - 1 - now.getTime());
    expect((await getCheckout(billing, tenant, { id: checkout.id })).checkout?.status).toBe('CHECKOUT_STATUS_PENDING');
    billing.clock.advance(1);
    expect((await getCheckout(billing, tenant, { id: checkout.id })).checkout?.status).toBe('CHECKOUT_STATUS_EXPIRED');
  });
});

describe('the Pix code of a checkout', () => {
  test('is one charge however many pages open it at once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createCheckout(billing, tenant, [await aProduct(billing, tenant, 2_000)]);
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
    await expect(billing.charges.getCharge(charge, call())).rejects.toMatchObject(checkoutNotFound);
  });

  test('is made anew once the old one has expired, whose fact is published', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createCheckout(billing, tenant, [await aProduct(billing, tenant)]);
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
    const card = await createCheckout(billing, tenant, [product], { methods: ['PAYMENT_METHOD_CARD'] });
    await expect(open(tenant, card.id)).rejects.toThrow('This checkout does not accept PIX');
    const { id } = await createCheckout(billing, tenant, [product]);
    billing.clock.advance(30 * dayMs);
    await expect(open(tenant, id)).rejects.toThrow('This charge has expired');
    const production = await billing.configuredStore(false);
    billing.production.providers = billing.production.simulated;
    const real = await createCheckout(billing, production, [await aProduct(billing, production)]);
    billing.production.providers = noProviders;
    await expect(open(production, real.id)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  });
});

describe('the payments of a checkout', () => {
  const [pix, card, boleto] = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_BOLETO'] as const;
  const link = 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' as const;
  const page = (tenant: Tenant, checkoutId: string, overrides: object = {}, frequency?: typeof link) =>
    billing.checkouts.listCheckoutPayments(
      { tenant, checkoutId, frequency, page: { ...firstPage, limit: 2, ...overrides } },
      call(),
    );

  test('are listed page by page, newest first, forwards and back', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 10_000, { methods: [pix, card, boleto], frequency: link });
    for (const method of [pix, card, boleto, card, pix]) {
      await pay(billing, tenant, id, { method });
      billing.clock.advance(1);
    }
    const { payments: all } = await getCheckout(billing, tenant, { id });
    expect(all.map(({ method }) => method)).toEqual([pix, card, boleto, card, pix]);
    const first = await page(tenant, id);
    expect(first).toMatchObject({ payments: all.slice(0, 2), page: { hasMore: true } });
    const second = await page(tenant, id, { after: first.page?.next });
    expect(second.payments).toEqual(all.slice(2, 4));
    const third = await page(tenant, id, { after: second.page?.next });
    expect(third).toMatchObject({ payments: all.slice(4), page: { hasMore: false } });
    expect((await page(tenant, id, { before: all[2]?.id })).payments).toEqual(all.slice(0, 2));
  });

  test('are of that checkout alone, of the kind asked for and of the store that owns it', async () => {
    const tenant = await billing.configuredStore();
    const [{ id }, other] = [await openCheckout(billing, tenant, 10_000), await openCheckout(billing, tenant, 10_000)];
    await pay(billing, tenant, id);
    const { payments } = await pay(billing, tenant, other.id);
    expect((await page(tenant, id)).payments).toHaveLength(1);
    await expect(page(tenant, id, { after: payments[0]?.id })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    await expect(page(tenant, id, {}, link)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT', reason: 'WRONG_KIND' });
    const stranger = await billing.configuredStore();
    await expect(page(stranger, id)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    await expect(page(tenant, 'bill_nobody', {}, link)).rejects.toThrow('Link de pagamento não encontrado.');
  });
});
