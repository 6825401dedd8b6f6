import { toTenant, type Tenant } from '@pitanga/core';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { noProviders } from '../src/provider/providers';
import { call, readEvents, startBilling } from './billing-harness';
import { aCoupon, pay } from './payment-requests';
import { aPayer, pageSubscriptions } from './subscription-requests';

const billing = startBeforeAll(startBilling);

const { aPlan, byCard, byPix, resolve, started } = pageSubscriptions(() => billing);
const rowsOf = (table: string, tenant: Tenant) => billing.db(table).where({ store_id: tenant.storeId });

describe('subscribing by automatic Pix on the page', () => {
  test('shows its own code, and begins when it is paid', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPlan(tenant);
    const { charge, subscriptionId } = await byPix(tenant, id);
    expect(charge).toMatchObject({
      amountCents: 5_000,
      status: 'CHARGE_STATUS_PENDING',
      pix: { brCode: expect.stringMatching(/^000201/) },
    });
    expect((await resolve(id, subscriptionId)).subscription).toMatchObject({
      status: 'SUBSCRIPTION_START_STATUS_STARTING',
      charge: { id: charge?.id },
    });
    expect(await started(tenant)).toEqual([]);
    const paid = await pay(billing, tenant, id, { method: 'PAYMENT_METHOD_PIX', chargeId: charge?.id });
    expect(paid.subscriptionId).toBe(subscriptionId);
    expect(await started(tenant)).toMatchObject([{ subscriptionId, method: 'PAYMENT_METHOD_PIX' }]);
    expect((await resolve(id, subscriptionId)).subscription).toMatchObject({
      status: 'SUBSCRIPTION_START_STATUS_ACTIVE',
      charge: { status: 'CHARGE_STATUS_PAID' },
    });
  });

  test('shows the same payer the same code, which may have used the last coupon, and other payers other codes', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { maxRedeems: 1 });
    const { id } = await aPlan(tenant, { allowCoupons: true });
    const payer = aPayer();
    const first = await byPix(tenant, id, { payer, coupons: [code] });
    expect((await byPix(tenant, id, { payer, coupons: [code.toUpperCase()] })).charge?.id).toBe(first.charge?.id);
    const other = byPix(tenant, id, { coupons: [code] });
    await expect(other).rejects.toMatchObject({ reason: 'COUPON_USED_UP' });
    const full = await byPix(tenant, id, { payer });
    expect([full.charge?.amountCents, first.charge?.amountCents]).toEqual([5_000, 4_500]);
    billing.clock.advance(86_400_000);
    expect((await byPix(tenant, id, { payer })).charge?.id).not.toBe(full.charge?.id);
  });

  test('begins once for a form that is sent twice', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPlan(tenant);
    const [payer, key] = [aPayer(), testIds.token(20)];
    const first = await byPix(tenant, id, { payer }, key);
    expect((await byPix(tenant, id, { payer }, key)).subscriptionId).toBe(first.subscriptionId);
    expect(await rowsOf('agreements', tenant)).toHaveLength(1);
  });

  test('begins a trial at once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPlan(tenant, { trialDays: 7 });
    const payer = aPayer();
    const { charge, subscriptionId } = await byPix(tenant, id, { payer });
    expect(charge).toBeUndefined();
    expect(await started(tenant)).toMatchObject([{ subscriptionId, trialDays: 7 }]);
    await expect(byPix(tenant, id, { payer })).rejects.toMatchObject({ reason: 'ALREADY_SUBSCRIBED' });
  });

  test('is not possible in production, which has no automatic Pix, and nothing is written', async () => {
    const tenant = await billing.configuredStore(false);
    const settings = { merchantName: 'Loja', merchantCity: 'Recife', pixFeeCents: 80, boletoFeeCents: 250 };
    const cardFees = { singleBasisPoints: 350, shortBasisPoints: 400, longBasisPoints: 450, fixedCents: 60 };
    const automaticPix = { automaticPixDev: true, automaticPixProd: true };
    const { storeId } = tenant;
    await billing.settings.configureBilling({ ...settings, cardFees, ...automaticPix, storeId }, call());
    billing.clock.advance(60_000);
    for (const trialDays of [undefined, 7]) {
      billing.production.providers = billing.production.simulated;
      const trial = trialDays === undefined ? {} : { trialDays };
      const { id } = await aPlan(tenant, { ...trial, methods: ['PAYMENT_METHOD_CARD'] });
      billing.production.providers = noProviders;
      // As in checkouts of versions that accepted this.
      await billing
        .db('checkouts')
        .where({ id })
        .update({ methods: ['CARD', 'PIX'] });
      const before = await readEvents(billing, tenant);
      await expect(byPix(tenant, id)).rejects.toMatchObject({
        kind: 'UNAVAILABLE',
        reason: 'PROVIDER_NOT_CONFIGURED',
      });
      expect(await readEvents(billing, tenant)).toEqual(before);
      for (const table of ['customers', 'agreements', 'charges']) expect(await rowsOf(table, tenant)).toEqual([]);
    }
  });
});

