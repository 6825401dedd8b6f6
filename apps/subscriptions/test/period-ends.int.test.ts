import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import {
  call,
  factsOfType,
  later,
  refusal,
  startSubscriptions,
  subscriptionCalls,
  typesOf,
  weekly,
} from './subscriptions-harness';

const subs = startBeforeAll(startSubscriptions);
beforeEach(() => (subs.billing.behave = () => 'PAY'));
afterEach(() => subs.finishTest());

const { payments, dues, decline, pause, resume, read, revenue, cycleStatuses } = subscriptionCalls(() => subs);

describe('a subscription that is cancelled at the end of its period', () => {
  const cancelLater = (tenant: Tenant, id: string, key?: string) =>
    subs.client.cancelSubscription({ tenant, id, atPeriodEnd: true }, call(key));

  it('runs on until its next due instant and is not charged then', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    await subs.runTo(later(startedAt, 8));
    const { subscription } = await cancelLater(tenant, id);
    const end = later(startedAt, 14);
    expect(subscription).toMatchObject({
      status: 'SUBSCRIPTION_STATUS_ACTIVE',
      cancelPolicy: 'AT_PERIOD_END',
      cancelAt: end,
      nextChargeAt: undefined,
      canceledAt: undefined,
    });
    expect((await revenue(tenant)).activeSubscriptions).toBe(1);
    await subs.runTo(later(startedAt, 30));
    expect(dues(id)).toEqual([later(startedAt, 7)]);
    expect(await read(tenant, id)).toMatchObject({
      status: 'SUBSCRIPTION_STATUS_CANCELLED',
      cancelPolicy: 'AT_PERIOD_END',
      canceledAt: end,
      cancelAt: undefined,
      cancelledDueTo: undefined,
    });
    expect(await typesOf(subs.db, id)).toEqual(['started', 'renewed', 'updated', 'cancelled']);
    expect(subs.billing.ended).toContain(id);
    expect(await revenue(tenant)).toEqual({ mrrCents: 0, activeSubscriptions: 0 });
  });

  it('ends with its trial, for nothing', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { trialDays: 7 });
    const { trialEndsAt } = await subs.get(tenant, id);
    await cancelLater(tenant, id);
    await subs.runTo(later(trialEndsAt!, 1));
    expect(payments(id)).toEqual([]);
    expect((await subs.get(tenant, id)).canceledAt).toEqual(trialEndsAt);
  });

  it('pays what was used before its end, and is cancelled when that is in', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const [id, little, broke] = [
      await subs.start(tenant, weekly),
      await subs.start(tenant, weekly),
      await subs.start(tenant, weekly),
    ];
    const { id: api } = subs.billing.product(10);
    for (const [of, units] of [
      [id, 30],
      [little, 9],
      [broke, 30],
    ] as const) {
      await subs.client.recordUsage({ tenant, id: of, product: api, units, action: 'USAGE_ACTION_ADD' }, call());
      await cancelLater(tenant, of);
    }
    expect((await subs.client.getUpcoming({ tenant, id }, call())).next).toMatchObject({
      baseCents: 4_990,
      discountCents: 4_990,
      usageCents: 300,
      amountCents: 300,
    });
    expect((await subs.client.getUpcoming({ tenant, id: little }, call())).next).toBeUndefined();
    decline(broke);
    await subs.runTo(later(startedAt, 30));
    expect(payments(id)).toMatchObject([{ amountCents: 300, usageCents: 300, dueAt: later(startedAt, 7) }]);
    expect(payments(little)).toEqual([]);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'usage.recorded', 'updated', 'renewed', 'cancelled']);
    expect(await subs.get(tenant, id)).toMatchObject({ status: 'CANCELLED', cancelPolicy: 'AT_PERIOD_END' });
    expect(await subs.get(tenant, little)).toMatchObject({ status: 'CANCELLED', canceledAt: later(startedAt, 7) });
    expect(await subs.get(tenant, broke)).toMatchObject({
      status: 'CANCELLED',
      cancelPolicy: 'NOW',
      cancelledDueTo: 'max_payment_retries_exceeded',
    });
  });

  it('takes no usage and no plan any more once its end has come: no cycle would charge them', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const [id, late] = [await subs.start(tenant, weekly), await subs.start(tenant, weekly)];
    const { id: api } = subs.billing.product(10);
    const { id: plan } = subs.billing.product(1_000, 'BILLING_CYCLE_WEEKLY');
    const use = (of: string) =>
      subs.client.recordUsage({ tenant, id: of, product: api, units: 30, action: 'USAGE_ACTION_ADD' }, call());
    const change = (of: string) =>
      subs.client.changePlan({ tenant, id: of, product: plan, quantity: undefined }, call());
    for (const each of [id, late]) {
      await use(each);
      await cancelLater(tenant, each);
    }
    decline(id);
    await subs.runTo(later(startedAt, 6));
    subs.clock.advanceTo(later(startedAt, 7));
    for (const write of [use, change])
      expect(await refusal(write(late))).toMatchObject({ reason: 'SUBSCRIPTION_ENDING' });
    await subs.runTo(later(startedAt, 7));
    for (const write of [use, change])
      expect(await refusal(write(id))).toMatchObject({ reason: 'SUBSCRIPTION_ENDING' });
    subs.billing.behave = () => 'PAY';
    await subs.runTo(later(startedAt, 30));
    expect([...payments(id), ...payments(late)]).toMatchObject([{ amountCents: 300 }, { amountCents: 300 }]);
    expect(await factsOfType(subs.db, id, 'subscription.renewed')).toMatchObject([
      { subscription: { nextChargeAt: undefined } },
    ]);
  });

  it('tells of the last charge also while it is paused, if the pause ends first', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const [id, paused] = [await subs.start(tenant, weekly), await subs.start(tenant, weekly)];
    const { id: api } = subs.billing.product(10);
    for (const [of, days] of [
      [id, 3],
      [paused, 8],
    ] as const) {
      await subs.client.recordUsage({ tenant, id: of, product: api, units: 30, action: 'USAGE_ACTION_ADD' }, call());
      await cancelLater(tenant, of);
      await pause(tenant, of, later(startedAt, days));
    }
    const upcoming = async (of: string) => (await subs.client.getUpcoming({ tenant, id: of }, call())).next;
    expect(await upcoming(id)).toMatchObject({ amountCents: 300, dueAt: later(startedAt, 7) });
    expect(await upcoming(paused)).toBeUndefined();
    await subs.runTo(later(startedAt, 30));
    expect(payments(id)).toMatchObject([{ amountCents: 300 }]);
    expect(payments(paused)).toEqual([]);
  });

  it('takes no change of plan before that is taken back: no cycle would have it', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    const { id: product } = subs.billing.product(1_000, 'BILLING_CYCLE_WEEKLY');
    const change = () => subs.client.changePlan({ tenant, id, product, quantity: undefined }, call());
    await cancelLater(tenant, id);
    const refused = { kind: 'FAILED_PRECONDITION', reason: 'SUBSCRIPTION_ENDS_FIRST' };
    expect(await refusal(change())).toMatchObject(refused);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'updated']);
    await resume(tenant, id);
    await change();
    await subs.runTo((await subs.get(tenant, id)).nextChargeAt!);
    expect(payments(id)).toMatchObject([{ amountCents: 1_000 }]);
  });

  it('goes on when that is taken back, also with the plan that it waited for', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    const { id: plan } = subs.billing.product(1_000, 'BILLING_CYCLE_WEEKLY');
    await subs.client.changePlan({ tenant, id, product: plan, quantity: undefined }, call());
    await cancelLater(tenant, id, 'k');
    await cancelLater(tenant, id, 'k');
    await cancelLater(tenant, id);
    const { subscription } = await resume(tenant, id);
    expect(subscription).toMatchObject({ cancelPolicy: undefined, cancelAt: undefined });
    await subs.runTo(later(startedAt, 7));
    expect(payments(id)).toMatchObject([{ amountCents: 1_000 }]);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'plan_changed', 'updated', 'updated', 'renewed']);
  });

  it('is charged for what fell due before, tries that again until the end, and leaves it unpaid then', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const [late, broke] = [
      await subs.start(tenant, { ...weekly, retryEveryDays: 3 }),
      await subs.start(tenant, { ...weekly, retryEveryDays: 10 }),
    ];
    subs.billing.behave = () => 'DECLINE';
    await subs.runTo(later(startedAt, 8));
    for (const id of [late, broke]) await cancelLater(tenant, id);
    expect(await read(tenant, late)).toMatchObject({ pastDue: true, nextRetryAt: later(startedAt, 10) });
    expect(await read(tenant, broke)).toMatchObject({ pastDue: true, nextRetryAt: undefined });
    subs.billing.behave = () => 'PAY';
    await subs.runTo(later(startedAt, 20));
    expect(dues(late)).toEqual([later(startedAt, 7)]);
    expect(dues(broke)).toEqual([]);
    expect(await cycleStatuses(broke)).toEqual(['UNPAID']);
    for (const id of [late, broke]) {
      expect(await subs.get(tenant, id)).toMatchObject({
        cancelPolicy: 'AT_PERIOD_END',
        canceledAt: later(startedAt, 14),
      });
    }
  });

  it('ends while it is paused, and at once when that is asked for', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const [paused, ended] = [await subs.start(tenant, weekly), await subs.start(tenant, weekly)];
    for (const id of [paused, ended]) await cancelLater(tenant, id);
    await pause(tenant, paused);
    await subs.client.cancelSubscription({ tenant, id: ended }, call());
    expect(await read(tenant, ended)).toMatchObject({ cancelPolicy: 'NOW', canceledAt: startedAt });
    await subs.runTo(later(startedAt, 8));
    expect(await read(tenant, paused)).toMatchObject({
      cancelPolicy: 'AT_PERIOD_END',
      canceledAt: later(startedAt, 7),
    });
    expect(await refusal(cancelLater(tenant, paused))).toMatchObject({ message: 'Subscription not found' });
    expect(await refusal(cancelLater(aTenant(), paused))).toMatchObject({ message: 'Subscription not found' });
  });

  it('is not charged when nobody was there at its end, only what fell due before it was asked for', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    subs.clock.advanceTo(later(startedAt, 15));
    await cancelLater(tenant, id);
    subs.clock.advanceTo(later(startedAt, 40));
    await subs.collect();
    expect(dues(id)).toEqual([7, 14].map((days) => later(startedAt, days)));
    expect((await subs.get(tenant, id)).cancelPolicy).toBe('AT_PERIOD_END');
  });
});
