import type { PayCheckoutByCardRequest, Wallet } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { aProduct, call, countRows, defaultSettings, startBilling, type Billing } from './billing-harness';
import { createCheckout } from './checkout-requests';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { payPage } from './page-requests';
import { aCoupon, openCheckout, the } from './payment-requests';
import { aStripeStore } from './stripe-account';

let billing: Billing;
let stripe: FakeStripe;
beforeAll(async () => {
  billing = await startBilling();
  stripe = await startFakeStripe(() => billing.clock.real());
});
afterAll(async () => {
  await billing.stop();
  await stripe.stop();
});

const { apply, payByCard, read, resolve } = payPage(() => billing);
const both = ['WALLET_APPLE_PAY', 'WALLET_GOOGLE_PAY'] as const;
const inWallet = (wallet?: string, number?: string) => ({
  ...{ number: '', cvv: '', taxId: '52998224725' },
  paymentMethod: stripe.paymentMethod(number, undefined, wallet),
});
const aCheckout = (tenant: Tenant, over: Parameters<typeof openCheckout>[3] = {}) =>
  openCheckout(billing, tenant, 10_000, { methods: [], wallets: [...both], ...over });
const notOffered = (name: string) => ({
  kind: 'FAILED_PRECONDITION',
  reason: 'METHOD_NOT_OFFERED',
  message: `This checkout does not accept ${name}`,
});

describe('a checkout that takes cards out of wallets, at Stripe', () => {
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await aStripeStore(billing, stripe);
  });
  const keeps = async () => [await countRows(billing, 'cards', tenant), await countRows(billing, 'charges', tenant)];

  test.each([
    ['apple_pay', 'WALLET_APPLE_PAY'],
    ['google_pay', 'WALLET_GOOGLE_PAY'],
  ])('is paid once by card, and Stripe says that it was by %s', async (type, wallet) => {
    const { id } = await aCheckout(tenant);
    expect((await resolve(id)).wallets).toEqual(both);
    const card = inWallet(type);
    const key = testIds.token(20);
    const charge = the(await payByCard(tenant, id, card, key));
    expect(charge).toMatchObject({
      status: 'CHARGE_STATUS_PAID',
      method: 'PAYMENT_METHOD_CARD',
      amountCents: 10_000,
      card: { brand: 'VISA', lastFour: '4242', installmentCount: 1, wallet },
    });
    // The form of the page, sent twice.
    expect(the(await payByCard(tenant, id, card, key)).id).toBe(charge.id);
    expect(await countRows(billing, 'charges', tenant)).toBe(1);
    const paid = stripe.books
      .all('payment_intent')
      .filter(({ metadata }) => JSON.stringify(metadata).includes(charge.id));
    expect(paid.map(({ status, amount }) => [status, amount])).toEqual([['succeeded', 10_000]]);
    expect((await read(tenant, id)).checkout).toMatchObject({
      status: 'CHECKOUT_STATUS_PAID',
      methods: [],
      wallets: both,
    });
  });

  test('offers nothing after it: the card would be charged without the wallet', async () => {
    const upsellProduct = await aProduct(billing, tenant, 4_900);
    const offersIt = async (over: object, card: object) => {
      const { id } = await aCheckout(tenant, { upsellProduct, ...over });
      await payByCard(tenant, id, card);
      return (await resolve(id)).upsell !== undefined;
    };
    expect(await offersIt({}, inWallet('apple_pay'))).toBe(false);
    expect(await offersIt({ methods: ['PAYMENT_METHOD_CARD'] }, inWallet())).toBe(true);
  });

  test('refuses what it does not offer, whatever the page says, and keeps nothing of it', async () => {
    const { id: walletsAlone } = await aCheckout(tenant, { wallets: ['WALLET_APPLE_PAY'] });
    await expect(payByCard(tenant, walletsAlone, inWallet())).rejects.toMatchObject(notOffered('CARD'));
    await expect(payByCard(tenant, walletsAlone, inWallet('google_pay'))).rejects.toMatchObject(
      notOffered('GOOGLE_PAY'),
    );
    // Link is no wallet of ours.
    await expect(payByCard(tenant, walletsAlone, inWallet('link'))).rejects.toMatchObject(notOffered('CARD'));
    const { id: cardsAlone } = await aCheckout(tenant, { wallets: [], methods: ['PAYMENT_METHOD_CARD'] });
    await expect(payByCard(tenant, cardsAlone, inWallet('apple_pay'))).rejects.toMatchObject(notOffered('APPLE_PAY'));
    expect(await keeps()).toEqual([0, 0]);
    expect(the(await payByCard(tenant, cardsAlone, inWallet())).card?.wallet).toBeUndefined();
  });

  test('takes no card of a wallet as a token, as of a charge of the merchant’s own', async () => {
    const card = { ...inWallet('apple_pay'), expMonth: 0, expYear: 0, holderName: '' };
    await expect(billing.cards.createCardToken({ tenant, ...card }, call())).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      reason: 'WALLETS_UNSUPPORTED',
    });
    expect(await keeps()).toEqual([0, 0]);
  });

  test('asks who pays, also where the store skips it', async () => {
    const { id } = await aCheckout(tenant, { skipCustomer: true });
    const unnamed = { ...inWallet('apple_pay'), taxId: undefined };
    await expect(payByCard(tenant, id, unnamed)).rejects.toMatchObject({ reason: 'PAYER_REQUIRED' });
    expect(await keeps()).toEqual([0, 0]);
  });

  test('is charged no other amount than its sheet showed', async () => {
    const coupons = [await aCoupon(billing, tenant)];
    const { id } = await aCheckout(tenant, { allowCoupons: true });
    await apply(tenant, id, coupons);
    const shown = (shownAmountCents: number) => payByCard(tenant, id, { ...inWallet('apple_pay'), shownAmountCents });
    await expect(shown(10_000)).rejects.toMatchObject({ kind: 'ABORTED', reason: 'PAYMENT_CHANGED' });
    expect((await read(tenant, id)).payments).toEqual([]);
    expect(the(await shown(9_000)).paidAmountCents).toBe(9_000);
  });

  test('is declined as a card is, and may be paid again', async () => {
    const { id } = await aCheckout(tenant);
    const declined = the(await payByCard(tenant, id, inWallet('apple_pay', '4000000000009995')));
    expect(declined).toMatchObject({ status: 'CHARGE_STATUS_FAILED', card: { wallet: 'WALLET_APPLE_PAY' } });
    expect(the(await payByCard(tenant, id, inWallet('google_pay')))).toMatchObject({ status: 'CHARGE_STATUS_PAID' });
  });

  test('waits for the bank’s confirmation as a card does', async () => {
    const { id } = await aCheckout(tenant);
    const asked = await payByCard(tenant, id, inWallet('google_pay', '4000002760003184'));
    expect([asked.charge?.status, asked.actionUrl?.includes('/card-actions/')]).toEqual([
      'CHARGE_STATUS_PENDING',
      true,
    ]);
  });
});

