import { aTenant, startBeforeAll } from '@pitanga/testing';
import { isAppError, unavailable, type Tenant } from '@pitanga/core';
import { applyEvents } from '../src/api/consumed-events';
import { createCollector } from '../src/jobs/collector';
import type { Behaviour } from './billing-stand-in';
import {
  call,
  factsOfType,
  inbound,
  noon,
  refusal,
  startSubscriptions,
  subscriptionCalls,
  typesOf,
} from './subscriptions-harness';

const subs = startBeforeAll(startSubscriptions);
beforeEach(() => {
  subs.billing.behave = () => 'PAY';
  subs.billing.beforeVoid = () => Promise.resolve();
  subs.billing.isDeafToEnds = false;
});
afterEach(() => subs.finishTest());

const { payments } = subscriptionCalls(() => subs);
const cancel = (tenant: Tenant, id: string, key?: string) => subs.client.cancelSubscription({ tenant, id }, call(key));
const due = async (tenant: Tenant, id: string) => (await subs.get(tenant, id)).nextChargeAt!;
const answer = (id: string, behaviour: Behaviour | Promise<Behaviour>): void => {
  subs.billing.behave = ({ subscriptionId }) => (subscriptionId === id ? behaviour : 'PAY');
};

/** What another process does meanwhile. */
async function collectElsewhere(): Promise<void> {
  const collector = createCollector(subs.deps);
  await collector.run();
  await collector.drained();
  await collector.run();
  await collector.drained();
}

/** A subscription whose due attempt is at billing until the test lets it go. */
async function inFlight(tenant: Tenant): Promise<{ id: string; end: (as: Behaviour) => void; done: Promise<void> }> {
  const id = await subs.start(tenant);
  const { promise, resolve } = Promise.withResolvers<Behaviour>();
  const asked = Promise.withResolvers<undefined>();
  subs.billing.behave = ({ subscriptionId }) => {
    if (subscriptionId !== id) return 'PAY';
    asked.resolve(undefined);
    return promise;
  };
  const done = subs.runTo(await due(tenant, id));
  await asked.promise;
  return { id, end: resolve, done };
}

describe('cancelling', () => {
  it('is immediate, publishes one subscription.cancelled and tells billing', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    const { subscription } = await cancel(tenant, id);
    expect(subscription).toMatchObject({
      status: 'SUBSCRIPTION_STATUS_CANCELLED',
      canceledAt: subs.clock.now(tenant),
      cancelPolicy: 'NOW',
      cancelledDueTo: undefined,
      nextChargeAt: undefined,
    });
    expect(await typesOf(subs.db, id)).toEqual(['started', 'cancelled']);
    expect(subs.billing.ended).toContain(id);
    expect((await subs.get(tenant, id)).step).toBe('DONE');
  });

  it('works in a trial, which is then never charged', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { trialDays: 7 });
    const { trialEndsAt } = await subs.get(tenant, id);
    await cancel(tenant, id);
    await subs.runTo(trialEndsAt!);
    expect(await typesOf(subs.db, id)).toEqual(['trial_started', 'cancelled']);
    expect(payments(id)).toEqual([]);
  });

  it('is NOT_FOUND for another store, another environment, an unknown id and a cancelled one, without an event', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    const missing = { kind: 'NOT_FOUND', message: 'Subscription not found' };
    for (const other of [aTenant(), { ...tenant, devMode: false }]) {
      expect(await refusal(cancel(other, id))).toMatchObject(missing);
    }
    expect(await refusal(cancel(tenant, 'subs_unknown'))).toMatchObject(missing);
    await cancel(tenant, id);
    expect(await refusal(cancel(tenant, id))).toMatchObject(missing);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'cancelled']);
  });

  it('50 times at once succeeds once and publishes one event', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => cancel(tenant, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refusals.every((error) => isAppError(error) && error.kind === 'NOT_FOUND')).toBe(true);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'cancelled']);
  });

  it('answers the same to a repeat with its Idempotency-Key', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    const first = await cancel(tenant, id, 'k');
    expect(await cancel(tenant, id, 'k')).toEqual(first);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'cancelled']);
  });

  it('is done although billing cannot be told, which a job repeats', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    subs.billing.isDeafToEnds = true;
    await cancel(tenant, id);
    expect((await subs.get(tenant, id)).step).toBe('END');
    await subs.collect();
    subs.billing.isDeafToEnds = false;
    subs.clock.advance(60_000);
    await subs.collect();
    expect((await subs.get(tenant, id)).step).toBe('DONE');
    expect(subs.billing.ended.filter((ended) => ended === id)).toHaveLength(1);
  });
});

