import type { CreateCheckoutRequest } from '@pitanga/contracts';
import { unavailable, type Tenant } from '@pitanga/core';
import type { TenantCall } from '@pitanga/rpc';
import { startBeforeAll, testIds, withDeps } from '@pitanga/testing';
import { checkoutsMatchPayments } from '../src/jobs/checkout-invariants';
import { refundsMatchCharges } from '../src/jobs/invariants';
import { payCheckoutHandlers } from '../src/api/pay-checkout-rpc';
import type { CardProvider } from '../src/provider/card-provider';
import { call, defaultSettings, startBilling } from './billing-harness';
import { refund, runRefunds } from './money-back';
import { link, payPage } from './page-requests';
import { aCoupon, openCheckout, pay, the } from './payment-requests';

const billing = startBeforeAll(startBilling);

const { aCheckout, byCard, payByCard, read, openPix, resolve } = payPage(() => billing);

/** The store's fees on a card are 3.5 % (1×), 4 % (2 to 6×) and 4.5 % (7 to 12×), and 60 centavos each. */
const passing = (tenant: Tenant, over: Partial<CreateCheckoutRequest> = {}) =>
  aCheckout(tenant, { maxInstallments: 3, passesFees: true, ...over });

describe('the fee that a payer by card pays', () => {
  test('is shown for each number of installments, charged, booked, and refunded with the price', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await passing(tenant);
    expect((await resolve(id)).cardPrices).toEqual([
      { installmentCount: 1, amountCents: 10_425, surchargeCents: 425, firstInstallmentCents: 10_425 },
      { installmentCount: 2, amountCents: 10_479, surchargeCents: 479, firstInstallmentCents: 5_240 },
      { installmentCount: 3, amountCents: 10_479, surchargeCents: 479, firstInstallmentCents: 3_493 },
    ]);
    const preview = { tenant, amountCents: 10_000, maxInstallments: 3 };
    const { cardPrices } = await billing.checkouts.getCardPrices(preview, call());
    expect(cardPrices).toEqual((await resolve(id)).cardPrices);
    // By Pix it costs the price.
    expect(await openPix(tenant, id)).toMatchObject({ amountCents: 10_000, surchargeCents: undefined });

    const charge = the(await payByCard(tenant, id, { installmentCount: 2, shownAmountCents: 10_479 }));
    const money = { amountCents: 10_479, surchargeCents: 479, platformFeeCents: 479 };
    expect(charge).toMatchObject({ ...money, paidAmountCents: 10_479, status: 'CHARGE_STATUS_PAID' });
    const paid = await read(tenant, id);
    expect(paid.checkout).toMatchObject({ amountCents: 10_000, paidAmountCents: 10_479, platformFeeCents: 479 });
    expect(paid.payments.map(({ id: of, surchargeCents }) => [of, surchargeCents])).toContainEqual([charge.id, 479]);
    expect((await resolve(id)).settled).toMatchObject(money);

    await refund(billing, tenant, id, { origin: 'CHARGE_ORIGIN_CHECKOUT' });
    await runRefunds(billing);
    expect((await read(tenant, id)).checkout).toMatchObject({
      status: 'CHECKOUT_STATUS_REFUNDED',
      refundedAmountCents: 10_479,
      platformFeeCents: 479,
    });
    for (const { violations } of [checkoutsMatchPayments, refundsMatchCharges]) {
      expect(await violations(billing.db, billing.clock.real())).toEqual([]);
    }
  });

  test('is of the price less the coupons, of a checkout and of a link', async () => {
    const tenant = await billing.configuredStore();
    const coupons = [await aCoupon(billing, tenant)];
    // Of 90.00: 4 % of 94.37 are 3.77, and 60 centavos.
    const twice = { installmentCount: 2, coupons };
    const { id } = await passing(tenant, { allowCoupons: true });
    expect(the(await payByCard(tenant, id, twice))).toMatchObject({ amountCents: 9_437, surchargeCents: 437 });
    const { id: linkId } = await passing(tenant, { ...link, allowCoupons: true });
    const quoted = await billing.checkouts.getLinkQuote({ tenant, checkoutId: linkId, coupons }, call());
    expect(quoted.cardPrices[1]).toMatchObject({ installmentCount: 2, amountCents: 9_437, surchargeCents: 437 });
    expect(the(await payByCard(tenant, linkId, twice))).toMatchObject({ amountCents: 9_437, surchargeCents: 437 });
    expect((await read(tenant, linkId)).checkout).toMatchObject({ amountCents: 10_000, paidAmountCents: 9_437 });
  });

  test('is never another one than the payer has read', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await passing(tenant);
    await expect(payByCard(tenant, id, { shownAmountCents: 10_424 })).rejects.toMatchObject({
      reason: 'PAYMENT_CHANGED',
    });
    expect((await read(tenant, id)).payments).toEqual([]);
  });

  test('stays the same when an attempt without an outcome is sent again, whatever the fees are by then', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await passing(tenant);
    const { card } = await billing.deps.findProviders(tenant);
    const asked: number[] = [];
    const silent: CardProvider = {
      ...(card as CardProvider),
      chargeCard: ({ amountCents }) => {
        asked.push(amountCents);
        return Promise.reject(unavailable('the acquirer did not answer'));
      },
    };
    const providersOf = async () => ({ ...(await billing.deps.findProviders(tenant)), card: silent });
    const handlers = payCheckoutHandlers(withDeps(billing.deps, { findProviders: providersOf }));
    const key = testIds.token(20);
    const context = { ...call(key), tenant, markReplayed: () => undefined, deadline: new Date() };
    const sent = handlers.payCheckoutByCard(byCard(tenant, id), context as unknown as TenantCall);
    await expect(sent).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    const cardFees = { ...defaultSettings.cardFees, fixedCents: 500 };
    await billing.settings.configureBilling({ ...defaultSettings, cardFees, storeId: tenant.storeId }, call());
    expect((await resolve((await passing(tenant)).id)).cardPrices[0]?.amountCents).toBeGreaterThan(10_800);
    expect([asked, the(await payByCard(tenant, id, {}, key)).paidAmountCents]).toEqual([[10_425], 10_425]);
  });

  test('is paid by a simulated card too, and by no other method', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await passing(tenant);
    const simulated = { method: 'PAYMENT_METHOD_CARD' as const, installmentCount: 3 };
    await expect(pay(billing, tenant, id, { ...simulated, amountCents: 10_000 })).rejects.toThrow('should be 10479');
    const byCardToo = await pay(billing, tenant, id, { ...simulated, amountCents: 10_479 });
    expect(byCardToo.checkout?.paidAmountCents).toBe(10_479);
    for (const method of ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_BOLETO'] as const) {
      const { id: other } = await passing(tenant);
      const { checkout, payments } = await pay(billing, tenant, other, { method });
      expect([checkout?.paidAmountCents, payments[0]?.surchargeCents]).toEqual([10_000, undefined]);
    }
  });

  test('is nothing where the store pays it, and no page of a card shows one', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant, { maxInstallments: 3 });
    expect((await resolve(id)).cardPrices).toEqual([]);
    expect(the(await payByCard(tenant, id))).toMatchObject({ amountCents: 10_000, surchargeCents: undefined });
  });

  test('refuses a checkout that a card would pay more of than the largest amount', async () => {
    const tenant = await billing.configuredStore();
    const create = (priceCents: number) =>
      openCheckout(billing, tenant, priceCents, { maxInstallments: 2, passesFees: true });
    const tooMuch = { reason: 'CARD_AMOUNT_TOO_LARGE' };
    await expect(create(9_600_000_000)).rejects.toMatchObject(tooMuch);
    await expect(create(9_599_999_000)).resolves.toMatchObject({ passesFees: true });
  });
});
