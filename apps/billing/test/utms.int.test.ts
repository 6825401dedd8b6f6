import type { Charge, Utms } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { aCustomer, aPixCharge, call, readEvents, startBilling } from './billing-harness';
import { aPayer, link, payPage } from './page-requests';
import { aCardToken, aCoupon, createBoletoCharge, createCardCharge, pay, the } from './payment-requests';
import { pageSubscriptions } from './subscription-requests';

const billing = startBeforeAll(startBilling);
const { aCheckout, payByCard, read } = payPage(() => billing);
const plans = pageSubscriptions(() => billing);

const utms: Utms = { source: 'instagram', campaign: 'natal 25%', term: '"; drop', src: 'parceiro', sck: 'é' };

/** The charges of a store, as the database and its reads have them. */
async function kept(tenant: Tenant): Promise<unknown[]> {
  const rows = (await billing.db('charges').where({ store_id: tenant.storeId })) as { id: string; utms: unknown }[];
  const shown = await Promise.all(
    rows.map(({ id }) => billing.charges.getStoreCharge({ tenant, id }, call()).then((one) => one.charge?.charge)),
  );
  expect(shown.map((charge) => charge?.utms ?? null)).toEqual(rows.map((row) => row.utms));
  return rows.map((row) => row.utms);
}

describe('where the buyer came from', () => {
  test.each([
    ['PIX', async (tenant: Tenant) => the(await billing.charges.createPixCharge(aPixCharge(tenant, { utms }), call()))],
    ['BOLETO', (tenant: Tenant) => createBoletoCharge(billing, tenant, { utms, customer: aCustomer() })],
    ['CARD', async (tenant: Tenant) => createCardCharge(billing, tenant, await aCardToken(billing, tenant), { utms })],
  ])('is kept with a charge of the API by %s', async (_method, create) => {
    const tenant = await billing.configuredStore();
    expect((await create(tenant)).utms).toEqual(utms);
    expect(await kept(tenant)).toEqual([utms]);
  });

  test('is told with every fact of a charge', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant);
    the(await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id, utms }, call()));
    await pay(billing, tenant, id, { method: 'PAYMENT_METHOD_PIX' });
    const facts = (await readEvents(billing, tenant)).filter(({ payload }) => 'charge' in payload);
    expect(facts.map(({ type }) => type)).toEqual(['charge.created', 'charge.paid', 'checkout.paid']);
    for (const { payload } of facts) expect(payload['charge']).toMatchObject({ utms });
  });

  const visitor = testIds.token(32);
  type Pay = (tenant: Tenant) => Promise<unknown>;
  const ways: readonly (readonly [string, Pay])[] = [
    ['a checkout by Pix', async (tenant) => openPix(tenant, (await aCheckout(tenant)).id)],
    ['a link by Pix', async (tenant) => openPix(tenant, (await aCheckout(tenant, link)).id)],
    [
      'a link by Pix with a coupon',
      async (tenant) => {
        const [coupons, checkoutId] = await aDiscountedLink(tenant);
        return billing.checkouts.openDiscountedPix({ tenant, checkoutId, visitor, coupons, utms }, call());
      },
    ],
    [
      'a link that a coupon pays whole',
      async (tenant) => {
        const [coupons, checkoutId] = await aDiscountedLink(tenant, 10_000);
        return billing.checkouts.applyCheckoutCoupons({ tenant, checkoutId, coupons, payer: aPayer(), utms }, call());
      },
    ],
    ['a checkout by card', async (tenant) => payByCard(tenant, (await aCheckout(tenant)).id, { utms })],
    [
      'a checkout by boleto',
      async (tenant) => {
        const { id: checkoutId } = await aCheckout(tenant);
        return billing.checkouts.openCheckoutBoleto({ tenant, checkoutId, payer: aPayer(), coupons: [], utms }, call());
      },
    ],
    ['a subscription by card', async (tenant) => plans.byCard(tenant, (await plans.aPlan(tenant)).id, { utms })],
    ['a subscription by Pix', async (tenant) => plans.byPix(tenant, (await plans.aPlan(tenant)).id, { utms })],
    ...(['PIX', 'BOLETO', 'CARD'] as const).map((method): readonly [string, Pay] => [
      `a simulated ${method} of a page`,
      async (tenant) => {
        const { id } = await aCheckout(tenant);
        return pay(billing, tenant, id, { method: `PAYMENT_METHOD_${method}`, utms });
      },
    ]),
    [
      'a simulated subscription',
      async (tenant) => pay(billing, tenant, (await plans.aPlan(tenant)).id, { method: 'PAYMENT_METHOD_CARD', utms }),
    ],
  ];
  test.each(ways)('is kept with the payment of %s', async (_what, payIt) => {
    const tenant = await billing.configuredStore();
    await payIt(tenant);
    expect(await kept(tenant)).toEqual([utms]);
  });

  test('stays what it was when the page is opened from elsewhere while its code is open', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant);
    await openPix(tenant, id);
    await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id, utms: { source: 'other' } }, call());
    expect(await kept(tenant)).toEqual([utms]);
  });

  test.each([undefined, {}, { source: '', sck: '' }])('is nothing where nothing said so: %j', async (nothing) => {
    const tenant = await billing.configuredStore();
    the(await billing.charges.createPixCharge(aPixCharge(tenant, { utms: nothing }), call()));
    expect(await kept(tenant)).toEqual([null]);
  });

  const openPix = async (tenant: Tenant, checkoutId: string): Promise<Charge> =>
    the(await billing.checkouts.openCheckoutPix({ tenant, checkoutId, visitor, utms }, call()));

  async function aDiscountedLink(tenant: Tenant, discount = 1_000): Promise<[string[], string]> {
    const code = await aCoupon(billing, tenant, { discount });
    const { id } = await aCheckout(tenant, { ...link, coupons: [code], allowCoupons: true });
    expect((await read(tenant, id)).payments).toEqual([]);
    return [[code], id];
  }
});
