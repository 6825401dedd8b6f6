import { aTenant, startBeforeAll } from '@pitanga/testing';
import type { Tenant } from '@pitanga/core';
import type { Behaviour } from './billing-stand-in';
import { call, dayMs, factsOfType, startSubscriptions, subscriptionCalls, typesOf } from './subscriptions-harness';

const subs = startBeforeAll(startSubscriptions);
afterEach(() => subs.finishTest());

const { read } = subscriptionCalls(() => subs);
const behaviours = new Map<string, () => Behaviour>();
beforeAll(() => {
  subs.billing.behave = ({ subscriptionId }) => behaviours.get(subscriptionId)?.() ?? 'PAY';
});
const behave = (id: string, ...answers: Behaviour[]): void => {
  behaviours.set(id, () => answers.shift() ?? answers.at(-1) ?? 'PAY');
};
const always = (id: string, behaviour: Behaviour): void => {
  behaviours.set(id, () => behaviour);
};
const askedOf = (id: string) => subs.billing.asked.filter(({ subscriptionId }) => subscriptionId === id);
const failuresOf = (id: string) => factsOfType(subs.db, id, 'subscription.payment_failed');
const due = async (tenant: Tenant, id: string) => (await subs.get(tenant, id)).nextChargeAt!;
const daysAfter = (at: Date, ...days: number[]) => days.map((day) => new Date(at.getTime() + day * dayMs));