describe('what does not start a subscription', () => {
  test('a simple Pix, a boleto and coupons without a payment are refused on a subscription’s page', async () => {
    const tenant = await billing.configuredStore();
    const { id: checkoutId } = await aPlan(tenant, { allowCoupons: true });
    const payer = aPayer();
    for (const way of [
      () => billing.checkouts.openCheckoutPix({ tenant, checkoutId }, call()),
      () => billing.checkouts.openCheckoutBoleto({ tenant, checkoutId, payer, coupons: [] }, call()),
      () => billing.checkouts.applyCheckoutCoupons({ tenant, checkoutId, coupons: ['any'] }, call()),
    ]) {
      await expect(way()).rejects.toMatchObject({ reason: 'SUBSCRIPTION_CHECKOUT' });
    }
  });

  test('the checkout of a cycle accepts no payment of a page', async () => {
    const tenant = await billing.configuredStore();
    const { id: planId, items } = await aPlan(tenant);
    const { subscriptionId = '' } = await byCard(tenant, planId);
    const productId = items[0]?.productId ?? '';
    const cycle = { subscriptionId, cycleNumber: 1, attemptId: `${subscriptionId}:1:0`, productId };
    const price = {
      amountCents: 0,
      quantity: 1,
      unitPriceCents: 5_000,
      discountCents: 5_000,
      usageCents: 0,
      carriedCents: 0,
    };
    const { checkout } = await billing.agreements.chargeCycle(
      { tenant, ...cycle, ...price, canCarry: true, usage: [], dueAt: new Date() },
      call(),
    );
    const id = checkout?.id ?? '';
    await expect(byCard(tenant, id)).rejects.toMatchObject({ reason: 'SUBSCRIPTION_CHECKOUT' });
    await expect(byPix(tenant, id)).rejects.toMatchObject({ reason: 'NOT_A_SUBSCRIPTION_CHECKOUT' });
    await expect(pay(billing, tenant, id)).rejects.toMatchObject({ reason: 'WRONG_KIND' });
    const pix = billing.checkouts.openCheckoutPix({ tenant, checkoutId: id }, call());
    await expect(pix).rejects.toMatchObject({ reason: 'SUBSCRIPTION_CHECKOUT' });
    // Its page shows no subscription of another page.
    expect((await resolve(id, subscriptionId)).subscription).toBeUndefined();
    expect((await resolve((await aPlan(tenant)).id, subscriptionId)).subscription).toBeUndefined();
  });

  test('another store, the other environment and a method that is not offered', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPlan(tenant, { methods: ['PAYMENT_METHOD_CARD'] });
    await expect(byPix(tenant, id)).rejects.toMatchObject({ reason: 'METHOD_NOT_OFFERED' });
    await expect(byCard(tenant, id, { installmentCount: 2 })).rejects.toMatchObject({ reason: 'METHOD_NOT_OFFERED' });
    for (const stranger of [await billing.configuredStore(), toTenant(tenant.storeId, false)]) {
      for (const way of [byCard, byPix]) await expect(way(stranger, id)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    }
  });
});
