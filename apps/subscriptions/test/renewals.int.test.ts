import { aTenant, startBeforeAll } from '@pitanga/testing';
import { applyEvents } from '../src/api/consumed-events';
import { findLastPayment } from '../src/payments/payment-repository';
import {
  anAgreement,
  dayMs,
  factsOf,
  factsOfType,
  inbound,
  noon,
  startSubscriptions,
  subscriptionCalls,
  typesOf,
} from './subscriptions-harness';

const subs = startBeforeAll(startSubscriptions);
beforeEach(() => (subs.billing.behave = () => 'PAY'));
afterEach(() => subs.finishTest());

const { payments } = subscriptionCalls(() => subs);
const dueDates = (id: string) => payments(id).map(({ dueAt }) => dueAt?.toISOString());

describe('the start of a subscription', () => {
  it('makes it ACTIVE with the id that billing gave, once, however often the fact comes', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.now(tenant);
    const data = anAgreement(tenant, { startedAt });
    const fact = inbound('agreement.started', data.subscriptionId, data);
    await Promise.all([applyEvents(subs.deps, [fact, fact]), applyEvents(subs.deps, [fact])]);
    const subscription = await subs.get(tenant, data.subscriptionId);
    expect(subscription).toMatchObject({
      status: 'ACTIVE',
      checkoutId: 'bill_1',
      customerId: data.customer?.id,
      amountCents: 4_990,
      createdAt: startedAt,
      metadataJson: '{"pedido":  1}',
    });
    expect(await typesOf(subs.db, data.subscriptionId)).toEqual(['started']);
    const [started] = await factsOfType(subs.db, data.subscriptionId, 'subscription.started');
    expect(started).toMatchObject({ checkout: { id: 'bill_1' }, customer: { name: 'Ana' } });
  });

  it('with a trial publishes subscription.trial_started alone and charges nothing until it ends', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { trialDays: 7 });
    const { trialEndsAt } = await subs.get(tenant, id);
    await subs.runTo(new Date(trialEndsAt!.getTime() - 1));
    expect(await typesOf(subs.db, id)).toEqual(['trial_started']);
    expect(payments(id)).toEqual([]);
    await subs.runTo(trialEndsAt!);
    expect(await typesOf(subs.db, id)).toEqual(['trial_started', 'renewed']);
    const cycle = { number: 1, amountCents: 4_990, status: 'CYCLE_STATUS_OPEN' };
    expect(await factsOfType(subs.db, id, 'cycle.opened')).toMatchObject([
      { cycle, frequency: 'MONTHLY', recurringCents: 4_990 },
    ]);
    expect(await factsOfType(subs.db, id, 'cycle.closed')).toMatchObject([{ number: 1, status: 'CYCLE_STATUS_PAID' }]);
    expect(payments(id)).toMatchObject([{ cycleNumber: 1, amountCents: 4_990, dueAt: trialEndsAt }]);
  });

  it('keeps no token of a card and no picture, and nothing of an erased customer but the id', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    await subs.runTo((await subs.get(tenant, id)).nextChargeAt!);
    const text = (await factsOf(subs.db, id)).map(({ payload }) => payload).join();
    expect(text).toContain('Ana');
    expect(text).not.toContain('card_tok_');
    const { customerId } = await subs.get(tenant, id);
    const erased = { tenant, customerId, erasedAt: noon };
    await applyEvents(subs.deps, [inbound('customer.erased', customerId, erased)]);
    const kept = async () => JSON.stringify(await findLastPayment(subs.db, tenant, id));
    expect(await kept()).toContain('bill_');
    expect(await kept()).not.toMatch(/Ana|123\.\*/);
    await subs.runTo((await subs.get(tenant, id)).nextChargeAt!);
    expect(await kept()).not.toMatch(/Ana|123\.\*/);
  });
});

