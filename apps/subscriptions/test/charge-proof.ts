import { setTimeout as delay } from 'node:timers/promises';
import { isAppError, type Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import { seeded, testIds } from '@pitanga/testing';
import { createCollector } from '../src/jobs/collector';
import { effectivePolicy } from '../src/subscriptions/retry-policy';
import type { Behaviour } from './billing-stand-in';
import { call, factsOf, type Replica, type Subscriptions } from './subscriptions-harness';

export async function collectOn({ deps }: Replica): Promise<void> {
  const collector = createCollector(deps);
  await collector.run();
  await collector.drained();
}

/** Random histories from one seed; `subs` is called later, because it starts before the tests. */
export function randomHistories(subs: () => Subscriptions, seed: number) {
  const random = seeded(seed);

  const pick = <T>(...items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const pause = (ms: number): Promise<void> => delay(random() * ms);

  /** Answers when the first attempt is asked for. */
  function behaveAtRandom(...behaviours: Behaviour[]): Promise<unknown> {
    const begun = Promise.withResolvers<undefined>();
    subs().billing.behave = async () => {
      begun.resolve(undefined);
      await pause(6);
      return pick(...behaviours);
    };
    subs().billing.beforeAnswer = () => pause(6);
    return begun.promise;
  }

  return { random, pick, pause, behaveAtRandom };
}

/** Repeats a call that was refused as busy, as a client does: 120 calls at once may fill the pool. */
export async function patiently<T>(work: (context: CallContext) => Promise<T>): Promise<T> {
  const context = call(testIds.token(12));
  for (;;) {
    try {
      return await work(context);
    } catch (error) {
      if (!isAppError(error) || error.kind !== 'UNAVAILABLE') throw error;
    }
  }
}

export const paidOf = (subs: Subscriptions, id: string) =>
  subs.billing.payments.filter(({ subscriptionId }) => subscriptionId === id);

function behaveWell(subs: Subscriptions): void {
  subs.billing.behave = () => 'PAY';
  subs.billing.beforeAnswer = () => Promise.resolve();
}

/** Everything that was left unknown is asked again, and everything due is done. */
export async function settle(subs: Subscriptions): Promise<void> {
  behaveWell(subs);
  subs.clock.advance(60_000);
  await subs.collect();
}

const cyclesOf = (subs: Subscriptions, id: string): Promise<readonly { number: number; status: string }[]> =>
  subs.db('cycles').select('number', 'status').where({ subscription_id: id }).orderBy('number');

/** What holds of any history: money and facts agree, no cycle twice or left out, nothing after a cancellation. */
export async function expectSound(subs: Subscriptions, tenant: Tenant, id: string): Promise<void> {
  const subscription = await subs.get(tenant, id);
  const facts = await factsOf(subs.db, id);
  const inOrder = (_: unknown, index: number): number => index;
  const payments = paidOf(subs, id).map(({ cycleNumber, amountCents }) => ({ cycleNumber, amountCents }));
  // Only a pause leaves cycles out, and gives the open one up.
  const cycles = await cyclesOf(subs, id);
  expect(cycles.map(({ number }) => number - 1)).toEqual(cycles.map(inOrder));
  const inStatus = (status: string) => cycles.filter((cycle) => cycle.status === status).map(({ number }) => number);
  expect(payments.map(({ cycleNumber }) => cycleNumber)).toEqual(inStatus('PAID'));
  if (!facts.some(({ type }) => type === 'subscription.updated')) {
    expect(inStatus('SKIPPED')).toEqual([]);
    if (subscription.status === 'ACTIVE') expect(inStatus('UNPAID')).toEqual([]);
  }
  const renewed = facts.flatMap(({ type, data }) => {
    if (type !== 'subscription.renewed') return [];
    return [{ cycleNumber: data.cycleNumber, amountCents: data.charge?.amountCents ?? data.checkout?.amountCents }];
  });
  expect(renewed).toEqual(payments);
  const types = facts.map(({ type }) => type).filter((type) => type !== 'usage.recorded');
  const ends = types.filter((type) => type === 'subscription.cancelled');
  expect(ends).toHaveLength(subscription.status === 'CANCELLED' ? 1 : 0);
  if (ends.length > 0) expect(types.at(-1)).toBe('subscription.cancelled');
  const failures = facts.flatMap(({ type, data }) => (type === 'subscription.payment_failed' ? [data] : []));
  for (const ofCycle of Map.groupBy(failures, ({ cycleNumber }) => cycleNumber).values()) {
    // An attempt with a new card comes before the retry whose number it has, and uses up none.
    const retries = ofCycle.map(({ retryNumber }) => retryNumber);
    expect(retries).toEqual(retries.toSorted((one, other) => one - other));
    expect([...new Set(retries)]).toEqual([...new Set(retries)].map(inOrder));
    const { maxRetry } = effectivePolicy(subscription);
    expect(retries.at(-1)).toBeLessThanOrEqual(maxRetry);
    const last = ofCycle.at(-1);
    if (last?.retryNumber !== maxRetry || last.nextAttemptAt) continue;
    expect(cycles[last.cycleNumber - 1]?.status).toBe('UNPAID');
  }
}

export const addUsage = (sum: number, { usageCents }: { readonly usageCents: number }): number => sum + usageCents;

/** What was recorded, and how much of it belongs to cycles that are paid. */
export async function usageOf(subs: Subscriptions, id: string): Promise<{ recorded: number; charged: number }> {
  const { rows } = await subs.db.raw<{ rows: { recorded: number; charged: number }[] }>(
    `select coalesce(sum(u.amount_cents), 0)::bigint as recorded,
       coalesce(sum(u.amount_cents) filter (where c.status = 'PAID'), 0)::bigint as charged
     from usage_totals u
     left join cycles c on c.store_id = u.store_id and c.dev_mode = u.dev_mode
       and c.subscription_id = u.subscription_id and c.number = u.cycle_number
     where u.subscription_id = ?`,
    [id],
  );
  return rows[0] ?? { recorded: 0, charged: 0 };
}
