import { required } from '@pitanga/contracts';
import { saoPauloDay, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { applyEvents } from '../src/api/consumed-events';
import { effectivePolicy } from '../src/subscriptions/retry-policy';
import {
  call,
  factsOfType,
  inbound,
  later,
  refusal,
  startSubscriptions,
  subscriptionCalls,
  typesOf,
  weekly,
} from './subscriptions-harness';

const subs = startBeforeAll(startSubscriptions);
beforeEach(() => {
  subs.billing.behave = () => 'PEND';
  subs.billing.askAgainAt = () => new Date(subs.clock.real().getTime() + 6 * 3_600_000);
  subs.billing.isFirm = false;
});
afterEach(() => subs.finishTest());

const { payments, pause, resume, read, revenue, cycleStatuses } = subscriptionCalls(() => subs);
const cancelLater = (tenant: Tenant, id: string) =>
  subs.client.cancelSubscription({ tenant, id, atPeriodEnd: true }, call());
const cancel = (tenant: Tenant, id: string) =>
  subs.client.cancelSubscription({ tenant, id, atPeriodEnd: false }, call());
const asked = (id: string) => subs.billing.asked.filter(({ subscriptionId }) => subscriptionId === id);
const attemptIds = (id: string) => [...new Set(asked(id).map(({ attemptId }) => attemptId.slice(id.length)))];
const day = saoPauloDay;

const byBank = { method: 'PAYMENT_METHOD_PIX', leadDays: 7 } as const;

/** A production subscription by automatic Pix and its first due instant. */
async function aSubscription(over: object = {}): Promise<{ tenant: Tenant; id: string; due: Date }> {
  const tenant = aTenant(false);
  const id = await subs.start(tenant, { ...byBank, ...over });
  const { nextChargeAt } = await subs.get(tenant, id);
  if (!nextChargeAt) throw new Error('nothing is due');
  return { tenant, id, due: nextChargeAt };
}

/** Billing tells that the payer's bank has ended an attempt. */
async function tell(tenant: Tenant, id: string): Promise<void> {
  const changedAt = subs.clock.real();
  const data = { tenant, subscriptionId: id, attemptId: `${id}:1:1`, changedAt };
  await applyEvents(subs.deps, [inbound('agreement.attempt_changed', id, data)]);
  await subs.collect();
}

describe('a cycle that the payer’s bank wants to know of in advance', () => {
  it('is asked for seven days before, for its day, and is renewed when the bank has paid', async () => {
    const { tenant, id, due } = await aSubscription();
    await subs.runTo(new Date(later(due, -7).getTime() - 1));
    expect(asked(id)).toEqual([]);
    await subs.runTo(later(due, -7));
    expect(asked(id)).toMatchObject([{ attemptId: `${id}:1:1`, collectOn: day(due), dueAt: due }]);
    expect(await read(tenant, id)).toMatchObject({ nextChargeAt: due, pastDue: false, nextRetryAt: undefined });
    await subs.runTo(later(due, -5));
    expect(new Set(asked(id).map(({ attemptId }) => attemptId)).size).toBe(1);
    await subs.runTo(due);
    subs.billing.behave = () => 'PAY';
    await tell(tenant, id);
    await tell(tenant, id);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'renewed']);
    expect(payments(id)).toHaveLength(1);
    expect((await read(tenant, id)).nextChargeAt?.toISOString()).toBe(later(due, 31).toISOString());
  });

  it('is asked about again where nobody tells', async () => {
    const { id, due } = await aSubscription();
    await subs.runTo(later(due, -7));
    subs.billing.behave = () => 'PAY';
    await subs.runTo(later(due, -6.7));
    expect(payments(id)).toHaveLength(1);
  });

  it('follows the one before at once where cycles are as long as the notice', async () => {
    const { id, due } = await aSubscription(weekly);
    subs.billing.behave = ({ dueAt }) => (dueAt && dueAt <= subs.clock.real() ? 'PAY' : 'PEND');
    await subs.runTo(later(due, 21.5));
    expect(payments(id).map(({ dueAt }) => dueAt)).toEqual([0, 7, 14, 21].map((days) => later(due, days)));
    expect(payments(id).map(({ collectOn }) => collectOn)).toEqual([0, 7, 14, 21].map((days) => day(later(due, days))));
  });

  it('is fixed from then on: usage and plans that come later are of the cycle after it', async () => {
    const { tenant, id, due } = await aSubscription();
    const metered = subs.billing.product(100);
    const bigger = subs.billing.product(9_900, 'BILLING_CYCLE_MONTHLY');
    const use = () =>
      subs.client.recordUsage({ tenant, id, product: metered.id, units: 3, action: 'USAGE_ACTION_ADD' }, call());
    await use();
    await subs.runTo(later(due, -6));
    await use();
    await subs.client.changePlan({ tenant, id, product: bigger.id, quantity: undefined }, call());
    subs.billing.behave = ({ dueAt }) => (dueAt && dueAt <= subs.clock.real() ? 'PAY' : 'PEND');
    await subs.runTo(later(due, 32));
    expect(payments(id).map(({ amountCents }) => amountCents)).toEqual([4_990 + 300, 9_900 + 300]);
  });

  it('makes a trial no revenue before its end', async () => {
    const { tenant, id, due } = await aSubscription({ trialDays: 10 });
    await subs.runTo(later(due, -5));
    expect(asked(id)).not.toEqual([]);
    expect(await revenue(tenant)).toEqual({ mrrCents: 0, activeSubscriptions: 1 });
    subs.billing.behave = () => 'PAY';
    await subs.runTo(due);
    expect((await revenue(tenant)).mrrCents).toBe(4_990);
  });
});

