import { everyTenant, type Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { countBackFreed } from '../src/checking-out/reserve-coupons';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { call, startBilling } from './billing-harness';
import { aCoupon, couponOf, declinedCard, openCheckout, pay } from './payment-requests';

const billing = startBeforeAll(startBilling);

const link = 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' as const;
const declined = { method: 'PAYMENT_METHOD_CARD' as const, cardNumber: declinedCard };
const dayMs = 86_400_000;

const read = (tenant: Tenant, id: string) =>
  billing.checkouts.getCheckout(
    { tenant, id, externalId: undefined, customerId: undefined, frequency: undefined },
    call(),
  );
const remove = (tenant: Tenant, id: string) =>
  billing.checkouts.deleteCheckout({ tenant, id, frequency: undefined }, call());
const statusesOf = async (tenant: Tenant): Promise<string[]> =>
  billing.db('coupon_redemptions').where({ store_id: tenant.storeId }).orderBy('created_at').pluck('status');

describe('a coupon on a payment link', () => {
  const aLink = (tenant: Tenant, coupons: string[]) =>
    openCheckout(billing, tenant, 10_000, { frequency: link, coupons, allowCoupons: true });

  test('counts for one payment, which has a charge of its own; the link keeps its price', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant);
    const { id } = await aLink(tenant, [code]);
    const { charge: shared } = await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id }, call());
    billing.clock.advance(1);
    const { checkout, payments } = await pay(billing, tenant, id, { coupons: [code] });
    expect(checkout).toMatchObject({ amountCents: 10_000, paidAmountCents: 9_000, couponsUsed: [], discountCents: 0 });
    const amounts = payments.map(({ id: chargeId, amountCents, status }) => [
      chargeId === shared?.id,
      amountCents,
      status,
    ]);
    expect(amounts).toEqual([
      [false, 9_000, 'PAID'],
      [true, 10_000, 'PENDING'],
    ]);
    billing.clock.advance(1);
    for (const method of ['PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_PIX'] as const) {
      await pay(billing, tenant, id, { method, coupons: [code] });
    }
    await pay(billing, tenant, id);
    expect((await read(tenant, id)).checkout).toMatchObject({ amountCents: 10_000, paidAmountCents: 37_000 });
    expect(await statusesOf(tenant)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(3);
  });

  test('is released by a declined card, by the expiry of an unpaid code, and by the delete of the link', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { maxRedeems: 3 });
    const { id } = await aLink(tenant, [code]);
    await pay(billing, tenant, id, { ...declined, coupons: [code] });
    expect(await statusesOf(tenant)).toEqual(['FREED']);
    billing.clock.advance(1);
    // Another amount than is due leaves the code open.
    const wrong = { method: 'PAYMENT_METHOD_PIX' as const, coupons: [code], amountCents: 1 };
    await pay(billing, tenant, id, wrong);
    expect(await statusesOf(tenant)).toEqual(['FREED', 'RESERVED']);
    billing.clock.advance(dayMs);
    await expireOverdue(billing.deps);
    expect(await statusesOf(tenant)).toEqual(['FREED', 'FREED']);
    await pay(billing, tenant, id, wrong);
    expect(await couponOf(billing, tenant, code)).toMatchObject({ redeemsCount: 3, status: 'COUPON_STATUS_EXPIRED' });
    await remove(tenant, id);
    expect(await statusesOf(tenant)).toEqual(['RELEASED', 'RELEASED', 'RELEASED']);
    expect(await couponOf(billing, tenant, code)).toMatchObject({ redeemsCount: 0, status: 'COUPON_STATUS_ACTIVE' });
  });
});