describe('wallets', () => {
  const refusedWith = (
    over: Parameters<typeof openCheckout>[3],
    error: object,
    store = () => billing.configuredStore(),
  ) => store().then((tenant) => expect(aCheckout(tenant, over)).rejects.toMatchObject(error));

  test('are of checkouts of one payment alone', () =>
    refusedWith({ frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' }, { reason: 'WALLETS_UNSUPPORTED' }));

  test('are a method without a provider where the store’s takes none out of them', () =>
    refusedWith({}, { kind: 'UNAVAILABLE', message: 'Provider for APPLE_PAY is not configured for this store' }, () =>
      billing.configuredStore(false),
    ));

  test('are not shown once the store’s provider takes none any more', async () => {
    const tenant = await aStripeStore(billing, stripe);
    const { id } = await aCheckout(tenant);
    await billing.stripe.removeStripeAccount({ storeId: tenant.storeId }, call());
    const page = await resolve(id);
    expect([page.wallets, page.checkout?.wallets]).toEqual([[], both]);
  });

  const test42: Partial<PayCheckoutByCardRequest> = { number: '', cvv: '', taxId: '52998224725' };

  test('of a repeat by external id are the same, also where no card could collect the total', async () => {
    const tenant = await billing.configuredStore();
    const cardFees = { ...defaultSettings.cardFees, fixedCents: 500 };
    await billing.settings.configureBilling({ ...defaultSettings, cardFees, storeId: tenant.storeId }, call());
    const repeats = (product: string, externalId: string) => (wallets: readonly Wallet[]) => {
      const over = { externalId, methods: ['PAYMENT_METHOD_PIX' as const], wallets: [...wallets] };
      return createCheckout(billing, tenant, [product], over);
    };
    const repeat = repeats(await aProduct(billing, tenant), 'order-1');
    const { id } = await repeat(both);
    expect((await repeat(both.toReversed())).id).toBe(id);
    for (const others of [both.slice(0, 1), []]) {
      await expect(repeat(others)).rejects.toMatchObject({ reason: 'CHECKOUT_EXTERNAL_ID_TAKEN' });
    }
    const repeatSmall = repeats(await aProduct(billing, tenant, 400), 'order-2');
    const small = await repeatSmall(both);
    expect(small.wallets).toEqual([]);
    await billing.products.deleteProduct({ tenant, id: small.items[0]?.productId ?? '' }, call());
    expect((await repeatSmall(both)).id).toBe(small.id);
  });

  test('are paid in dev mode with the test card, once, and without a fee that cards pass on', async () => {
    const tenant = await billing.configuredStore();
    const methods = ['PAYMENT_METHOD_CARD' as const];
    const { id } = await aCheckout(tenant, { methods, maxInstallments: 3, passesFees: true });
    const twice = { ...test42, paymentMethod: 'sim_apple_pay', installmentCount: 2 };
    await expect(payByCard(tenant, id, twice)).rejects.toMatchObject(notOffered('APPLE_PAY in 2 installments'));
    const charge = the(await payByCard(tenant, id, { ...twice, installmentCount: 1 }));
    expect(charge).toMatchObject({ status: 'CHARGE_STATUS_PAID', amountCents: 10_000, surchargeCents: undefined });
    expect(charge.card).toMatchObject({ lastFour: '4242', wallet: 'WALLET_APPLE_PAY' });
    // A typed card still pays the fee.
    const { id: other } = await aCheckout(tenant, { methods, passesFees: true });
    expect(the(await payByCard(tenant, other)).surchargeCents).toBe(425);
  });

  test('are simulated: by name, and where a checkout takes nothing else', async () => {
    const tenant = await billing.configuredStore();
    const simulate = async (wallet?: (typeof both)[number]) => {
      const { id } = await aCheckout(tenant);
      const asked = { tenant, id, wallet, coupons: [], installmentCount: 1, late: false };
      const { payments } = await billing.checkouts.simulateCheckoutPayment(asked, call());
      const { charge } = await billing.charges.getStoreCharge({ tenant, id: payments[0]?.id ?? '' }, call());
      return charge?.charge?.card?.wallet;
    };
    expect([await simulate(), await simulate('WALLET_GOOGLE_PAY')]).toEqual(both);
  });
});
