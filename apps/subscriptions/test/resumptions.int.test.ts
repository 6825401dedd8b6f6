import { aTenant, startBeforeAll } from '@pitanga/testing';
import { dueInstant } from '../src/calendar/schedule';
import {
  call,
  later,
  startSubscriptions,
  subscriptionCalls,
  typesOf,
  weekly,
  type Subscriptions,
} from './subscriptions-harness';

const subs = startBeforeAll(startSubscriptions);
beforeEach(() => (subs.billing.behave = () => 'PAY'));
afterEach(() => subs.finishTest());

const { dues, decline, pause, resume, resumeFrom, upcoming, read, cycleStatuses } = subscriptionCalls(() => subs);
const yearly = { cycle: 'BILLING_CYCLE_ANNUALLY' } as const;
const monthly = { cycle: 'BILLING_CYCLE_MONTHLY' } as const;

/** A subscription that was paused `days` after its start, and when that was. */
async function paused(days: number, changes: Parameters<Subscriptions['start']>[1] = yearly, resumesAt?: number) {
  const tenant = aTenant();
  const startedAt = subs.clock.real();
  const id = await subs.start(tenant, changes);
  await subs.runTo(later(startedAt, days));
  await pause(tenant, id, resumesAt === undefined ? undefined : later(startedAt, resumesAt));
  return { tenant, id, startedAt };
}

describe('a pause in which a due instant fell', () => {
  it('of a yearly plan ends with a charge, and the year counts from there', async () => {
    const { tenant, id, startedAt } = await paused(360);
    await subs.runTo(later(startedAt, 370));
    const now = subs.clock.real();
    expect(await upcoming(tenant, id)).toMatchObject({ resumeFrom: 'RESUME_FROM_NOW', next: undefined });
    expect((await upcoming(tenant, id, 'NOW')).next).toMatchObject({ dueAt: now, amountCents: 4_990, number: 2 });
    expect((await upcoming(tenant, id, 'ANCHOR')).next?.dueAt).toEqual(dueInstant(startedAt, 'ANNUALLY', 2));
    expect((await resume(tenant, id)).subscription).toMatchObject({ pausedAt: undefined, nextChargeAt: now });
    await subs.runTo(dueInstant(now, 'ANNUALLY', 1));
    expect(await cycleStatuses(id)).toEqual(['SKIPPED', 'PAID', 'PAID']);
    expect(dues(id)).toEqual([now, dueInstant(now, 'ANNUALLY', 1)]);
    expect(await upcoming(tenant, id)).toMatchObject({ resumeFrom: undefined });
  });

  it('of a plan of a month or less ends without one, unless it is asked for', async () => {
    const { tenant, id, startedAt } = await paused(5, monthly);
    await subs.runTo(later(startedAt, 40));
    expect(await upcoming(tenant, id)).toMatchObject({ resumeFrom: 'RESUME_FROM_ANCHOR' });
    const now = subs.clock.real();
    await resumeFrom(tenant, id, 'NOW');
    await subs.runTo(dueInstant(now, 'MONTHLY', 1));
    expect(dues(id)).toEqual([now, dueInstant(now, 'MONTHLY', 1)]);
  });

  it('leaves the period out for good once it was resumed from the anchor', async () => {
    const { tenant, id, startedAt } = await paused(360);
    await subs.runTo(later(startedAt, 370));
    const second = dueInstant(startedAt, 'ANNUALLY', 2);
    expect((await resumeFrom(tenant, id, 'ANCHOR')).subscription?.nextChargeAt).toEqual(second);
    await pause(tenant, id);
    subs.clock.advance(1_000);
    expect((await resume(tenant, id)).subscription?.nextChargeAt).toEqual(second);
    await subs.runTo(second);
    expect(dues(id)).toEqual([second]);
  });

  it('that ends by itself does the same, on the day and after downtime, and its record says when', async () => {
    for (const reaches of [later, (at: Date, days: number) => later(at, days + 9)]) {
      const { tenant, id, startedAt } = await paused(360, yearly, 370);
      const end = later(startedAt, 370);
      expect(await read(tenant, id)).toMatchObject({ nextChargeAt: end });
      expect((await upcoming(tenant, id)).next).toMatchObject({ dueAt: end, number: 2 });
      subs.clock.advanceTo(reaches(startedAt, 370));
      await subs.collect();
      expect(dues(id)).toEqual([end]);
      expect(await read(tenant, id)).toMatchObject({ nextChargeAt: dueInstant(end, 'ANNUALLY', 1) });
    }
  });

  it('ends by itself as the pause asked', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    const asked = { tenant, id, resumesAt: later(startedAt, 10), resumeFrom: 'RESUME_FROM_NOW' } as const;
    const { subscription } = await subs.client.pauseSubscription(asked, call());
    expect(subscription).toMatchObject({ nextChargeAt: later(startedAt, 10) });
    await subs.runTo(later(startedAt, 17));
    expect(dues(id)).toEqual([later(startedAt, 10), later(startedAt, 17)]);
  });

  it('takes the end of a trial and a change to a longer cycle as any due instant', async () => {
    const trial = await paused(2, { ...yearly, trialDays: 3 });
    await subs.runTo(later(trial.startedAt, 20));
    const resumed = subs.clock.real();
    await resume(trial.tenant, trial.id);
    await subs.collect();
    expect(dues(trial.id)).toEqual([resumed]);
    const { tenant, id, startedAt } = await paused(5, monthly);
    const { id: product } = subs.billing.product(50_000, 'BILLING_CYCLE_ANNUALLY');
    await subs.client.changePlan({ tenant, id, product, quantity: undefined }, call());
    await subs.runTo(later(startedAt, 40));
    const now = subs.clock.real();
    expect((await upcoming(tenant, id, 'NOW')).next).toMatchObject({ dueAt: now, amountCents: 50_000 });
    await resume(tenant, id);
    await subs.collect();
    expect(dues(id)).toEqual([now]);
    expect((await read(tenant, id)).nextChargeAt).toEqual(dueInstant(now, 'ANNUALLY', 1));
  });

  it('charges what a plan costs that was asked for after the due instant', async () => {
    const { tenant, id, startedAt } = await paused(360);
    await subs.runTo(later(startedAt, 370));
    const { id: product } = subs.billing.product(70_000, 'BILLING_CYCLE_ANNUALLY');
    await subs.client.changePlan({ tenant, id, product, quantity: undefined }, call());
    subs.clock.advance(1_000);
    await resume(tenant, id);
    await subs.collect();
    expect(subs.billing.payments.at(-1)).toMatchObject({ subscriptionId: id, amountCents: 70_000 });
  });
});

