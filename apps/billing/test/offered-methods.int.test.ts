import type { Checkout, CreateCheckoutRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { noProviders } from '../src/provider/providers';
import { aCheckout, aProduct, call, readEvents, startBilling } from './billing-harness';

const billing = startBeforeAll(startBilling);

const subscription = 'CHECKOUT_FREQUENCY_SUBSCRIPTION';
const link = 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS';

type Method = CreateCheckoutRequest['methods'][number];

async function create(tenant: Tenant, methods: Method[], over: Partial<CreateCheckoutRequest> = {}): Promise<Checkout> {
  const product = over.frequency === subscription ? await aPlan(tenant) : await aProduct(billing, tenant);
  const { checkout } = await billing.checkouts.createCheckout(
    aCheckout(tenant, [product], { methods, ...over }),
    call(),
  );
  if (!checkout) throw new Error('no checkout');
  return checkout;
}

async function aPlan(tenant: Tenant): Promise<string> {
  const externalId = testIds.token(10);
  const product = { tenant, externalId, name: 'Plano', description: '', priceCents: 5_000, currency: 'BRL' };
  await billing.products.createProduct({ ...product, cycle: 'BILLING_CYCLE_MONTHLY' }, call());
  return externalId;
}

/** Production with providers for some methods. */
function withProviders(...names: ('pix' | 'card' | 'boleto')[]): void {
  const { simulated } = billing.production;
  billing.production.providers = {
    ...noProviders,
    ...Object.fromEntries(names.map((name) => [name, simulated[name]])),
  };
}

const notConfigured = (method: string) => ({
  kind: 'UNAVAILABLE',
  reason: 'PROVIDER_NOT_CONFIGURED',
  message: `Provider for ${method} is not configured for this store`,
});

describe('the methods of a checkout in production', () => {
  test.each<[Method, Partial<CreateCheckoutRequest>]>([
    ['PAYMENT_METHOD_CARD', {}],
    ['PAYMENT_METHOD_BOLETO', {}],
    ['PAYMENT_METHOD_CARD', { frequency: link }],
    ['PAYMENT_METHOD_CARD', { externalIdIsLabel: true }],
    ['PAYMENT_METHOD_CARD', { frequency: subscription }],
  ])('%s without a provider is refused by name before anything is written: %j', async (method, over) => {
    withProviders('pix');
    const tenant = await billing.configuredStore(false);
    const customer = { email: 'ana@example.com', name: 'Ana', metadataJson: '{}' };
    const asked = over.frequency === subscription ? [method] : ['PAYMENT_METHOD_PIX' as const, method];
    await expect(create(tenant, asked, { ...over, customer })).rejects.toMatchObject(notConfigured(method.slice(15)));
    const types = (await readEvents(billing, tenant)).map(({ type }) => type);
    expect(types.filter((type) => !type.startsWith('product.'))).toEqual([]);
    for (const table of ['checkouts', 'customers']) {
      expect(await billing.db(table).where({ store_id: tenant.storeId })).toEqual([]);
    }
  });

  test('left out are those that the store can take, and none is refused', async () => {
    const tenant = await billing.configuredStore(false);
    withProviders('pix');
    expect((await create(tenant, [])).methods).toEqual(['PAYMENT_METHOD_PIX']);
    expect((await create(tenant, [], { frequency: link })).methods).toEqual(['PAYMENT_METHOD_PIX']);
    await expect(create(tenant, [], { frequency: subscription })).rejects.toMatchObject(notConfigured('CARD'));
    withProviders('boleto', 'card');
    expect((await create(tenant, [])).methods).toEqual(['PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_BOLETO']);
    expect((await create(tenant, [], { frequency: subscription })).methods).toEqual(['PAYMENT_METHOD_CARD']);
    withProviders();
    await expect(create(tenant, [])).rejects.toMatchObject(notConfigured('PIX'));
  });

  test('of a repeat are what they were, though the provider was removed since', async () => {
    withProviders('pix');
    const tenant = await billing.configuredStore(false);
    const request = aCheckout(tenant, [await aProduct(billing, tenant)], {
      externalId: testIds.token(10),
      methods: ['PAYMENT_METHOD_PIX'],
    });
    const first = await billing.checkouts.createCheckout(request, call());
    withProviders();
    const again = await billing.checkouts.createCheckout(request, call());
    expect(again.checkout?.id).toBe(first.checkout?.id);
  });

  test('that a link is given later are judged like those of a new one', async () => {
    withProviders('pix');
    const tenant = await billing.configuredStore(false);
    const { id, methods } = await create(tenant, [], { frequency: link });
    const none = { returnUrl: undefined, completionUrl: undefined, metadataJson: undefined, coupons: undefined };
    const update = (asked: Method[]) =>
      billing.checkouts.updatePaymentLink({ tenant, id, methods: asked, ...none }, call());
    const both: Method[] = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD'];
    await expect(update(both)).rejects.toMatchObject(notConfigured('CARD'));
    expect((await update([])).checkout?.methods).toEqual(methods);
    withProviders('pix', 'card');
    expect((await update(both)).checkout?.methods).toEqual(both);
  });

  test('are told to the page where their provider was removed since', async () => {
    withProviders('pix', 'card');
    const tenant = await billing.configuredStore(false);
    const { id } = await create(tenant, ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD']);
    const look = async () => (await billing.checkouts.resolveCheckout({ id }, call())).unavailableMethods;
    expect(await look()).toEqual([]);
    withProviders('pix');
    expect(await look()).toEqual(['PAYMENT_METHOD_CARD']);
  });
});

test('in dev mode left out are PIX and CARD, and CARD of a subscription', async () => {
  const tenant = await billing.configuredStore();
  expect((await create(tenant, [])).methods).toEqual(['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD']);
  expect((await create(tenant, [], { frequency: subscription })).methods).toEqual(['PAYMENT_METHOD_CARD']);
});
