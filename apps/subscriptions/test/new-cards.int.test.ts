import { aTenant, startBeforeAll } from '@pitanga/testing';
import type { Tenant } from '@pitanga/core';
import { applyEvents } from '../src/api/consumed-events';
import type { Behaviour } from './billing-stand-in';
import {
  call,
  dayMs,
  factsOfType,
  inbound,
  refusal,
  startSubscriptions,
  subscriptionCalls,
  typesOf,
} from './subscriptions-harness';

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

describe('another card', () => {
  it('is tried at once for the open cycle, before the answer, and keeps the anchor', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    always(id, 'DECLINE');
    const first = await due(tenant, id);
    await subs.runTo(first);
    always(id, 'PAY');
    subs.clock.advance(3_600_000);
    const { subscription } = await subs.client.updateCard({ tenant, id, cardToken: 'ctok_new' }, call());
    expect(subs.billing.cards).toContainEqual({ subscriptionId: id, token: 'ctok_new' });
    expect(await typesOf(subs.db, id)).toEqual(['started', 'payment_failed', 'renewed']);
    expect(subscription?.nextChargeAt?.getUTCDate()).toBe(first.getUTCDate());
  });

  it('that is declined too is answered with the code, uses up no retry and leaves the schedule', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { maxRetry: 2 });
    always(id, 'DECLINE');
    const first = await due(tenant, id);
    await subs.runTo(first);
    const update = (key: string) => subs.client.updateCard({ tenant, id, cardToken: `ctok_${key}` }, call(key));
    for (const key of ['a', 'b', 'c', 'd']) {
      subs.clock.advance(1_000);
      const answer = await update(key);
      expect(answer).toMatchObject({ declineCode: '51', subscription: { pastDue: true } });
      // A repeat tries nothing again and gets the same answer.
      expect(await update(key)).toEqual(answer);
    }
    expect(askedOf(id)).toHaveLength(5);
    expect(await read(tenant, id)).toMatchObject({ pastDue: true, nextRetryAt: daysAfter(first, 1)[0] });
    await subs.runTo(daysAfter(first, 2)[0]!);
    expect((await failuresOf(id)).map(({ retryNumber, nextAttemptAt }) => [retryNumber, nextAttemptAt])).toEqual([
      [0, daysAfter(first, 1)[0]],
      ...['a', 'b', 'c', 'd'].map(() => [1, daysAfter(first, 1)[0]]),
      [1, daysAfter(first, 2)[0]],
      [2, undefined],
    ]);
    expect((await typesOf(subs.db, id)).at(-1)).toBe('cancelled');
  });

  it('given when the next attempt is due is that attempt, and uses up its retry', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { maxRetry: 2 });
    always(id, 'DECLINE');
    const first = await due(tenant, id);
    await subs.runTo(first);
    subs.clock.advance(dayMs);
    const given = await subs.client.updateCard({ tenant, id, cardToken: 'ctok_new' }, call());
    expect(given.declineCode).toBe('51');
    expect((await subs.get(tenant, id)).nextChargeAt).toEqual(daysAfter(first, 2)[0]);
    await subs.runTo(daysAfter(first, 2)[0]!);
    expect((await typesOf(subs.db, id)).at(-1)).toBe('cancelled');
  });

  it('waits for the next cycle when nothing is open', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    await subs.client.updateCard({ tenant, id, cardToken: 'ctok_new' }, call());
    expect(await typesOf(subs.db, id)).toEqual(['started']);
    expect(askedOf(id)).toEqual([]);
  });

  it('comes after an attempt that is still under way', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    behave(id, 'AWAY', 'DECLINE', 'PAY');
    await subs.runTo(await due(tenant, id));
    expect((await subs.get(tenant, id)).step).toBe('CHARGE');
    await subs.client.updateCard({ tenant, id, cardToken: 'ctok_new' }, call());
    expect(await typesOf(subs.db, id)).toEqual(['started', 'payment_failed', 'renewed']);
  });

  it('is tried once for one Idempotency-Key, also when a request is resumed', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    always(id, 'DECLINE');
    await subs.runTo(await due(tenant, id));
    const request = { tenant, id, cardToken: 'ctok_new' };
    always(id, 'PAY');
    const first = await subs.client.updateCard(request, call('k'));
    expect(await subs.client.updateCard(request, call('k'))).toEqual(first);
    expect(askedOf(id)).toHaveLength(2);
    // As a crash leaves it: the effect is there, the answer is not.
    await subs
      .db('idempotency_keys')
      .where({ store_id: tenant.storeId })
      .update({ response: null, leased_until: null });
    expect(await subs.client.updateCard(request, call('k'))).toEqual(first);
    expect(askedOf(id)).toHaveLength(2);
  });

  it('that its holder is to confirm is tried at once after that, and once', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    always(id, 'DECLINE_FOR_EVER');
    await subs.runTo(await due(tenant, id));
    const { cycleNumber, attempts } = await subs.get(tenant, id);
    const given = { tenant, id, cardToken: 'ctok_challenged', canConfirm: true };
    expect((await subs.client.updateCard(given, call())).actionUrl).toMatch(/crep_1$/);
    always(id, 'PAY');
    const data = { tenant, subscriptionId: id, brand: 'VISA', lastFour: '3155', replacedAt: subs.clock.real() };
    const confirmed = inbound('agreement.card_replaced', id, { ...data, cycleNumber, attempts });
    // One without them was tried by its own request.
    await applyEvents(subs.deps, [inbound('agreement.card_replaced', id, data)]);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'payment_failed', 'updated']);
    await Promise.all([applyEvents(subs.deps, [confirmed, confirmed]), applyEvents(subs.deps, [confirmed])]);
    await applyEvents(subs.deps, [confirmed]);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'payment_failed', 'updated', 'renewed']);
    const told = await factsOfType(subs.db, id, 'subscription.updated');
    expect(told.map(({ changes }) => changes)).toEqual([['SUBSCRIPTION_CHANGE_CARD_REPLACED']]);
    expect(new Set(askedOf(id).map(({ attemptId }) => attemptId)).size).toBe(2);
  });

  it('is refused for a token that cannot be used, a Pix subscription and one that has ended', async () => {
    const tenant = aTenant();
    const [card, pix] = [await subs.start(tenant), await subs.start(tenant, { method: 'PAYMENT_METHOD_PIX' })];
    const update = (id: string, cardToken = 'ctok_new') =>
      refusal(subs.client.updateCard({ tenant, id, cardToken }, call()));
    expect((await update(card, 'ctok_used')).kind).toBe('INVALID_ARGUMENT');
    expect(await update(pix)).toMatchObject({ kind: 'FAILED_PRECONDITION', reason: 'NOT_PAID_BY_CARD' });
    await subs.client.cancelSubscription({ tenant, id: card }, call());
    expect(await update(card)).toMatchObject({ kind: 'NOT_FOUND', message: 'Subscription not found or not active' });
  });
});
