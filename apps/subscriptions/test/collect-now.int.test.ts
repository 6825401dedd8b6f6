import { aTenant, startBeforeAll } from '@pitanga/testing';
import type { Tenant } from '@pitanga/core';
import type { Behaviour } from './billing-stand-in';
import {
  call,
  dayMs,
  factsOfType,
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
const always = (id: string, behaviour: Behaviour): void => {
  behaviours.set(id, () => behaviour);
};
const behave = (id: string, ...answers: Behaviour[]): void => {
  behaviours.set(id, () => answers.shift() ?? 'PAY');
};
const askedOf = (id: string) => subs.billing.asked.filter(({ subscriptionId }) => subscriptionId === id);
const collect = (tenant: Tenant, id: string, key?: string) =>
  subs.client.collectSubscription({ tenant, id }, call(key));
const reasonOf = async (attempt: Promise<unknown>) => (await refusal(attempt)).reason;

/** A subscription whose first cycle was declined. */
async function pastDue(tenant: Tenant, more: Parameters<typeof subs.start>[1] = {}) {
  const id = await subs.start(tenant, more);
  always(id, 'DECLINE');
  const first = (await subs.get(tenant, id)).nextChargeAt!;
  await subs.runTo(first);
  return { id, first };
}

describe('an unpaid cycle that is charged by hand', () => {
  it('is tried at once with the card on file, and keeps the anchor', async () => {
    const tenant = aTenant();
    const { id, first } = await pastDue(tenant);
    always(id, 'PAY');
    subs.clock.advance(3_600_000);
    const { subscription, declineCode } = await collect(tenant, id);
    expect([subscription?.pastDue, declineCode]).toEqual([false, undefined]);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'payment_failed', 'renewed']);
    expect(subscription?.nextChargeAt?.getUTCDate()).toBe(first.getUTCDate());
  });

  it('uses up no retry and leaves the schedule when it is declined, five times and no more', async () => {
    const tenant = aTenant();
    const { id, first } = await pastDue(tenant, { maxRetry: 1 });
    for (let count = 0; count < 5; count += 1) {
      subs.clock.advance(1_000);
      expect(await collect(tenant, id)).toMatchObject({ declineCode: '51', subscription: { pastDue: true } });
    }
    expect(await reasonOf(collect(tenant, id))).toBe('COLLECTED_TOO_OFTEN');
    const next = new Date(first.getTime() + dayMs);
    expect(await read(tenant, id)).toMatchObject({ nextRetryAt: next });
    await subs.runTo(next);
    expect(askedOf(id)).toHaveLength(7);
    expect((await typesOf(subs.db, id)).at(-1)).toBe('cancelled');
  });

  it('is tried once for one Idempotency-Key, also when a request is resumed after a crash', async () => {
    const tenant = aTenant();
    const { id } = await pastDue(tenant);
    subs.clock.advance(1_000);
    const first = await collect(tenant, id, 'k');
    expect(await collect(tenant, id, 'k')).toEqual(first);
    await subs
      .db('idempotency_keys')
      .where({ store_id: tenant.storeId })
      .update({ response: null, leased_until: null });
    expect(await collect(tenant, id, 'k')).toEqual(first);
    expect(askedOf(id)).toHaveLength(2);
  });

  it('has the outcome of an attempt that is under way, and makes no other', async () => {
    const tenant = aTenant();
    const { id } = await pastDue(tenant);
    behave(id, 'AWAY', 'PAY');
    subs.clock.advance(1_000);
    // Billing is away: the attempt is under way, and a job will finish it.
    expect((await collect(tenant, id)).subscription?.pastDue).toBe(true);
    expect((await subs.get(tenant, id)).step).toBe('CHARGE');
    expect((await collect(tenant, id)).subscription?.pastDue).toBe(false);
    expect((await factsOfType(subs.db, id, 'subscription.payment_failed')).length).toBe(1);
    expect(new Set(askedOf(id).map(({ attemptId }) => attemptId)).size).toBe(2);
  });

  it('is refused where nothing is late, the card was declined for good, by Pix, in a pause and after the end', async () => {
    const tenant = aTenant();
    const fresh = await subs.start(tenant);
    expect(await reasonOf(collect(tenant, fresh))).toBe('SUBSCRIPTION_NOT_PAST_DUE');
    const stopped = await subs.start(tenant);
    always(stopped, 'DECLINE_FOR_EVER');
    await subs.runTo((await subs.get(tenant, stopped)).nextChargeAt!);
    expect(await reasonOf(collect(tenant, stopped))).toBe('CARD_STOPPED');
    expect(askedOf(stopped)).toHaveLength(1);
    const byPix = await subs.start(tenant, { method: 'PAYMENT_METHOD_PIX' });
    expect(await reasonOf(collect(tenant, byPix))).toBe('NOT_PAID_BY_CARD');
    const { id } = await pastDue(tenant);
    await subs.client.pauseSubscription({ tenant, id, resumesAt: undefined, resumeFrom: undefined }, call());
    expect(await reasonOf(collect(tenant, id))).toBe('SUBSCRIPTION_NOT_PAST_DUE');
    await subs.client.cancelSubscription({ tenant, id, atPeriodEnd: false }, call());
    expect(await reasonOf(collect(tenant, id))).toBe('SUBSCRIPTION_NOT_ACTIVE');
    expect(await reasonOf(collect(aTenant(), id))).toBe('SUBSCRIPTION_NOT_ACTIVE');
  });
});
