import type { Charge } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { moveClock, type ClockedWork, type StoreClock } from '@pitanga/store-clock';
import type { Deps } from '../src/deps';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { clockedBilling } from '../src/jobs/clocked-billing';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { openSimulatedDisputes } from '../src/jobs/open-simulated-disputes';
import { aPixCharge, call, readEvents, startBilling, type Billing } from './billing-harness';
import { aBoleto, aPaidPix, readRefund, refund } from './money-back';
import { aCoupon, couponOf, openCheckout, pay, the } from './payment-requests';

let billing: Billing;
let clock: StoreClock;
let deps: Deps & { readonly clock: StoreClock };
let work: ClockedWork;

// A database per test: the jobs work for every store.
beforeEach(async () => {
  billing = await startBilling();
  ({ deps } = billing);
  ({ clock } = deps);
  work = clockedBilling(deps);
});
afterEach(() => billing.stop());

const aPix = async (tenant: Tenant, expiresInSeconds = 3_600): Promise<Charge> =>
  the(await billing.charges.createPixCharge(aPixCharge(tenant, { expiresInSeconds }), call()));
const statusOf = async ({ id }: Charge): Promise<string | undefined> => {
  const row = await billing.db('charges').where({ id }).first<{ status: string } | undefined>('status');
  return row?.status;
};
const moveTo = (tenant: Tenant, at: Date | undefined, isAdvancing = true): Promise<void> => {
  if (!at) throw new Error('nothing is due');
  const offsetMs = at.getTime() - billing.clock.real().getTime();
  return moveClock(deps, tenant, { offsetMs, isAdvancing }, (tx, deltaMs) => work.shift(tx, tenant, deltaMs));
};
const before = (at: Date | undefined): Date => new Date((at ?? new Date(0)).getTime() - 1);
const inDays = (days: number): Date => new Date(billing.clock.real().getTime() + days * 86_400_000);

