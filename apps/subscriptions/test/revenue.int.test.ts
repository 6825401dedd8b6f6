import { openTransaction, type Db } from '@pitanga/database';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import type { Tenant } from '@pitanga/core';
import { invariants } from '../src/invariants/invariant-queries';
import { watchBacklog } from '../src/jobs/start-jobs';
import { brokenInvariants, call, noon, startSubscriptions } from './subscriptions-harness';

const subs = startBeforeAll(startSubscriptions);
const tenant = aTenant();
let ended: string;
let trial: string;
beforeAll(async () => {
  await subs.start(tenant, { cycle: 'BILLING_CYCLE_WEEKLY', unitPriceCents: 101 });
  await subs.start(tenant, { cycle: 'BILLING_CYCLE_ANNUALLY', unitPriceCents: 1_001 });
  ended = await subs.start(tenant, { cycle: 'BILLING_CYCLE_QUARTERLY', quantity: 2 });
  trial = await subs.start(tenant, { trialDays: 5, unitPriceCents: 999_999 });
  subs.billing.behave = ({ subscriptionId }) => (subscriptionId === ended ? 'DECLINE' : 'PAY');
});

const revenue = (of: Tenant) => subs.client.getRecurringRevenue({ tenant: of }, call());
/** In centavos a month, exact until it is rounded once: weekly 101 × 52 ÷ 12 = 437.67, yearly 1001 ÷ 12 = 83.42. */
const [weekly, yearly, quarterly] = [(101 * 52) / 12, 1_001 / 12, 9_980 / 3];

describe('recurring revenue', () => {
  it('is what active subscriptions past their trial bring a month, rounded once; a trial is active all the same', async () => {
    const mrrCents = Math.round(weekly + yearly + quarterly);
    expect(await revenue(tenant)).toEqual({ mrrCents, activeSubscriptions: 4 });
    expect(await revenue(aTenant())).toEqual({ mrrCents: 0, activeSubscriptions: 0 });
    expect(await revenue({ ...tenant, devMode: false })).toEqual({ mrrCents: 0, activeSubscriptions: 0 });
  });

  it('gains a trial when it ends and loses a subscription when it is cancelled, by request or by its retries', async () => {
    await subs.runTo((await subs.get(tenant, trial)).trialEndsAt!);
    const base = weekly + yearly + 999_999;
    expect(await revenue(tenant)).toEqual({ mrrCents: Math.round(base + quarterly), activeSubscriptions: 4 });
    await subs.runTo('2027-03-01T15:00:00.000Z');
    expect((await subs.get(tenant, ended)).status).toBe('CANCELLED');
    expect(await revenue(tenant)).toEqual({ mrrCents: Math.round(base), activeSubscriptions: 3 });
    await subs.client.cancelSubscription({ tenant, id: trial }, call());
    expect(await revenue(tenant)).toEqual({ mrrCents: Math.round(weekly + yearly), activeSubscriptions: 2 });
    expect(await brokenInvariants(subs.db, subs.clock.real())).toEqual([]);
  });
});

/** Plants `damage`, asks the invariants, and rolls back. */
async function violatedInvariants(damage: (db: Db) => Promise<unknown>): Promise<string[]> {
  const tx = await openTransaction(subs.db);
  try {
    await tx.raw('alter table subscriptions drop constraint subscriptions_ended_check');
    await damage(tx);
    const broken: string[] = [];
    for (const { name, violations } of invariants)
      if ((await violations(tx, subs.clock.real())).length > 0) broken.push(name);
    return broken;
  } finally {
    await tx.rollback();
  }
}

const active = { status: 'ACTIVE' };
const cases: readonly [string, string, (db: Db) => Promise<unknown>][] = [
  [
    'a figure was changed',
    'revenue_matches_subscriptions',
    (db) => db('recurring_revenue').increment('mrr_twelfths', 1),
  ],
  ['a store lost its figures', 'revenue_matches_subscriptions', (db) => db('recurring_revenue').delete()],
  [
    'a price was changed by hand',
    'revenue_matches_subscriptions',
    (db) => db('subscriptions').where(active).increment('amount_cents', 1),
  ],
  [
    'a cancelled one is counted',
    'trials_are_no_revenue',
    (db) => db('subscriptions').whereNot(active).update({ is_recurring: true }),
  ],
  [
    'an attempt under way was forgotten',
    'attempts_match_steps',
    (db) => db('subscriptions').where(active).update({ step: 'CHARGE' }),
  ],
  [
    'an attempt came back to life',
    'attempts_match_steps',
    (db) =>
      db('cycle_attempts')
        .where({ subscription_id: trial, cycle_number: 1 })
        .update({ state: 'STARTED', ended_at: null }),
  ],
  [
    'a cycle was skipped',
    'cycles_are_paid_in_order',
    (db) => db('subscriptions').where(active).increment('cycle_number', 1),
  ],
  ['a paid cycle was lost', 'cycles_are_paid_in_order', (db) => db('cycles').where({ status: 'PAID' }).delete()],
  [
    'a cycle was marked as skipped that was paid',
    'cycles_match_attempts',
    (db) => db('cycles').where({ status: 'PAID' }).update({ status: 'SKIPPED' }),
  ],
  [
    'a pause has an end and no beginning',
    'pauses_match_steps',
    (db) => db('subscriptions').where(active).update({ resumes_at: noon }),
  ],
];

describe('the invariants', () => {
  it.each(cases)('find that %s', async (_what, name, damage) => {
    expect(await violatedInvariants(damage)).toContain(name);
  });

  it('are each proved to see a violation', () => {
    expect(new Set(cases.map(([, name]) => name))).toEqual(new Set(invariants.map(({ name }) => name)));
  });
});

describe('the backlog', () => {
  it('is shown by the age of the oldest due work', async () => {
    const next = (await subs.db('subscriptions').min('run_at as at').first()) as { at: Date };
    subs.clock.advanceTo(new Date(next.at.getTime() + 90_000));
    await watchBacklog(subs.deps);
    expect((await subs.deps.metrics.backlogAge.get()).values[0]?.value).toBe(90);
  });
});

describe('finding due work', () => {
  it('reads an index that is sorted by when things are due, however many wait', async () => {
    await subs.db
      .raw(`insert into subscriptions (store_id, dev_mode, id, checkout_id, customer_id, product_id, quantity,
        amount_cents, method, status, cycle, coupons, max_retry, retry_every_days, anchor_at, next_charge_at, metadata,
        created_at, updated_at, step, run_at)
      select 'store_many', true, 'subs_' || n, 'bill_1', 'cust_' || n, 'prod_1', 1, 100, 'CARD', 'ACTIVE', 'MONTHLY', '{}',
        3, 1, now(), now(), '{}', now(), now(), 'WAIT', now() + n * interval '1 minute'
      from generate_series(1, 20000) as n`);
    await subs.db.raw('analyze subscriptions');
    const { rows } = await subs.db.raw<{ rows: { 'QUERY PLAN': string }[] }>(
      `explain select * from subscriptions where run_at <= now() order by run_at limit 32 for update skip locked`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('subscriptions_run_at_idx');
  });
});