describe('cancelling what the payer’s bank was told of', () => {
  it('takes it back, until it can no longer be taken back', async () => {
    const { tenant, id, due } = await aSubscription();
    await subs.runTo(later(due, -3));
    expect((await cancel(tenant, id)).subscription?.status).toBe('SUBSCRIPTION_STATUS_CANCELLED');
    expect(subs.billing.voided.has(`${id}:1:1`)).toBe(true);
    await subs.runTo(later(due, 40));
    expect([payments(id), await cycleStatuses(id)]).toEqual([[], ['UNPAID']]);
    expect(subs.billing.ended).toContain(id);
  });

  it('waits on its day for what the bank does, and ends with it', async () => {
    for (const [behaviour, types] of [
      ['PAY', ['started', 'renewed', 'cancelled']],
      ['DECLINE', ['started', 'payment_failed', 'cancelled']],
    ] as const) {
      const { tenant, id, due } = await aSubscription();
      await subs.runTo(due);
      subs.billing.isFirm = true;
      expect(await refusal(cancel(tenant, id))).toMatchObject({ kind: 'UNAVAILABLE', reason: 'CYCLE_AT_BANK' });
      subs.billing.behave = () => behaviour;
      // The bank ends it, and billing knows.
      await subs.deps.agreements.chargeCycle(required(asked(id)[0], 'asked'), call());
      subs.billing.isFirm = false;
      await tell(tenant, id);
      expect(await typesOf(subs.db, id)).toEqual(types);
      await subs.runTo(later(due, 40));
      expect(payments(id)).toHaveLength(behaviour === 'PAY' ? 1 : 0);
      subs.billing.behave = () => 'PEND';
    }
  });

  it('at the end of the period takes it back, and charges it if it goes on after all', async () => {
    for (const goesOn of [false, true]) {
      const { tenant, id, due } = await aSubscription();
      await subs.runTo(later(due, -4));
      expect((await cancelLater(tenant, id)).subscription).toMatchObject({ cancelAt: due, pastDue: false });
      await subs.collect();
      expect(subs.billing.voided.has(`${id}:1:1`)).toBe(true);
      expect(await read(tenant, id)).toMatchObject({ status: 'SUBSCRIPTION_STATUS_ACTIVE', pastDue: false });
      await subs.runTo(later(due, -3));
      if (goesOn) await resume(tenant, id);
      subs.billing.behave = ({ dueAt }) => (dueAt && dueAt <= subs.clock.real() ? 'PAY' : 'PEND');
      await subs.runTo(later(due, 1));
      expect(payments(id).map(({ attemptId }) => attemptId)).toEqual(goesOn ? [`${id}:1:2`] : []);
      const { status } = await read(tenant, id);
      expect(status).toBe(goesOn ? 'SUBSCRIPTION_STATUS_ACTIVE' : 'SUBSCRIPTION_STATUS_CANCELLED');
      subs.billing.behave = () => 'PEND';
    }
  });

  it('at the end of a period that the bank takes back no more lasts until the end of the one it pays', async () => {
    const { tenant, id, due } = await aSubscription();
    await subs.runTo(new Date(due.getTime() - 3_600_000));
    subs.billing.isFirm = true;
    await cancelLater(tenant, id);
    await subs.collect();
    subs.billing.behave = () => 'PAY';
    await subs.deps.agreements.chargeCycle(required(asked(id)[0], 'asked'), call());
    await tell(tenant, id);
    const { cancelAt, status } = await read(tenant, id);
    expect(status).toBe('SUBSCRIPTION_STATUS_ACTIVE');
    expect(cancelAt?.getTime()).toBeGreaterThan(later(due, 27).getTime());
    await subs.runTo(later(due, 40));
    expect([payments(id).length, (await read(tenant, id)).status]).toEqual([1, 'SUBSCRIPTION_STATUS_CANCELLED']);
  });
});