describe('however many ask at once', () => {
  test('a coupon of fifty redemptions is redeemed fifty times by two hundred checkouts', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { maxRedeems: 50 });
    const line = { product: 'p', quantity: 1, line: { name: 'Item', description: '', unitPriceCents: 10_000 } };
    const items = [line];
    const ids: string[] = [];
    for (let index = 0; index < 200; index += 1) {
      ids.push((await openCheckout(billing, tenant, 10_000, { items, coupons: [code], allowCoupons: true })).id);
    }
    // In waves, the fourth of which meets five redemptions that are left: a request that waits five seconds for a connection, on a
    // slow machine, is refused for that.
    const results: PromiseSettledResult<Awaited<ReturnType<typeof pay>>>[] = [];
    for (let start = 0; start < ids.length; start += 15) {
      const wave = ids.slice(start, start + 15).map((id) => pay(billing, tenant, id, { coupons: [code] }));
      results.push(...(await Promise.allSettled(wave)));
    }
    const paid = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.checkout] : []));
    expect(paid).toHaveLength(50);
    expect(paid.every((checkout) => checkout?.amountCents === 9_000)).toBe(true);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'COUPON_USED_UP' });
    }
    expect(await couponOf(billing, tenant, code)).toMatchObject({ redeemsCount: 50, status: 'COUPON_STATUS_EXPIRED' });
    expect(await statusesOf(tenant)).toEqual(Array.from({ length: 50 }, () => 'CONFIRMED'));
  }, 300_000);

  test('applies, deletes and expiries of checkouts that share two coupons never wait in a circle', async () => {
    const tenant = await billing.configuredStore();
    const [one, two] = [await aCoupon(billing, tenant), await aCoupon(billing, tenant)];
    const overrides = { coupons: [one, two], allowCoupons: true };
    const old = await Promise.all(Array.from({ length: 10 }, () => openCheckout(billing, tenant, 10_000, overrides)));
    for (const { id } of old) await pay(billing, tenant, id, { ...declined, coupons: [one, two] });
    billing.clock.advance(29 * dayMs);
    const shared = await openCheckout(billing, tenant, 10_000, { ...overrides, frequency: link });
    const open = await Promise.all(Array.from({ length: 20 }, () => openCheckout(billing, tenant, 10_000, overrides)));
    for (const { id } of open.slice(0, 10)) await pay(billing, tenant, id, { ...declined, coupons: [two, one] });
    billing.clock.advance(dayMs);
    const inOrder = (index: number): string[] => (index % 2 === 0 ? [one, two] : [two, one]);
    const outcomes = await Promise.allSettled([
      ...open.slice(10).map(({ id }, index) => pay(billing, tenant, id, { coupons: inOrder(index) })),
      ...open.slice(0, 10).map(({ id }) => remove(tenant, id)),
      ...Array.from({ length: 10 }, (_item, index) => pay(billing, tenant, shared.id, { coupons: inOrder(index) })),
      ...Array.from({ length: 10 }, () =>
        expireOverdue(billing.deps).then(() => countBackFreed(billing.deps, everyTenant)),
      ),
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    await countBackFreed(billing.deps, everyTenant);
    const counts = await Promise.all(
      [one, two].map(async (code) => (await couponOf(billing, tenant, code)).redeemsCount),
    );
    expect(counts).toEqual([20, 20]);
    expect((await statusesOf(tenant)).sort()).toEqual([
      ...Array.from({ length: 40 }, () => 'CONFIRMED'),
      ...Array.from({ length: 40 }, () => 'RELEASED'),
    ]);
  }, 300_000);

  test('the delete of a link and the end of its codes with coupons never wait in a circle', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant);
    const overrides = { frequency: link, coupons: [code], allowCoupons: true };
    const links = await Promise.all(Array.from({ length: 15 }, () => openCheckout(billing, tenant, 10_000, overrides)));
    for (const { id } of links) {
      for (let index = 0; index < 3; index += 1) await pay(billing, tenant, id, { coupons: [code], amountCents: 1 });
    }
    billing.clock.advance(dayMs);
    const outcomes = await Promise.allSettled(
      links.flatMap(({ id }, index) => [remove(tenant, id), ...(index % 5 === 0 ? [expireOverdue(billing.deps)] : [])]),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    await countBackFreed(billing.deps, everyTenant);
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(0);
  }, 300_000);
});
