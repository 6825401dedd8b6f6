import type { Checkout, PayCheckoutByCardRequest, SubscribeByPixRequest } from '@pitanga/contracts';
import { everyTenant, tenantOf, unavailable, type Tenant } from '@pitanga/core';
import type { TenantCall } from '@pitanga/rpc';
import { testIds } from '@pitanga/testing';
import { payCheckoutHandlers } from '../src/api/pay-checkout-rpc';
import { countBackFreed } from '../src/collecting/reserve-coupons';
import { refuseAbandonedStarts } from '../src/jobs/refuse-abandoned-starts';
import type { CardProvider } from '../src/provider/card-provider';
import { noProviders } from '../src/provider/providers';
import { aCheckout, aCustomer, call, factsOf, startBilling, type Billing } from './billing-harness';
import { aCoupon, couponOf, declinedCard, pay, poorCard } from './payment-requests';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

const frequency = 'CHECKOUT_FREQUENCY_SUBSCRIPTION' as const;
const bothMethods = ['PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_PIX'] as const;

/** A subscription checkout of R$ 50,00 a month. */
async function aPlan(
  tenant: Tenant,
  { trialDays, ...over }: NonNullable<Parameters<typeof aCheckout>[2]> & { readonly trialDays?: number } = {},
): Promise<Checkout> {
  const externalId = testIds.token(10);
  const product = { tenant, externalId, name: 'Plano', description: '', priceCents: 5_000, currency: 'BRL' };
  await billing.products.createProduct({ ...product, cycle: 'BILLING_CYCLE_MONTHLY', trialDays }, call());
  const request = aCheckout(tenant, [externalId], { frequency, methods: [...bothMethods], ...over });
  const { checkout } = await billing.checkouts.createCheckout(request, call());
  if (!checkout) throw new Error('no checkout');
  return checkout;
}

const aPayer = () => {
  const { name = '', taxId = '', email } = aCustomer();
  return { name, taxId, email };
};

function cardForm(tenant: Tenant, checkoutId: string, over: Partial<PayCheckoutByCardRequest> = {}) {
  const { name: holderName, taxId, email } = aPayer();
  const card = { number: '4242424242424242', cvv: '7391', expMonth: 12, expYear: 2036, holderName };
  return { tenant, checkoutId, ...card, taxId, email, installmentCount: 1, coupons: [], ...over };
}
const byCard = (
  tenant: Tenant,
  checkoutId: string,
  over: Partial<PayCheckoutByCardRequest> = {},
  key = testIds.token(20),
) => billing.checkouts.payCheckoutByCard(cardForm(tenant, checkoutId, over), call(key));
const byPix = (
  tenant: Tenant,
  checkoutId: string,
  over: Partial<SubscribeByPixRequest> = {},
  key = testIds.token(20),
) => billing.checkouts.subscribeByPix({ tenant, checkoutId, payer: aPayer(), coupons: [], ...over }, call(key));

const resolve = (id: string, subscriptionId?: string) =>
  billing.checkouts.resolveCheckout({ id, subscriptionId }, call());
const started = async (tenant: Tenant) =>
  (await factsOf(billing, tenant)).filter(({ type }) => type === 'agreement.started').map(({ payload }) => payload);
const rowsOf = (table: string, tenant: Tenant) => billing.db(table).where({ store_id: tenant.storeId });

/** The handlers of a billing whose card network does not answer. */
async function silentBilling(tenant: Tenant, method: 'chargeCard' | 'verifyCard') {
  const providers = await billing.deps.providersOf(tenant);
  const silence = { [method]: () => Promise.reject(unavailable('the acquirer did not answer')) };
  const card = { ...providers.card, ...silence } as CardProvider;
  return payCheckoutHandlers({ ...billing.deps, providersOf: () => Promise.resolve({ ...providers, card }) });
}
const context = (tenant: Tenant, key: string) =>
  ({ ...call(key), tenant, markReplayed: () => undefined, deadline: new Date() }) as unknown as TenantCall;