describe('a pause of a yearly plan', () => {
  it('in which none fell, or that is taken back with a cancellation, charges nothing before its due instant', async () => {
    const { tenant, id, startedAt } = await paused(100);
    await subs.runTo(later(startedAt, 200));
    const first = dueInstant(startedAt, 'ANNUALLY', 1);
    expect((await resumeFrom(tenant, id, 'NOW')).subscription?.nextChargeAt).toEqual(first);
    await subs.client.cancelSubscription({ tenant, id, atPeriodEnd: true }, call());
    expect((await resumeFrom(tenant, id, 'NOW')).subscription).toMatchObject({ nextChargeAt: first });
    await subs.collect();
    expect(dues(id)).toEqual([]);
  });

  it('that gave an unpaid cycle up charges it anew', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, yearly);
    const first = dueInstant(startedAt, 'ANNUALLY', 1);
    decline(id);
    await subs.runTo(later(first, 1));
    await pause(tenant, id);
    subs.billing.behave = () => 'PAY';
    await subs.runTo(later(first, 5));
    await resume(tenant, id);
    await subs.collect();
    expect(dues(id)).toEqual([later(first, 5)]);
    expect(await cycleStatuses(id)).toEqual(['UNPAID', 'PAID']);
  });

  it('after which the subscription is to end lets it end without another charge', async () => {
    const { tenant, id, startedAt } = await paused(360, yearly, 370);
    await subs.runTo(later(startedAt, 366));
    await subs.client.cancelSubscription({ tenant, id, atPeriodEnd: true }, call());
    await subs.runTo(dueInstant(startedAt, 'ANNUALLY', 2));
    expect(dues(id)).toEqual([]);
    expect((await typesOf(subs.db, id)).at(-1)).toBe('cancelled');
  });
});