describe('pausing what the payer’s bank was told of', () => {
  it('takes it back; a resume before its day charges it all the same, one after it does not', async () => {
    for (const [resumedAfter, statuses] of [
      [-2, ['PAID']],
      [2, ['UNPAID']],
    ] as const) {
      const { tenant, id, due } = await aSubscription();
      await subs.runTo(later(due, -4));
      await pause(tenant, id);
      expect(subs.billing.voided.has(`${id}:1:1`)).toBe(true);
      await subs.runTo(later(due, resumedAfter));
      await resume(tenant, id);
      subs.billing.behave = ({ dueAt }) => (dueAt && dueAt <= subs.clock.real() ? 'PAY' : 'PEND');
      await subs.runTo(later(due, 3));
      expect(await cycleStatuses(id)).toEqual(statuses);
      await subs.runTo(later(due, 33));
      expect((await cycleStatuses(id)).slice(0, 2)).toEqual([...statuses, 'PAID']);
      subs.billing.behave = () => 'PEND';
    }
  });

  it('until an instant before its day resumes by itself and charges it', async () => {
    const { tenant, id, due } = await aSubscription();
    await subs.runTo(later(due, -5));
    await pause(tenant, id, later(due, -3));
    subs.billing.behave = ({ dueAt }) => (dueAt && dueAt <= subs.clock.real() ? 'PAY' : 'PEND');
    await subs.runTo(later(due, 1));
    expect(payments(id)).toMatchObject([{ attemptId: `${id}:1:2`, collectOn: day(due) }]);
  });
});

describe('retries by the payer’s bank', () => {
  it('are asked for at once for their day, at most three within seven days, one event each', async () => {
    const { tenant, id, due } = await aSubscription({ maxRetry: 10, retryEveryDays: 2 });
    expect(effectivePolicy(await subs.get(tenant, id))).toEqual({ maxRetry: 3, retryEveryDays: 2 });
    await subs.runTo(due);
    for (const number of [1, 2, 3, 4]) {
      subs.billing.behave = ({ attemptId }) => (attemptId === `${id}:1:${String(number)}` ? 'DECLINE' : 'PEND');
      await tell(tenant, id);
      await subs.runTo(later(due, 2 * number));
    }
    const failures = await factsOfType(subs.db, id, 'subscription.payment_failed');
    expect(failures.map(({ retryNumber }) => retryNumber)).toEqual([0, 1, 2, 3]);
    expect(failures.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([
      later(due, 2),
      later(due, 4),
      later(due, 6),
      undefined,
    ]);
    const days = Map.groupBy(asked(id), ({ attemptId }) => attemptId).values();
    expect([...days].map(([first]) => first?.collectOn)).toEqual([0, 2, 4, 6].map((after) => day(later(due, after))));
    expect(await read(tenant, id)).toMatchObject({
      status: 'SUBSCRIPTION_STATUS_CANCELLED',
      cancelledDueTo: 'max_payment_retries_exceeded',
    });
  });

  it('begin the day before theirs', async () => {
    const { tenant, id, due } = await aSubscription({ retryEveryDays: 3 });
    await subs.runTo(due);
    subs.billing.behave = ({ attemptId }) => (attemptId === `${id}:1:1` ? 'DECLINE' : 'PEND');
    await tell(tenant, id);
    expect(await read(tenant, id)).toMatchObject({ pastDue: true, nextRetryAt: later(due, 3) });
    await subs.runTo(new Date(later(due, 2).getTime() - 1));
    expect(attemptIds(id)).toEqual([':1:1']);
    await subs.runTo(later(due, 2));
    expect(attemptIds(id)).toEqual([':1:1', ':1:2']);
  });

  it('are none after a code that ends the charge', async () => {
    const { tenant, id, due } = await aSubscription();
    await subs.runTo(due);
    subs.billing.behave = () => 'DECLINE_FOR_EVER';
    await tell(tenant, id);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'payment_failed', 'cancelled']);
    expect(attemptIds(id)).toEqual([':1:1']);
  });

  it('do not count what was taken back', async () => {
    const { tenant, id, due } = await aSubscription({ maxRetry: 1 });
    await subs.runTo(later(due, -5));
    await pause(tenant, id);
    await resume(tenant, id);
    await subs.runTo(due);
    for (const number of [2, 3]) {
      subs.billing.behave = ({ attemptId }) => (attemptId === `${id}:1:${String(number)}` ? 'DECLINE' : 'PEND');
      await tell(tenant, id);
      await subs.runTo(later(due, 1));
    }
    const failures = await factsOfType(subs.db, id, 'subscription.payment_failed');
    expect(failures.map(({ retryNumber }) => retryNumber)).toEqual([0, 1]);
  });
});