describe('a failed attempt', () => {
  it('publishes why, which retry it was and when the next one is, and keeps the subscription ACTIVE', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    behave(id, 'DECLINE');
    const first = await due(tenant, id);
    await subs.runTo(first);
    const [failure] = await failuresOf(id);
    expect(failure).toMatchObject({
      cycleNumber: 1,
      retryNumber: 0,
      reason: '51',
      amountCents: 4_990,
      nextAttemptAt: new Date(first.getTime() + dayMs),
      charge: { status: 'CHARGE_STATUS_FAILED' },
      subscription: {
        status: 'SUBSCRIPTION_STATUS_ACTIVE',
        nextChargeAt: new Date(first.getTime() + dayMs),
        nextRetryAt: new Date(first.getTime() + dayMs),
        pastDue: true,
      },
    });
    expect((await subs.get(tenant, id)).status).toBe('ACTIVE');
    expect(await read(tenant, id)).toMatchObject({ pastDue: true, nextRetryAt: new Date(first.getTime() + dayMs) });
    behave(id, 'PAY');
    await subs.runTo(new Date(first.getTime() + dayMs));
    expect(await read(tenant, id)).toMatchObject({ pastDue: false, nextRetryAt: undefined });
    const [renewed] = await factsOfType(subs.db, id, 'subscription.renewed');
    expect(renewed?.subscription).toMatchObject({ pastDue: false, nextRetryAt: undefined });
  });

  it('is retried for the same amount, and a recovery keeps the anchor', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { retryEveryDays: 2 });
    behave(id, 'DECLINE', 'DECLINE', 'PAY');
    const first = await due(tenant, id);
    const { createdAt } = await subs.get(tenant, id);
    await subs.runTo(new Date(first.getTime() + 4 * dayMs));
    expect(await typesOf(subs.db, id)).toEqual(['started', 'payment_failed', 'payment_failed', 'renewed']);
    expect(askedOf(id).map(({ attemptId, amountCents, dueAt }) => [attemptId, amountCents, dueAt])).toEqual([
      [`${id}:1:1`, 4_990, first],
      [`${id}:1:2`, 4_990, first],
      [`${id}:1:3`, 4_990, first],
    ]);
    const next = await due(tenant, id);
    expect(next.getUTCDate()).toBe(createdAt.getUTCDate());
    expect(next.getTime() - first.getTime()).toBeGreaterThan(27 * dayMs);
  });

  it('leads to CANCELLED after 1 + maxRetry failures, with one subscription.cancelled after the last of them', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { maxRetry: 2, retryEveryDays: 3 });
    always(id, 'DECLINE');
    const first = await due(tenant, id);
    await subs.runTo(new Date(first.getTime() + 60 * dayMs));
    expect(await typesOf(subs.db, id)).toEqual([
      'started',
      ...['payment_failed', 'payment_failed', 'payment_failed', 'cancelled'],
    ]);
    const failures = await failuresOf(id);
    expect(failures.map(({ retryNumber }) => retryNumber)).toEqual([0, 1, 2]);
    expect(failures.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([...daysAfter(first, 3, 6), undefined]);
    const subscription = await subs.get(tenant, id);
    expect(subscription).toMatchObject({
      status: 'CANCELLED',
      step: 'DONE',
      cancelPolicy: 'NOW',
      cancelledDueTo: 'max_payment_retries_exceeded',
      nextChargeAt: undefined,
      canceledAt: daysAfter(first, 6)[0],
    });
    expect(subs.billing.ended.filter((ended) => ended === id)).toHaveLength(1);
    const [cancelled] = await factsOfType(subs.db, id, 'subscription.cancelled');
    expect(cancelled).toMatchObject({ checkout: { id: 'bill_1' }, customer: { name: 'Ana' } });
  });

  it('that billing refuses counts with its reason', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    always(id, 'REFUSE');
    await subs.runTo(await due(tenant, id));
    expect(await failuresOf(id)).toMatchObject([
      {
        reason: 'PROVIDER_REFUSED',
        failure: 'PAYMENT_FAILURE_REASON_UNKNOWN',
        providerCode: undefined,
        charge: undefined,
        customer: { name: 'Ana' },
        checkout: undefined,
      },
    ]);
  });

  it('whose answer was lost counts once', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    behave(id, 'LOSE_DECLINE', 'PAY');
    await subs.runTo(new Date((await due(tenant, id)).getTime() + 60_000));
    expect(await typesOf(subs.db, id)).toEqual(['started', 'payment_failed']);
  });

  it('after a month of downtime is retried from now, not several times in a row', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    always(id, 'DECLINE');
    const first = await due(tenant, id);
    subs.clock.advanceTo(new Date(first.getTime() + 20 * dayMs));
    await subs.collect();
    expect(await typesOf(subs.db, id)).toEqual(['started', 'payment_failed']);
    expect(await due(tenant, id)).toEqual(new Date(first.getTime() + 21 * dayMs));
  });

  it('of a Pix subscription is retried three times at most, within seven days', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { method: 'PAYMENT_METHOD_PIX', maxRetry: 10, retryEveryDays: 1 });
    always(id, 'DECLINE');
    const first = await due(tenant, id);
    await subs.runTo(new Date(first.getTime() + 30 * dayMs));
    const times = (await failuresOf(id)).map(({ nextAttemptAt }) => nextAttemptAt);
    expect(times).toEqual([...daysAfter(first, 1, 2, 3), undefined]);
    expect((await subs.get(tenant, id)).status).toBe('CANCELLED');
    const told = (await failuresOf(id)).map(({ subscription }) => subscription);
    expect(told.map((known) => known?.nextRetryAt)).toEqual(times);
    const policies = {
      retryPolicy: { maxRetry: 10, retryEveryDays: 1 },
      effectiveRetryPolicy: { maxRetry: 3, retryEveryDays: 1 },
    };
    expect(told[0]).toMatchObject(policies);
    expect(await read(tenant, id)).toMatchObject({ ...policies, pastDue: false, nextRetryAt: undefined });
  });
});

describe('an irreversible decline', () => {
  it('sends the card no more, while the schedule, its events and the final cancellation stay', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    always(id, 'DECLINE_FOR_EVER');
    const first = await due(tenant, id);
    await subs.runTo(new Date(first.getTime() + 10 * dayMs));
    expect(askedOf(id)).toHaveLength(1);
    const failures = await failuresOf(id);
    expect(failures.map(({ reason, failure, providerCode }) => [reason, failure, providerCode])).toEqual(
      Array.from({ length: 4 }, () => ['41', 'PAYMENT_FAILURE_REASON_LOST_OR_STOLEN_CARD', '41']),
    );
    expect(failures.map(({ charge }) => charge?.status)).toEqual([
      'CHARGE_STATUS_FAILED',
      undefined,
      undefined,
      undefined,
    ]);
    expect(failures.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([...daysAfter(first, 1, 2, 3), undefined]);
    expect((await typesOf(subs.db, id)).at(-1)).toBe('cancelled');
  });

  it('is over with another card', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    always(id, 'DECLINE_FOR_EVER');
    await subs.runTo(await due(tenant, id));
    always(id, 'PAY');
    await subs.client.updateCard({ tenant, id, cardToken: 'ctok_new' }, call());
    expect(await typesOf(subs.db, id)).toEqual(['started', 'payment_failed', 'renewed']);
  });
});