describe('subscribing by card on the page', () => {
  test('charges the first cycle, makes the payer a customer and keeps the card for the cycles to come', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPlan(tenant);
    const payer = aPayer();
    const { name: holderName, taxId, email } = payer;
    const answer = await byCard(tenant, id, { holderName, taxId, email });
    expect(answer).toMatchObject({ charge: { status: 'CHARGE_STATUS_PAID', amountCents: 5_000 }, failure: undefined });
    const { customer } = await billing.customers.getCustomer({ tenant, taxId }, call());
    expect(customer).toMatchObject(payer);
    expect(await started(tenant)).toMatchObject([
      { subscriptionId: answer.subscriptionId, customer: { id: customer?.id }, method: 'PAYMENT_METHOD_CARD' },
    ]);
    expect(await rowsOf('agreements', tenant).pluck('card_id')).toEqual([expect.stringMatching(/./)]);
  });

  test('is done once by a form that is sent many times at once, and answers the same when sent again', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPlan(tenant);
    const [form, key] = [cardForm(tenant, id), testIds.token(20)];
    const send = () => billing.checkouts.payCheckoutByCard(form, call(key));
    const all = await Promise.allSettled(Array.from({ length: 10 }, send));
    const done = all.flatMap((one) => (one.status === 'fulfilled' ? one.value.subscriptionId : []));
    expect(done.length).toBeGreaterThan(0);
    expect(new Set([...done, (await send()).subscriptionId]).size).toBe(1);
    expect([await started(tenant), await rowsOf('charges', tenant)]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  test('of one payer by many forms at once charges once and tells the others why', async () => {
    for (const trialDays of [undefined, 7]) {
      const tenant = await billing.configuredStore();
      const { id } = await aPlan(tenant, { ...(trialDays !== undefined && { trialDays }) });
      const { taxId } = aPayer();
      const all = await Promise.allSettled(Array.from({ length: 8 }, () => byCard(tenant, id, { taxId })));
      const reasons = all.flatMap((one) =>
        one.status === 'rejected' ? (one.reason as { readonly reason: string }).reason : [],
      );
      expect(reasons).toHaveLength(7);
      const told = ['ALREADY_SUBSCRIBED', 'CARD_PAYMENT_IN_PROGRESS', 'CARD_ATTEMPTS_PAUSED'];
      expect(told).toEqual(expect.arrayContaining(reasons));
      expect(await started(tenant)).toHaveLength(1);
      expect(await rowsOf('charges', tenant)).toHaveLength(trialDays === undefined ? 1 : 0);
      await expect(byCard(tenant, id, { taxId })).rejects.toMatchObject({ reason: 'ALREADY_SUBSCRIBED' });
    }
  });

  test('stays possible for others once somebody has subscribed, and nobody’s card is in their way', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPlan(tenant);
    await byCard(tenant, id);
    const silent = await silentBilling(tenant, 'chargeCard');
    const stuck = silent.payCheckoutByCard(cardForm(tenant, id), context(tenant, testIds.token(20)));
    await expect(stuck).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    const page = await resolve(id);
    expect(page).toMatchObject({ checkout: { status: 'CHECKOUT_STATUS_PAID' } });
    expect([page.payment, page.subscription]).toEqual([undefined, undefined]);
    expect((await byCard(tenant, id)).subscriptionId).toBeDefined();
  });

  test('begins a trial without a charge', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPlan(tenant, { trialDays: 7 });
    const { charge, subscriptionId = '', failure } = await byCard(tenant, id);
    expect([charge, failure]).toEqual([undefined, undefined]);
    expect(await started(tenant)).toMatchObject([{ subscriptionId, trialDays: 7 }]);
    expect(await rowsOf('charges', tenant)).toEqual([]);
    expect((await resolve(id, subscriptionId)).subscription).toMatchObject({
      status: 'SUBSCRIPTION_START_STATUS_ACTIVE',
      amountCents: 5_000,
      charge: undefined,
    });
  });

  test('answers why the card was declined, of a trial too, and lets the payer try again', async () => {
    for (const [trialDays, number] of [
      [undefined, poorCard],
      [7, declinedCard],
    ] as const) {
      const tenant = await billing.configuredStore();
      const { id } = await aPlan(tenant, { ...(trialDays !== undefined && { trialDays }) });
      const { taxId } = aPayer();
      const declined = await byCard(tenant, id, { taxId, number });
      expect([declined.subscriptionId, declined.failure?.declineClass]).toEqual([
        undefined,
        expect.stringMatching(/^DECLINE_CLASS_/),
      ]);
      expect(declined.charge?.status).toBe(trialDays === undefined ? 'CHARGE_STATUS_FAILED' : undefined);
      expect(await started(tenant)).toEqual([]);
      expect((await byCard(tenant, id, { taxId })).subscriptionId).toBeDefined();
    }
  });

  test.each([
    ['the first charge', undefined, 'chargeCard'],
    ['a trial', 7, 'verifyCard'],
  ] as const)('goes on with %s where an unknown outcome stopped the same form', async (_what, trialDays, method) => {
    const tenant = await billing.configuredStore();
    const { id } = await aPlan(tenant, { ...(trialDays !== undefined && { trialDays }) });
    const [form, key] = [cardForm(tenant, id), testIds.token(20)];
    const silent = await silentBilling(tenant, method);
    await expect(silent.payCheckoutByCard(form, context(tenant, key))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    if (trialDays === undefined) {
      const other = byCard(tenant, id, { taxId: form.taxId });
      await expect(other).rejects.toMatchObject({ reason: 'CARD_PAYMENT_IN_PROGRESS' });
    }
    const { subscriptionId } = await billing.checkouts.payCheckoutByCard(form, call(key));
    expect(await started(tenant)).toMatchObject([{ subscriptionId }]);
    expect(await rowsOf('agreements', tenant)).toHaveLength(1);
  });

  test('is refused when the checkout was deleted while the card was asked', async () => {
    for (const trialDays of [undefined, 7]) {
      const tenant = await billing.configuredStore();
      const { id } = await aPlan(tenant, { ...(trialDays !== undefined && { trialDays }) });
      const [form, key] = [cardForm(tenant, id), testIds.token(20)];
      const silent = await silentBilling(tenant, trialDays === undefined ? 'chargeCard' : 'verifyCard');
      await expect(silent.payCheckoutByCard(form, context(tenant, key))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
      await billing.checkouts.deleteCheckout({ tenant, id, frequency }, call());
      const again = billing.checkouts.payCheckoutByCard(form, call(key));
      await expect(again).rejects.toMatchObject({ reason: 'CHARGE_CANCELLED' });
      expect(await started(tenant)).toEqual([]);
    }
  });

  test('needs to know who subscribes, unless the checkout has its customer, whatever its flags say', async () => {
    const tenant = await billing.configuredStore();
    const unnamed = { taxId: undefined, email: undefined };
    const { id } = await aPlan(tenant, { skipCustomer: true, skipReview: true });
    await expect(byCard(tenant, id, unnamed)).rejects.toMatchObject({ reason: 'SUBSCRIBER_REQUIRED' });
    await expect(byCard(tenant, id, { taxId: '123' })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    await expect(byPix(tenant, id, { payer: undefined })).rejects.toMatchObject({ reason: 'SUBSCRIBER_REQUIRED' });
    expect([await rowsOf('cards', tenant), await rowsOf('agreements', tenant)]).toEqual([[], []]);

    const own = await aPlan(tenant, { customer: aCustomer() });
    const { subscriptionId } = await byCard(tenant, own.id, unnamed);
    expect(await started(tenant)).toMatchObject([{ customer: { id: own.customerId } }]);
    expect((await resolve(own.id)).subscription).toMatchObject({ subscriptionId });
    await expect(byCard(tenant, own.id)).rejects.toMatchObject({ reason: 'ALREADY_SUBSCRIBED' });
  });
});

describe('coupons of a subscription', () => {
  test('are quoted without being counted, and taken off each cycle of the one who used them', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant);
    const { id } = await aPlan(tenant, { coupons: [code], allowCoupons: true });
    const quote = await billing.checkouts.getLinkQuote({ tenant, checkoutId: id, coupons: [code] }, call());
    expect(quote.checkout).toMatchObject({ amountCents: 4_500, discountCents: 500, couponsUsed: [code] });
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(0);
    const { charge, subscriptionId } = await byCard(tenant, id, { coupons: [code] });
    expect([charge?.amountCents, charge?.coupons]).toEqual([4_500, [code]]);
    const { checkout, subscription } = await resolve(id, subscriptionId);
    expect(subscription).toMatchObject({ amountCents: 4_500, coupons: [code] });
    expect(checkout).toMatchObject({ amountCents: 5_000, couponsUsed: [] });
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(1);
  });

  test('are given back when the card is declined, of a trial too', async () => {
    for (const trialDays of [undefined, 7]) {
      const tenant = await billing.configuredStore();
      const code = await aCoupon(billing, tenant, { maxRedeems: 1 });
      const { id } = await aPlan(tenant, { allowCoupons: true, ...(trialDays !== undefined && { trialDays }) });
      await byCard(tenant, id, { number: declinedCard, coupons: [code] });
      await countBackFreed(billing.deps, everyTenant);
      expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(0);
      const { subscriptionId } = await byCard(tenant, id, { coupons: [code] });
      expect((await resolve(id, subscriptionId)).subscription?.amountCents).toBe(4_500);
      await expect(byCard(tenant, id, { coupons: [code] })).rejects.toMatchObject({ reason: 'COUPON_USED_UP' });
    }
  });

  test('of a trial whose form was left in the middle are given back after ten minutes', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { maxRedeems: 1 });
    const { id } = await aPlan(tenant, { allowCoupons: true, trialDays: 7 });
    const silent = await silentBilling(tenant, 'verifyCard');
    const left = silent.payCheckoutByCard(
      cardForm(tenant, id, { coupons: [code] }),
      context(tenant, testIds.token(20)),
    );
    await expect(left).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    const sweep = async () => {
      await refuseAbandonedStarts(billing.deps);
      await countBackFreed(billing.deps, everyTenant);
      return (await couponOf(billing, tenant, code)).redeemsCount;
    };
    billing.clock.advance(10 * 60_000);
    expect(await sweep()).toBe(1);
    billing.clock.advance(1);
    expect(await sweep()).toBe(0);
    expect((await byCard(tenant, id, { coupons: [code] })).subscriptionId).toBeDefined();
    expect(await started(tenant)).toHaveLength(1);
  });

  test('that take everything begin the subscription without a charge, by card and by Pix', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { discount: 10_000 });
    const { id } = await aPlan(tenant, { allowCoupons: true });
    for (const way of [byCard, byPix]) {
      const { charge, subscriptionId } = await way(tenant, id, { coupons: [code] });
      expect(charge).toBeUndefined();
      expect((await resolve(id, subscriptionId)).subscription).toMatchObject({
        status: 'SUBSCRIPTION_START_STATUS_ACTIVE',
        amountCents: 0,
      });
    }
    expect(await started(tenant)).toHaveLength(2);
  });
});

