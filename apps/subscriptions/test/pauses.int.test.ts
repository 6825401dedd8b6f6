import { aTenant, startBeforeAll } from '@pitanga/testing';
import { dueInstant } from '../src/calendar/schedule';
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

describe('a paused subscription', () => {
  it('is not charged: what falls due is skipped, and it goes on with the next due instant of its anchor', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant);
    await subs.runTo(later(startedAt, 5));
    const { subscription } = await pause(tenant, id);
    expect(subscription).toMatchObject({
      status: 'SUBSCRIPTION_STATUS_ACTIVE',
      pausedAt: later(startedAt, 5),
      resumesAt: undefined,
      nextChargeAt: undefined,
    });
    expect(await revenue(tenant)).toEqual({ mrrCents: 0, activeSubscriptions: 1 });
    await subs.runTo(later(startedAt, 75));
    expect(payments(id)).toEqual([]);
    expect(await cycleStatuses(id)).toEqual(['SKIPPED', 'SKIPPED']);
    const third = dueInstant(startedAt, 'MONTHLY', 3);
    expect((await resume(tenant, id)).subscription).toMatchObject({ pausedAt: undefined, nextChargeAt: third });
    expect(await revenue(tenant)).toEqual({ mrrCents: 4_990, activeSubscriptions: 1 });
    await subs.runTo(third);
    expect(dues(id)).toEqual([third]);
    expect(payments(id)).toMatchObject([{ cycleNumber: 3, amountCents: 4_990 }]);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'updated', 'updated', 'renewed']);
    const told = await factsOfType(subs.db, id, 'subscription.updated');
    expect(told.map(({ recurringCents, changes }) => [recurringCents, changes])).toEqual([
      [0, ['SUBSCRIPTION_CHANGE_PAUSED']],
      [4_990, ['SUBSCRIPTION_CHANGE_RESUMED']],
    ]);
  });

  it('skips what fell due while nobody was there to see it', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    subs.clock.advanceTo(later(startedAt, 8));
    await pause(tenant, id);
    subs.clock.advanceTo(later(startedAt, 23));
    await resume(tenant, id);
    await subs.collect();
    expect(await cycleStatuses(id)).toEqual(['SKIPPED', 'SKIPPED', 'SKIPPED']);
    await subs.runTo(later(startedAt, 28));
    expect(dues(id)).toEqual([later(startedAt, 28)]);
  });

  it('resumes by itself when it was told to, also after downtime', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const [id, late] = [await subs.start(tenant, weekly), await subs.start(tenant, weekly)];
    const { subscription } = await pause(tenant, id, later(startedAt, 15));
    expect(subscription).toMatchObject({ resumesAt: later(startedAt, 15), nextChargeAt: later(startedAt, 21) });
    await subs.runTo(later(startedAt, 16));
    expect(await read(tenant, id)).toMatchObject({ pausedAt: undefined, resumesAt: undefined });
    await pause(tenant, late, later(startedAt, 21));
    subs.clock.advanceTo(later(startedAt, 29));
    await subs.runTo(later(startedAt, 31));
    expect(dues(id)).toEqual([21, 28].map((days) => later(startedAt, days)));
    // Its end is a due instant: that is charged. Those before its pause were.
    expect(dues(late)).toEqual([7, 14, 21, 28].map((days) => later(startedAt, days)));
  });

  it('gives up what is open and due: it stays unpaid, is not tried again and never charged later', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, { ...weekly, retryEveryDays: 3 });
    decline(id);
    await subs.runTo(later(startedAt, 15));
    const { subscription } = await pause(tenant, id);
    expect(subscription).toMatchObject({ pastDue: false, nextRetryAt: undefined });
    subs.billing.behave = () => 'PAY';
    expect(await cycleStatuses(id)).toEqual(['UNPAID', 'SKIPPED']);
    await resume(tenant, id);
    await subs.runTo(later(startedAt, 21));
    expect(dues(id)).toEqual([later(startedAt, 21)]);
    expect(await factsOfType(subs.db, id, 'cycle.closed')).toMatchObject([
      { number: 1, status: 'CYCLE_STATUS_UNPAID' },
      { number: 3, status: 'CYCLE_STATUS_PAID' },
    ]);
  });

  it('wins over an attempt that was not sent, and takes the money of one that was', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const [unsent, sent, declined] = [
      await subs.start(tenant, weekly),
      await subs.start(tenant, weekly),
      await subs.start(tenant, weekly),
    ];
    subs.billing.behave = ({ subscriptionId }) =>
      subscriptionId === unsent ? 'AWAY' : subscriptionId === sent ? 'LOSE_PAYMENT' : 'LOSE_DECLINE';
    await subs.runTo(later(startedAt, 7));
    for (const id of [unsent, sent, declined]) await pause(tenant, id);
    subs.billing.behave = () => 'PAY';
    await subs.runTo(later(startedAt, 30));
    expect([unsent, sent, declined].map((id) => payments(id).length)).toEqual([0, 1, 0]);
    expect(await cycleStatuses(unsent)).toEqual(['UNPAID', 'SKIPPED', 'SKIPPED', 'SKIPPED']);
    expect(await cycleStatuses(sent)).toEqual(['PAID', 'SKIPPED', 'SKIPPED', 'SKIPPED']);
    expect(await typesOf(subs.db, declined)).toEqual(['started', 'updated', 'payment_failed']);
    expect(await factsOfType(subs.db, declined, 'subscription.payment_failed')).toMatchObject([
      { nextAttemptAt: undefined },
    ]);
  });

  it('is brought into effect by a job when billing was away, and not resumed before', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    subs.billing.behave = () => 'AWAY';
    subs.billing.beforeVoid = () => Promise.reject(new Error('billing is away'));
    await subs.runTo(later(startedAt, 7));
    await expect(pause(tenant, id)).rejects.toThrow();
    expect((await subs.get(tenant, id)).step).toBe('PAUSE');
    expect(await read(tenant, id)).toMatchObject({ pausedAt: later(startedAt, 7), nextChargeAt: undefined });
    await expect(resume(tenant, id)).rejects.toThrow();
    subs.billing.beforeVoid = () => Promise.resolve();
    subs.clock.advance(120_000);
    await subs.collect();
    expect(await subs.get(tenant, id)).toMatchObject({ step: 'WAIT', pausedAt: later(startedAt, 7) });
    expect(await cycleStatuses(id)).toEqual(['UNPAID']);
  });

  it('keeps what is used for the next charge, and a change of plan applies from its due instant on', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    const { id: api } = subs.billing.product(10);
    const use = (units: number) =>
      subs.client.recordUsage({ tenant, id, product: api, units, action: 'USAGE_ACTION_ADD' }, call());
    await use(10);
    await pause(tenant, id, later(startedAt, 20));
    await subs.runTo(later(startedAt, 9));
    await use(20);
    const { id: plan } = subs.billing.product(1_000, 'BILLING_CYCLE_WEEKLY');
    await subs.client.changePlan({ tenant, id, product: plan, quantity: undefined }, call());
    const { next } = await subs.client.getUpcoming({ tenant, id }, call());
    const expected = { dueAt: later(startedAt, 21), amountCents: 1_300, usageCents: 300 };
    expect(next).toMatchObject({ ...expected, number: 3, usage: [{ units: 30, amountCents: 300 }] });
    await subs.runTo(later(startedAt, 21));
    expect(payments(id)).toMatchObject([expected]);
  });

  it('in a trial leaves the first charge out, and is revenue after it resumes', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { ...weekly, trialDays: 3 });
    const { trialEndsAt } = await subs.get(tenant, id);
    await pause(tenant, id);
    await subs.runTo(later(trialEndsAt!, 1));
    expect(await revenue(tenant)).toEqual({ mrrCents: 0, activeSubscriptions: 1 });
    await resume(tenant, id);
    expect((await revenue(tenant)).mrrCents).toBeGreaterThan(0);
    await subs.runTo(later(trialEndsAt!, 7));
    expect(dues(id)).toEqual([later(trialEndsAt!, 7)]);
  });

  it('does not send a card again that was declined for good, until there is a new one', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const [stopped, replaced] = [await subs.start(tenant, weekly), await subs.start(tenant, weekly)];
    const askedOf = (id: string) => subs.billing.asked.filter(({ subscriptionId }) => subscriptionId === id);
    const updateCard = (id: string) => subs.client.updateCard({ tenant, id, cardToken: `ctok_${id}` }, call());
    subs.billing.behave = () => 'DECLINE_FOR_EVER';
    await subs.runTo(later(startedAt, 8));
    for (const id of [stopped, replaced]) await pause(tenant, id);
    await updateCard(replaced);
    for (const id of [stopped, replaced]) await resume(tenant, id);
    subs.billing.behave = () => 'PAY';
    await subs.runTo(later(startedAt, 14));
    expect(askedOf(stopped)).toHaveLength(1);
    expect(await read(tenant, stopped)).toMatchObject({ pastDue: true });
    expect(dues(replaced)).toEqual([later(startedAt, 14)]);
    await updateCard(stopped);
    expect(dues(stopped)).toEqual([later(startedAt, 14)]);
  });

  it('can be cancelled, and paused or resumed again without effect', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    await pause(tenant, id);
    expect((await pause(tenant, id)).subscription?.pausedAt).toEqual(subs.clock.real());
    const going = await subs.start(tenant, weekly);
    expect((await resume(tenant, going)).subscription).toEqual(await read(tenant, going));
    expect(await typesOf(subs.db, going)).toEqual(['started']);
    const { subscription } = await subs.client.cancelSubscription({ tenant, id }, call());
    expect(subscription).toMatchObject({ cancelPolicy: 'NOW', pausedAt: undefined, resumesAt: undefined });
    expect(await refusal(pause(tenant, id))).toMatchObject({ kind: 'NOT_FOUND' });
    expect(await refusal(resume(tenant, id))).toMatchObject({ kind: 'NOT_FOUND' });
  });

  it('is asked for once for one Idempotency-Key', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    const first = await pause(tenant, id, undefined, 'k');
    subs.clock.advance(1_000);
    expect(await pause(tenant, id, undefined, 'k')).toEqual(first);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'updated']);
    await Promise.all(Array.from({ length: 4 }, () => resume(tenant, id, 'r')));
    expect(await typesOf(subs.db, id)).toEqual(['started', 'updated', 'updated']);
  });

  it('is refused for another store, the other environment and an end that is past or too far', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, weekly);
    for (const other of [aTenant(), { ...tenant, devMode: false }]) {
      expect(await refusal(pause(other, id))).toMatchObject({ message: 'Subscription not found or not active' });
      expect(await refusal(resume(other, id))).toMatchObject({ message: 'Subscription not found or not active' });
    }
    for (const days of [0, -1, 732]) {
      expect(await refusal(pause(tenant, id, later(subs.clock.real(), days)))).toMatchObject({
        kind: 'INVALID_ARGUMENT',
      });
    }
  });
});