describe('a renewal', () => {
  it('collects price × quantity less the coupons of the start, each cycle by its own attempt', async () => {
    const tenant = aTenant();
    const coupons = [
      { code: 'DEZ', discountKind: 'DISCOUNT_KIND_PERCENTAGE', discount: 1_000, duration: 'COUPON_DURATION_FOREVER' },
      { code: 'CINCO', discountKind: 'DISCOUNT_KIND_FIXED', discount: 500, duration: 'COUPON_DURATION_FOREVER' },
    ] as const;
    const id = await subs.start(tenant, { quantity: 3, coupons: [...coupons] });
    await subs.runTo((await subs.get(tenant, id)).nextChargeAt!);
    expect(payments(id)).toMatchObject([
      {
        attemptId: `${id}:1:1`,
        amountCents: 12_973,
        unitPriceCents: 4_990,
        quantity: 3,
        discountCents: 1_997,
        usageCents: 0,
      },
    ]);
    const [renewed] = await factsOfType(subs.db, id, 'subscription.renewed');
    expect(renewed).toMatchObject({
      cycleNumber: 1,
      checkout: { status: 'CHECKOUT_STATUS_PAID', cycleNumber: 1 },
      charge: { amountCents: 12_973, status: 'CHARGE_STATUS_PAID' },
      subscription: { status: 'SUBSCRIPTION_STATUS_ACTIVE', amountCents: 14_970 },
    });
  });

  it('that has nothing to collect is renewed without a charge', async () => {
    const tenant = aTenant();
    const coupons = [
      {
        code: 'TUDO',
        discountKind: 'DISCOUNT_KIND_PERCENTAGE',
        discount: 10_000,
        duration: 'COUPON_DURATION_FOREVER',
      } as const,
    ];
    const id = await subs.start(tenant, { coupons });
    await subs.runTo((await subs.get(tenant, id)).nextChargeAt!);
    const [renewed] = await factsOfType(subs.db, id, 'subscription.renewed');
    expect(renewed).toMatchObject({ charge: undefined, cycleNumber: 1 });
  });

  it('falls on the n-th instant from the anchor, clamped and restored', async () => {
    const tenant = aTenant();
    await subs.runTo('2027-10-31T15:00:00.000Z');
    const id = await subs.start(tenant);
    await subs.runTo('2028-03-31T15:00:00.000Z');
    expect(dueDates(id)).toEqual([
      '2027-11-30T15:00:00.000Z',
      '2027-12-31T15:00:00.000Z',
      '2028-01-31T15:00:00.000Z',
      '2028-02-29T15:00:00.000Z',
      '2028-03-31T15:00:00.000Z',
    ]);
  });

  it('charges every missed cycle once and in order after a month of downtime, a day after the other', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { cycle: 'BILLING_CYCLE_WEEKLY' });
    const { createdAt } = await subs.get(tenant, id);
    subs.clock.advance(35 * dayMs);
    await subs.collect();
    expect(dueDates(id)).toHaveLength(1);
    const day = (days: number) => new Date(createdAt.getTime() + days * dayMs);
    for (const [after, charged] of [
      [35.9, 1],
      [36, 2],
      [37, 3],
      [38, 4],
    ] as const) {
      await subs.runTo(day(after));
      expect(dueDates(id)).toHaveLength(charged);
    }
    await subs.runTo(day(41));
    const weeks = [1, 2, 3, 4, 5].map((week) => new Date(createdAt.getTime() + week * 7 * dayMs).toISOString());
    expect(dueDates(id)).toEqual(weeks);
    expect(await typesOf(subs.db, id)).toEqual(['started', ...weeks.map(() => 'renewed')]);
    expect((await subs.get(tenant, id)).cycleNumber).toBe(6);
  });

  it.each(['LOSE_PAYMENT', 'AWAY'] as const)(
    'whose answer is unknown (%s) is asked again as the same attempt',
    async (behaviour) => {
      const tenant = aTenant();
      const id = await subs.start(tenant);
      subs.billing.behave = ({ subscriptionId }) => (subscriptionId === id ? behaviour : 'PAY');
      await subs.runTo((await subs.get(tenant, id)).nextChargeAt!);
      expect(await typesOf(subs.db, id)).toEqual(['started']);
      expect((await subs.get(tenant, id)).step).toBe('CHARGE');
      subs.billing.behave = () => 'PAY';
      subs.clock.advance(59_999);
      await subs.collect();
      expect(await typesOf(subs.db, id)).toEqual(['started']);
      subs.clock.advance(1);
      await subs.collect();
      expect(await typesOf(subs.db, id)).toEqual(['started', 'renewed']);
      expect(payments(id).map(({ attemptId }) => attemptId)).toEqual([`${id}:1:1`]);
    },
  );

  it('of a cycle that cannot be computed keeps no other waiting', async () => {
    const tenant = aTenant();
    const [broken, sound] = [await subs.start(tenant), await subs.start(tenant)];
    const change = { id: 'subu_1', subscription_id: broken, status: 'PENDING', product_id: 'prod_1', quantity: 10_000 };
    const at = { requested_at: noon, updated_at: noon };
    const owner = { store_id: tenant.storeId, dev_mode: true };
    await subs.db('plan_changes').insert({ ...owner, ...change, ...at, unit_price_cents: 9e15, cycle: 'MONTHLY' });
    await subs.runTo((await subs.get(tenant, sound)).nextChargeAt!);
    expect(await typesOf(subs.db, sound)).toEqual(['started', 'renewed']);
    expect(await typesOf(subs.db, broken)).toEqual(['started']);
    await subs
      .db('plan_changes')
      .where({ id: 'subu_1', ...owner })
      .delete();
    subs.clock.advance(60_000);
    await subs.collect();
    expect(await typesOf(subs.db, broken)).toEqual(['started', 'renewed']);
  });
});