describe('a moved clock and expiries', () => {
  it('expires a charge at its instant of the store, not a millisecond before, and tells that instant', async () => {
    const tenant = await billing.configuredStore();
    const charge = await aPix(tenant, 86_400);
    expect(await work.nextDue(tenant, before(charge.expiresAt))).toBeUndefined();
    expect(await work.nextDue(tenant, inDays(30))).toEqual(charge.expiresAt);
    await moveTo(tenant, before(charge.expiresAt));
    expect(await work.runDue(tenant)).toBe(0);
    await moveTo(tenant, charge.expiresAt);
    expect(await work.runDue(tenant)).toBe(1);
    expect(await statusOf(charge)).toBe('EXPIRED');
    const fact = (await readEvents(billing, tenant)).find(({ type }) => type === 'charge.expired');
    expect(fact?.payload['charge']).toMatchObject({ updatedAt: charge.expiresAt?.toISOString() });
    expect(await work.nextDue(tenant, inDays(300))).toBeUndefined();
  });

  it('stops once for the expiries of a minute, each of which tells its own instant', async () => {
    const tenant = await billing.configuredStore();
    const [first, second, later] = [await aPix(tenant, 3_600), await aPix(tenant, 3_650), await aPix(tenant, 3_700)];
    const due = await work.nextDue(tenant, inDays(1));
    expect(due).toEqual(second.expiresAt);
    await moveTo(tenant, due);
    expect(await work.runDue(tenant)).toBe(2);
    expect(await Promise.all([first, second, later].map(statusOf))).toEqual(['EXPIRED', 'EXPIRED', 'PENDING']);
    const facts = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.expired');
    expect(facts.map(({ payload }) => payload['charge'])).toMatchObject(
      [first, second].map(({ expiresAt }) => ({ updatedAt: expiresAt?.toISOString() })),
    );
    expect(await work.nextDue(tenant, inDays(1))).toEqual(later.expiresAt);
  });

  it('waits with a boleto for the end of its payability', async () => {
    const tenant = await billing.configuredStore();
    // A Saturday: banks take it until the end of Monday.
    const boleto = await aBoleto(billing, tenant, { dueDate: '2026-11-28' });
    const { payable_until: end, expires_at: start } = await billing.db('charges').where({ id: boleto.id }).first();
    expect(end > start).toBe(true);
    const due = await work.nextDue(tenant, inDays(400));
    expect(due).toEqual(end);
    await moveTo(tenant, before(due));
    expect(await work.runDue(tenant)).toBe(0);
    await moveTo(tenant, due);
    expect(await work.runDue(tenant)).toBe(1);
    expect(await statusOf(boleto)).toBe('EXPIRED');
  });

  it('expires a checkout with its charge, and gives its coupon back before it answers', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { maxRedeems: 1 });
    const { id } = await openCheckout(billing, tenant, 5_000, { coupons: [code], allowCoupons: true });
    await expect(
      pay(billing, tenant, id, { coupons: [code], method: 'PAYMENT_METHOD_PIX', amountCents: 1 }),
    ).resolves.toBeDefined();
    expect(await couponOf(billing, tenant, code)).toMatchObject({ status: 'COUPON_STATUS_EXPIRED' });
    const dues: Date[] = [];
    for (let due = await work.nextDue(tenant, inDays(30)); due; due = await work.nextDue(tenant, inDays(30))) {
      dues.push(due);
      await moveTo(tenant, due);
      expect(await work.runDue(tenant)).toBeGreaterThan(0);
    }
    expect(dues.length).toBeGreaterThan(0);
    expect(await billing.db('checkouts').where({ id }).first('status')).toEqual({ status: 'EXPIRED' });
    expect(await couponOf(billing, tenant, code)).toMatchObject({ status: 'COUPON_STATUS_ACTIVE', redeemsCount: 0 });
  });

  it('leaves other stores and production where they are, also those whose clock was moved before', async () => {
    const [tenant, other] = [await billing.configuredStore(), await billing.configuredStore()];
    const production = { ...tenant, devMode: false };
    const [mine, theirs] = [await aPix(tenant), await aPix(other)];
    const real = await aPix(tenant);
    await billing.db('charges').where({ id: real.id }).update({ dev_mode: false });
    await moveTo(other, inDays(0.01), false);
    await moveTo(tenant, inDays(10), false);
    await expireOverdue(deps);
    expect(await Promise.all([mine, theirs, real].map(statusOf))).toEqual(['EXPIRED', 'PENDING', 'PENDING']);
    expect(clock.now(production)).toEqual(clock.real());
    billing.clock.advance(3_600_000);
    await expireOverdue(deps);
    expect(await Promise.all([theirs, real].map(statusOf))).toEqual(['EXPIRED', 'EXPIRED']);
  });

  it('is left to the advance while one is under way', async () => {
    const tenant = await billing.configuredStore();
    const charge = await aPix(tenant);
    await moveTo(tenant, inDays(1));
    expect(await expireOverdue(deps)).toBe(0);
    billing.clock.advance(60_000);
    expect(await expireOverdue(deps)).toBe(1);
    expect(await statusOf(charge)).toBe('EXPIRED');
  });
});

describe('a moved clock and the simulator', () => {
  it('lets the two seconds of a refund and of a dispute pass with the advance', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await refund(billing, tenant, (await aPaidPix(billing, tenant)).id);
    const disputed = await aPaidPix(billing, tenant, 12_315);
    await work.runDue(tenant);
    for (let due = await work.nextDue(tenant, inDays(1)); due; due = await work.nextDue(tenant, inDays(1))) {
      await moveTo(tenant, due);
      await work.runDue(tenant);
    }
    expect(await readRefund(billing, tenant, id)).toMatchObject({ status: 'REFUND_STATUS_COMPLETE' });
    expect(await statusOf(disputed)).toBe('UNDER_DISPUTE');
    expect(clock.offsetMs(tenant)).toBeLessThan(60_000);
  });

  it('leaves the refunds and disputes of other stores to real time', async () => {
    const [tenant, other] = [await billing.configuredStore(), await billing.configuredStore()];
    const { id } = await refund(billing, other, (await aPaidPix(billing, other)).id);
    const disputed = await aPaidPix(billing, other, 12_315);
    await advanceDueRefunds(deps);
    await moveTo(tenant, inDays(30), false);
    await advanceDueRefunds(deps);
    await openSimulatedDisputes(deps);
    expect(await readRefund(billing, other, id)).toMatchObject({ status: 'REFUND_STATUS_PENDING' });
    expect(await statusOf(disputed)).toBe('PAID');
  });
});