describe('subscribing by automatic Pix on the page', () => {
  test('shows a code of its own, and begins when it is paid', async () => {
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

  test('shows the same payer the same code, which may have used the last coupon, and another payer another', async () => {
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

  test('is done once by a form that is sent twice', async () => {
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
      // As checkouts are that were made before this was refused.
      await billing
        .db('checkouts')
        .where({ id })
        .update({ methods: ['CARD', 'PIX'] });
      const before = await factsOf(billing, tenant);
      await expect(byPix(tenant, id)).rejects.toMatchObject({
        kind: 'UNAVAILABLE',
        reason: 'PROVIDER_NOT_CONFIGURED',
      });
      expect(await factsOf(billing, tenant)).toEqual(before);
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

  test('a cycle’s own checkout takes no payment of a page at all', async () => {
    const tenant = await billing.configuredStore();
    const { id: planId, items } = await aPlan(tenant);
    const { subscriptionId = '' } = await byCard(tenant, planId);
    const productId = items[0]?.productId ?? '';
    const cycle = { subscriptionId, cycleNumber: 1, attemptId: `${subscriptionId}:1:0`, productId };
    const price = { amountCents: 0, quantity: 1, unitPriceCents: 5_000, discountCents: 5_000, usageCents: 0 };
    const { checkout } = await billing.agreements.chargeCycle(
      { tenant, ...cycle, ...price, usage: [], dueAt: new Date() },
      call(),
    );
    const id = checkout?.id ?? '';
    await expect(byCard(tenant, id)).rejects.toMatchObject({ reason: 'SUBSCRIPTION_CHECKOUT' });
    await expect(byPix(tenant, id)).rejects.toMatchObject({ reason: 'NOT_A_SUBSCRIPTION_CHECKOUT' });
    await expect(pay(billing, tenant, id)).rejects.toMatchObject({ reason: 'WRONG_KIND' });
    const pix = billing.checkouts.openCheckoutPix({ tenant, checkoutId: id }, call());
    await expect(pix).rejects.toMatchObject({ reason: 'SUBSCRIPTION_CHECKOUT' });
    // Its page names no subscription of the other page, however it is asked.
    expect((await resolve(id, subscriptionId)).subscription).toBeUndefined();
    expect((await resolve((await aPlan(tenant)).id, subscriptionId)).subscription).toBeUndefined();
  });

  test('another store, the other environment and a method that is not offered', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPlan(tenant, { methods: ['PAYMENT_METHOD_CARD'] });
    await expect(byPix(tenant, id)).rejects.toMatchObject({ reason: 'METHOD_NOT_OFFERED' });
    await expect(byCard(tenant, id, { installmentCount: 2 })).rejects.toMatchObject({ reason: 'METHOD_NOT_OFFERED' });
    for (const stranger of [await billing.configuredStore(), tenantOf(tenant.storeId, false)]) {
      for (const way of [byCard, byPix]) await expect(way(stranger, id)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    }
  });
});
