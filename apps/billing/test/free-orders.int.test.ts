import type { Checkout } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { invariants } from '../src/jobs/invariants';
import { call, firstPage, readEvents, startBilling } from './billing-harness';
import { chargeNotFound } from './charge-requests';
import { aCoupon, openCheckout } from './payment-requests';

const billing = startBeforeAll(startBilling);

const payer = { name: 'Ana Souza', taxId: '52998224725', email: 'ana@example.com' };
const asLink = { frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' } as const;

/** Orders with a coupon of 100 %, of which nothing is left to pay. */
async function orders(tenant: Tenant) {
  const code = await aCoupon(billing, tenant, { discount: 10_000 });
  const order = async (changes: object): Promise<Checkout> => {
    const open = await openCheckout(billing, tenant, 5_000, { coupons: [code], allowCoupons: true, ...changes });
    const asked = { tenant, checkoutId: open.id, coupons: [code], payer };
    const { checkout } = await billing.checkouts.applyCheckoutCoupons(asked, call());
    if (!checkout) throw new Error('there is no order');
    return checkout;
  };
  return { code, once: await order({}), many: await order(asLink) };
}

/** In the order of their origins: both are made within one millisecond. */
async function list(tenant: Tenant, filter: object = {}) {
  const { charges } = await billing.charges.listStoreCharges({ tenant, page: firstPage, ...filter }, call());
  return [...charges].sort((one, other) => (one.charge?.origin ?? '').localeCompare(other.charge?.origin ?? ''));
}

describe('an order that coupons leave nothing to pay of', () => {
  test('has a buyer: a checkout keeps them, and its event names them, of a link, too', async () => {
    const tenant = await billing.configuredStore();
    const { code, once, many } = await orders(tenant);
    const facts = (await readEvents(billing, tenant)).filter(({ type }) => type === 'checkout.paid');
    const customer = { name: 'Ana Souza', email: 'ana@example.com' };
    expect(facts).toMatchObject([
      { key: once.id, payload: { customer: { ...customer, id: once.customerId }, checkout: { couponsUsed: [code] } } },
      { key: many.id, payload: { customer, checkout: { couponsUsed: [code] } } },
    ]);
    expect(once.customerId).toMatch(/^cust_/);
    expect(many.customerId).toBeUndefined();
  });

  test('is in the lists of charges, of its customer and of its link, as PAID by nothing', async () => {
    const tenant = await billing.configuredStore();
    const { code, once, many } = await orders(tenant);
    const customerId = once.customerId ?? '';
    const free = { method: 'PAYMENT_METHOD_FREE', status: 'CHARGE_STATUS_PAID', amountCents: 0, paidAmountCents: 0 };
    const none = { platformFeeCents: 0, receiptUrl: undefined, expiresAt: undefined, coupons: [code] };
    const shown = [
      { charge: { ...free, ...none, checkoutId: once.id, customerId }, customer: { name: 'Ana Souza' } },
      { charge: { ...free, ...none, checkoutId: many.id, customerId }, customer: { name: 'Ana Souza' } },
    ];
    const filters = [
      {},
      { customerId },
      { method: 'PAYMENT_METHOD_FREE' },
      { status: 'CHARGE_STATUS_PAID' },
      { search: payer.email },
      { amountCentsMax: 0 },
    ];
    for (const filter of filters) expect(await list(tenant, filter)).toMatchObject(shown);
    expect(await list(tenant, { search: many.id, method: 'PAYMENT_METHOD_FREE' })).toMatchObject([shown[1]]);
    expect(await list(tenant, { method: 'PAYMENT_METHOD_PIX' })).toEqual([]);
    const payment = { method: 'PAYMENT_METHOD_FREE', amountCents: 0, status: 'PAID' };
    for (const { id } of [once, many]) {
      expect((await billing.checkouts.getCheckout({ tenant, id }, call())).payments).toMatchObject([payment]);
    }
    const ofLink = { tenant, checkoutId: many.id, page: firstPage, ...asLink };
    expect((await billing.checkouts.listCheckoutPayments(ofLink, call())).payments).toMatchObject([payment]);
  });

  test('is no payment: no event of a charge tells of it, and it has no receipt, refund or dispute', async () => {
    const tenant = await billing.configuredStore();
    const { once, many } = await orders(tenant);
    expect((await readEvents(billing, tenant)).filter(({ type }) => type.startsWith('charge.'))).toEqual([]);
    const [ofCheckout, ofLink] = (await list(tenant)).map(({ charge }) => charge?.id ?? '');
    const refund = (id: string, origin: 'CHARGE_ORIGIN_PAYMENT_LINK' | 'CHARGE_ORIGIN_CHECKOUT') =>
      billing.refunds.createRefund({ tenant, id, origin, requestedBy: undefined, isAlone: false }, call());
    const nothing = { reason: 'NOT_REFUNDABLE', message: expect.stringContaining('Nothing was paid') as string };
    await expect(refund(ofLink ?? '', 'CHARGE_ORIGIN_PAYMENT_LINK')).rejects.toMatchObject(nothing);
    await expect(refund(ofCheckout ?? '', 'CHARGE_ORIGIN_CHECKOUT')).rejects.toMatchObject(nothing);
    await expect(refund(once.id, 'CHARGE_ORIGIN_CHECKOUT')).rejects.toMatchObject(nothing);
    const disputed = { tenant, id: ofLink ?? '', outcome: 'DISPUTE_OUTCOME_OPENED' } as const;
    await expect(billing.charges.simulateDispute(disputed, call())).rejects.toMatchObject({ reason: 'NOT_DISPUTABLE' });
    await expect(billing.charges.resolveCharge({ id: ofLink ?? '' }, call())).rejects.toMatchObject(chargeNotFound);
    const link = (await billing.checkouts.getCheckout({ tenant, id: many.id }, call())).checkout;
    expect([link?.paidAmountCents, link?.platformFeeCents, link?.status]).toEqual([0, 0, 'CHECKOUT_STATUS_ACTIVE']);
    for (const { name, violations } of invariants) {
      expect([name, await violations(billing.db, billing.clock.real())]).toEqual([name, []]);
    }
  });

  test('is not made of a checkout without the payer whom its page needs, and its coupon stays unused', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { discount: 10_000, maxRedeems: 1 });
    const open = await openCheckout(billing, tenant, 5_000, { coupons: [code], allowCoupons: true });
    const asked = { tenant, checkoutId: open.id, coupons: [code], client: 'browser', needsPayer: true };
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await expect(billing.checkouts.applyCheckoutCoupons(asked, call())).rejects.toMatchObject({
        reason: 'PAYER_REQUIRED',
      });
    }
    const { checkout } = await billing.checkouts.applyCheckoutCoupons({ ...asked, payer }, call());
    expect([checkout?.status, checkout?.couponsUsed]).toEqual(['CHECKOUT_STATUS_PAID', [code]]);
  });
});
