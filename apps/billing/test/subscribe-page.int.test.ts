import { everyTenant, unavailable, type Tenant } from '@pitanga/core';
import type { TenantCall } from '@pitanga/rpc';
import { startBeforeAll, testIds, withDeps } from '@pitanga/testing';
import { payCheckoutHandlers } from '../src/api/pay-checkout-rpc';
import { countBackFreed } from '../src/checking-out/reserve-coupons';
import { refuseAbandonedStarts } from '../src/jobs/refuse-abandoned-starts';
import type { CardProvider } from '../src/provider/card-provider';
import { aCustomer, call, startBilling } from './billing-harness';
import { aCoupon, couponOf, declinedCard, poorCard } from './payment-requests';
import { aPayer, frequency, pageSubscriptions } from './subscription-requests';

const billing = startBeforeAll(startBilling);

const { aPlan, byCard, byPix, cardForm, resolve, started } = pageSubscriptions(() => billing);
const rowsOf = (table: string, tenant: Tenant) => billing.db(table).where({ store_id: tenant.storeId });

/** The handlers of a billing whose card network does not answer. */
async function silentBilling(tenant: Tenant, method: 'chargeCard' | 'verifyCard') {
  const providers = await billing.deps.findProviders(tenant);
  const silence = { [method]: () => Promise.reject(unavailable('the acquirer did not answer')) };
  const card = { ...providers.card, ...silence } as CardProvider;
  return payCheckoutHandlers(withDeps(billing.deps, { findProviders: () => Promise.resolve({ ...providers, card }) }));
}
const context = (tenant: Tenant, key: string) =>
  ({ ...call(key), tenant, markReplayed: () => undefined, deadline: new Date() }) as unknown as TenantCall;

describe('subscribing by card on the page', () => {
  test('charges the first cycle, creates a customer for the payer and saves the card for later cycles', async () => {
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

  test('happens once for a form that is sent many times at once, and a repeat returns the same response', async () => {
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

  test('of one payer by many forms at once charges once and refuses the others with a reason', async () => {
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

  test('stays possible for other payers after a subscription, whatever the outcome of other cards', async () => {
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

  test('returns why the card was declined, of a trial too, and the payer may try again', async () => {
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

  test('is refused when the checkout is deleted while the card call is in flight', async () => {
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

  test('needs a customer, unless the checkout has its own, whatever its flags', async () => {
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
  test('are quoted without being counted, and reduce each cycle of their subscriber', async () => {
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

  test('with an end are quoted with the price of each charge, and agreed on with it', async () => {
    const tenant = await billing.configuredStore();
    const once = await aCoupon(billing, tenant, { duration: 'COUPON_DURATION_ONCE' });
    const twice = await aCoupon(billing, tenant, { duration: 'COUPON_DURATION_REPEATING', durationInCycles: 2 });
    const { id } = await aPlan(tenant, { coupons: [once, twice], allowCoupons: true });
    const quote = await billing.checkouts.getLinkQuote({ tenant, checkoutId: id, coupons: [once, twice] }, call());
    const prices = [
      { amountCents: 4_050, charges: 1 },
      { amountCents: 4_500, charges: 1 },
      { amountCents: 5_000, charges: undefined },
    ];
    expect(quote.prices).toMatchObject(prices);
    const { charge, subscriptionId } = await byCard(tenant, id, { coupons: [once, twice] });
    expect(charge?.amountCents).toBe(4_050);
    expect((await resolve(id, subscriptionId)).subscription).toMatchObject({ amountCents: 4_050, prices });
    expect(await started(tenant)).toMatchObject([
      {
        coupons: [
          { code: once, duration: 'COUPON_DURATION_ONCE' },
          { code: twice, duration: 'COUPON_DURATION_REPEATING', durationInCycles: 2 },
        ],
      },
    ]);
  });

  test('leave no charge that is too small, the first or a later one', async () => {
    const tenant = await billing.configuredStore();
    const most = await aCoupon(billing, tenant, { discountKind: 'DISCOUNT_KIND_FIXED', discount: 4_950 });
    const all = await aCoupon(billing, tenant, {
      discountKind: 'DISCOUNT_KIND_FIXED',
      discount: 100,
      duration: 'COUPON_DURATION_ONCE',
    });
    const { id } = await aPlan(tenant, { coupons: [most, all], allowCoupons: true });
    await expect(byCard(tenant, id, { coupons: [most, all] })).rejects.toMatchObject({
      reason: 'DISCOUNT_LEAVES_TOO_LITTLE',
    });
  });

  test('are released when the card is declined, of a trial too', async () => {
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

  test('of an abandoned trial are released after ten minutes', async () => {
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

  test('that pay everything begin the subscription without a charge, by card and by Pix', async () => {
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