describe('cancelling while an attempt is under way', () => {
  it('voids an attempt that was not sent: it never charges', async () => {
    const tenant = aTenant();
    const { id, end, done } = await inFlight(tenant);
    await cancel(tenant, id);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'cancelled']);
    end('PAY');
    await done;
    expect(payments(id)).toEqual([]);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'cancelled']);
  });

  it.each([
    ['LOSE_PAYMENT', ['started', 'renewed', 'cancelled']],
    ['LOSE_DECLINE', ['started', 'payment_failed', 'cancelled']],
  ] as const)('records first what an attempt did whose answer was lost (%s)', async (behaviour, expected) => {
    const tenant = aTenant();
    const id = await subs.start(tenant);
    answer(id, behaviour);
    await subs.runTo(await due(tenant, id));
    const { subscription } = await cancel(tenant, id);
    expect(subscription?.status).toBe('SUBSCRIPTION_STATUS_CANCELLED');
    expect(await typesOf(subs.db, id)).toEqual(expected);
    const paid = payments(id).length;
    await subs.runTo(new Date(subs.clock.real().getTime() + 120_000));
    expect(payments(id)).toHaveLength(paid);
    const [failure] = await factsOfType(subs.db, id, 'subscription.payment_failed');
    expect(failure?.nextAttemptAt).toBeUndefined();
  });

  it('is 503 while billing cannot say what became of the attempt, and ends by a job or by a second request', async () => {
    const tenant = aTenant();
    for (const finish of [(id: string) => cancel(tenant, id), () => collectElsewhere()]) {
      const { id, end, done } = await inFlight(tenant);
      subs.billing.beforeVoid = () => Promise.reject(new Error('away'));
      expect((await refusal(cancel(tenant, id))).kind).toBe('INTERNAL');
      expect((await subs.get(tenant, id)).step).toBe('CANCEL');
      subs.billing.beforeVoid = () => Promise.resolve();
      await finish(id);
      expect(await typesOf(subs.db, id)).toEqual(['started', 'cancelled']);
      end('PAY');
      await done;
      expect(payments(id)).toEqual([]);
    }
  });

  it('asked for again while the first request is at work answers the same outcome, and 404 only after it', async () => {
    const tenant = aTenant();
    const { id, end, done } = await inFlight(tenant);
    const voiding = Promise.withResolvers<undefined>();
    let asked = 0;
    subs.billing.beforeVoid = () => {
      asked += 1;
      return voiding.promise.then(() => undefined);
    };
    const first = cancel(tenant, id);
    for (;;) if ((await subs.get(tenant, id)).step === 'CANCEL') break;
    const second = cancel(tenant, id);
    const third = cancel(tenant, id, 'its own key');
    for (;;) if ((await subs.get(tenant, id)).status !== 'ACTIVE' || asked === 3) break;
    voiding.resolve(undefined);
    const answers = await Promise.all([first, second, third]);
    expect(answers.map(({ subscription }) => subscription?.status)).toEqual(
      Array.from({ length: 3 }, () => 'SUBSCRIPTION_STATUS_CANCELLED'),
    );
    expect((await refusal(cancel(tenant, id))).kind).toBe('NOT_FOUND');
    expect(await typesOf(subs.db, id)).toEqual(['started', 'cancelled']);
    end('PAY');
    await done;
    expect(payments(id)).toEqual([]);
  });

  it('asked for again while billing does not know yet passes on that it is to be tried again', async () => {
    const tenant = aTenant();
    const { id, end, done } = await inFlight(tenant);
    const undecided = 'The last charge is still being processed; try again.';
    subs.billing.beforeVoid = () => Promise.reject(unavailable(undecided, 'ATTEMPT_IN_FLIGHT'));
    for (let round = 0; round < 2; round += 1) {
      expect(await refusal(cancel(tenant, id))).toMatchObject({ kind: 'UNAVAILABLE', message: undecided });
      // A job has taken it over, for as long as its lease.
      await collectElsewhere();
    }
    subs.billing.beforeVoid = () => Promise.resolve();
    expect((await cancel(tenant, id)).subscription?.status).toBe('SUBSCRIPTION_STATUS_CANCELLED');
    end('PAY');
    await done;
  });

  it('is finished by a job when the request crashed before it asked billing', async () => {
    const tenant = aTenant();
    const { id, end, done } = await inFlight(tenant);
    const [asks, hang] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    subs.billing.beforeVoid = () => {
      asks.resolve(undefined);
      return hang.promise.then(() => undefined);
    };
    const crashed = cancel(tenant, id).catch(() => undefined);
    await asks.promise;
    expect((await subs.get(tenant, id)).step).toBe('CANCEL');
    subs.billing.beforeVoid = () => Promise.resolve();
    subs.clock.advance(60_000);
    await collectElsewhere();
    expect(await typesOf(subs.db, id)).toEqual(['started', 'cancelled']);
    hang.resolve(undefined);
    end('PAY');
    await Promise.all([crashed, done]);
    expect(await typesOf(subs.db, id)).toEqual(['started', 'cancelled']);
    expect(payments(id)).toEqual([]);
  });
});

describe('an authorisation taken back in the bank app', () => {
  const revoke = (tenant: Tenant, id: string) =>
    applyEvents(subs.deps, [inbound('agreement.revoked', id, { tenant, subscriptionId: id, revokedAt: noon })]);

  it('cancels the subscription for that reason, once', async () => {
    const tenant = aTenant();
    const id = await subs.start(tenant, { method: 'PAYMENT_METHOD_PIX' });
    await revoke(tenant, id);
    await revoke(tenant, id);
    expect(await subs.get(tenant, id)).toMatchObject({ status: 'CANCELLED', cancelledDueTo: 'authorization_revoked' });
    expect(await typesOf(subs.db, id)).toEqual(['started', 'cancelled']);
  });

  it('while an attempt is under way is finished by a job, without showing a reason before', async () => {
    const tenant = aTenant();
    const { id, end, done } = await inFlight(tenant);
    await revoke(tenant, id);
    const keys = { externalId: undefined, customerId: undefined };
    const { subscription } = await subs.client.getSubscription({ tenant, id, ...keys }, call());
    expect(subscription).toMatchObject({ status: 'SUBSCRIPTION_STATUS_ACTIVE', cancelledDueTo: undefined });
    await collectElsewhere();
    expect(await subs.get(tenant, id)).toMatchObject({ status: 'CANCELLED', cancelledDueTo: 'authorization_revoked' });
    end('PAY');
    await done;
    expect(payments(id)).toEqual([]);
  });
});
