import type { Coupon } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { moveClock } from '@pitanga/store-clock';
import { startBeforeAll } from '@pitanga/testing';
import { clockedBilling } from '../src/jobs/clocked-billing';
import { call, firstPage, startBilling } from './billing-harness';
import { aCoupon, couponOf, openCheckout, pay } from './payment-requests';
import { subscriptionRequests } from './subscription-requests';

const billing = startBeforeAll(startBilling);
const { aSubscription } = subscriptionRequests(() => billing);

const dayMs = 86_400_000;
const inDays = (days: number): Date => new Date(billing.clock.real().getTime() + days * dayMs);
const notStarted = { kind: 'FAILED_PRECONDITION', reason: 'COUPON_NOT_STARTED' };
const pastEnd = { kind: 'FAILED_PRECONDITION', reason: 'COUPON_PAST_END' };

const moveTo = (tenant: Tenant, at: Date): Promise<void> =>
  moveClock(
    billing.deps,
    tenant,
    { offsetMs: at.getTime() - billing.clock.real().getTime(), isAdvancing: false },
    (tx, deltaMs) => clockedBilling(billing.deps).shift(tx, tenant, deltaMs),
  );
const redeemByCheckout = async (tenant: Tenant, code: string): Promise<void> => {
  const { id } = await openCheckout(billing, tenant, 10_000, { coupons: [code], allowCoupons: true });
  await pay(billing, tenant, id, { coupons: [code] });
};
const redeem = (tenant: Tenant, subscriptionId: string, code: string, preview = false) =>
  billing.agreements.redeemCoupon({ tenant, subscriptionId, code, preview }, call());
const codesOf = async (tenant: Tenant, status?: Coupon['status']): Promise<string[]> =>
  (await billing.coupons.listCoupons({ tenant, page: firstPage, code: undefined, status }, call())).coupons
    .map(({ code }) => code)
    .sort();
const statusOf = async (tenant: Tenant, code: string) => (await couponOf(billing, tenant, code)).status;

test('a coupon is redeemed from its start until just before its end, by the clock of the store', async () => {
  const tenant = await billing.configuredStore();
  const [startsAt, expiresAt] = [inDays(2), inDays(4)];
  const code = await aCoupon(billing, tenant, { startsAt, expiresAt });
  expect(await couponOf(billing, tenant, code)).toMatchObject({ startsAt, expiresAt });
  await expect(redeemByCheckout(tenant, code)).rejects.toMatchObject({
    ...notStarted,
    message: `This coupon can be used from ${startsAt.toISOString()} on`,
  });
  await moveTo(tenant, startsAt);
  await redeemByCheckout(tenant, code);
  await moveTo(tenant, expiresAt);
  await expect(redeemByCheckout(tenant, code)).rejects.toMatchObject({
    ...pastEnd,
    message: `This coupon expired at ${expiresAt.toISOString()}`,
  });
  expect(await couponOf(billing, tenant, code)).toMatchObject({ redeemsCount: 1, status: 'COUPON_STATUS_EXPIRED' });
});

test('a coupon past its end is EXPIRED in every list and filter, and is not toggled', async () => {
  const tenant = await billing.configuredStore();
  const expiresAt = inDays(1);
  const open = await aCoupon(billing, tenant);
  const ended = await aCoupon(billing, tenant, { expiresAt });
  const off = await aCoupon(billing, tenant, { expiresAt });
  await billing.coupons.toggleCoupon({ tenant, code: off }, call());
  expect(await codesOf(tenant, 'COUPON_STATUS_EXPIRED')).toEqual([]);
  expect(await codesOf(tenant, 'COUPON_STATUS_INACTIVE')).toEqual([off]);

  await moveTo(tenant, expiresAt);
  expect(await codesOf(tenant)).toEqual([off, ended, open].sort());
  expect(await codesOf(tenant, 'COUPON_STATUS_ACTIVE')).toEqual([open]);
  expect(await codesOf(tenant, 'COUPON_STATUS_INACTIVE')).toEqual([]);
  expect(await codesOf(tenant, 'COUPON_STATUS_EXPIRED')).toEqual([off, ended].sort());
  expect(await statusOf(tenant, off)).toBe('COUPON_STATUS_EXPIRED');
  for (const code of [ended, off]) {
    await expect(billing.coupons.toggleCoupon({ tenant, code }, call())).rejects.toMatchObject({
      reason: 'COUPON_EXPIRED',
    });
    const asked = { tenant, code, status: 'COUPON_STATUS_ACTIVE' as const };
    await expect(billing.coupons.getCoupon(asked, call())).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  }
});

test('a running subscription cannot redeem a coupon outside its validity, not even one that it has had', async () => {
  const tenant = await billing.configuredStore();
  const [startsAt, expiresAt] = [inDays(1), inDays(2)];
  const code = await aCoupon(billing, tenant, { startsAt, expiresAt });
  const id = await aSubscription(tenant);
  for (const preview of [true, false])
    await expect(redeem(tenant, id, code, preview)).rejects.toMatchObject(notStarted);
  await moveTo(tenant, startsAt);
  await redeem(tenant, id, code);
  await moveTo(tenant, expiresAt);
  for (const preview of [true, false]) await expect(redeem(tenant, id, code, preview)).rejects.toMatchObject(pastEnd);
  expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(1);
});

test.each([{ startsAt: 0 }, { expiresAt: 0 }, { startsAt: 2, expiresAt: 2 }])(
  'dates that are no validity to come are refused: %j',
  async (days) => {
    const tenant = await billing.configuredStore();
    const dates = Object.fromEntries(Object.entries(days).map(([name, day]) => [name, inDays(day)]));
    await expect(aCoupon(billing, tenant, dates)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  },
);
