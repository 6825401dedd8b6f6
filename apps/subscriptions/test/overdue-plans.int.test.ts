import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { clockedCycles } from '../src/jobs/clocked-cycles';
import { dueInstant } from '../src/calendar/schedule';
import { call, later, startSubscriptions, subscriptionCalls, type Subscriptions } from './subscriptions-harness';

const subs = startBeforeAll(startSubscriptions);
beforeEach(() => (subs.billing.behave = () => 'PAY'));
afterEach(() => subs.finishTest());

const { payments } = subscriptionCalls(() => subs);
type Changes = NonNullable<Parameters<Subscriptions['start']>[1]>;

const weekly = { cycle: 'BILLING_CYCLE_WEEKLY', unitPriceCents: 2_500, retryEveryDays: 10, maxRetry: 10 } as const;
const monthly = { ...weekly, cycle: 'BILLING_CYCLE_MONTHLY', retryEveryDays: 30 } as const;

const amountsOf = (id: string): number[] => payments(id).map(({ amountCents }) => amountCents);
const change = (tenant: Tenant, id: string, product: string, quantity?: number) =>
  subs.client.changePlan({ tenant, id, product, quantity }, call());
const repairCard = (tenant: Tenant, id: string) =>
  subs.client.updateCard({ tenant, id, cardToken: 'ctok_new' }, call());
const statusesOf = async (id: string): Promise<string[]> =>
  subs.db('plan_changes').where({ subscription_id: id }).orderBy('id').pluck('status');

/** One whose payments have failed since its first cycle fell due, `days` after its start. */
async function inArrears(tenant: Tenant, changes: Changes, days: number): Promise<{ id: string; startedAt: Date }> {
  const startedAt = subs.clock.real();
  const id = await subs.start(tenant, changes);
  subs.billing.behave = ({ subscriptionId }) => (subscriptionId === id ? 'DECLINE' : 'PAY');
  await subs.runTo(later(startedAt, days));
  subs.billing.behave = () => 'PAY';
  return { id, startedAt };
}

describe('a plan that was asked for after cycles had fallen due', () => {
  it('leaves them at their old price: it applies from the first cycle that falls due after the request', async () => {
    const tenant = aTenant();
    const { id, startedAt } = await inArrears(tenant, weekly, 23);
    await change(tenant, id, subs.billing.product(9_900, 'BILLING_CYCLE_WEEKLY').id);
    await repairCard(tenant, id);
    await subs.collect();
    // The others follow day by day.
    expect(amountsOf(id)).toEqual([2_500]);
    await subs.runTo(later(startedAt, 26));
    expect(amountsOf(id)).toEqual([2_500, 2_500, 2_500]);
    expect(payments(id).map(({ dueAt }) => dueAt)).toEqual([7, 14, 21].map((days) => later(startedAt, days)));
    expect(await statusesOf(id)).toEqual(['PENDING']);
    await subs.runTo(later(startedAt, 35));
    expect(amountsOf(id)).toEqual([2_500, 2_500, 2_500, 9_900, 9_900]);
    expect(await statusesOf(id)).toEqual(['APPLIED']);
  });

  it('leaves them their rhythm: none of them becomes the anchor of the new one', async () => {
    const tenant = aTenant();
    const { id, startedAt } = await inArrears(tenant, monthly, 70);
    await change(tenant, id, subs.billing.product(9_900, 'BILLING_CYCLE_WEEKLY').id);
    await repairCard(tenant, id);
    await subs.runTo(later(startedAt, 72));
    const months = [1, 2, 3].map((n) => dueInstant(startedAt, 'MONTHLY', n));
    expect(payments(id).map(({ amountCents, dueAt }) => [amountCents, dueAt])).toEqual([
      [2_500, months[0]],
      [2_500, months[1]],
    ]);
    await subs.runTo(later(months[2]!, 14));
    expect(
      payments(id)
        .slice(2)
        .map(({ amountCents, dueAt }) => [amountCents, dueAt]),
    ).toEqual([0, 7, 14].map((days) => [9_900, later(months[2]!, days)]));
  });

  it('leaves those alone that nobody collected while the service was down', async () => {
    const tenant = aTenant();
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, weekly);
    subs.clock.advanceTo(later(startedAt, 22));
    await change(tenant, id, subs.billing.product(9_900, 'BILLING_CYCLE_MONTHLY').id, 2);
    await subs.collect();
    await subs.runTo(later(startedAt, 28));
    expect(amountsOf(id)).toEqual([2_500, 2_500, 2_500, 19_800]);
    expect((await subs.get(tenant, id)).nextChargeAt).toEqual(dueInstant(later(startedAt, 28), 'MONTHLY', 1));
  });

  it('leaves those alone that a test clock passes while the card is declined', async () => {
    const tenant = aTenant();
    const { id, startedAt } = await inArrears(tenant, weekly, 15);
    await change(tenant, id, subs.billing.product(9_900, 'BILLING_CYCLE_WEEKLY').id);
    const work = clockedCycles(subs.deps);
    const until = later(startedAt, 28);
    for (let next: Date | undefined = subs.clock.real(); next; next = await work.nextDue(tenant, until)) {
      subs.clock.advanceTo(next);
      await work.runDue(tenant);
    }
    expect(amountsOf(id)).toEqual([2_500, 2_500, 9_900, 9_900]);
  });

  it('does not replace one that a cycle fell due under, only one that still waits', async () => {
    const tenant = aTenant();
    const { id, startedAt } = await inArrears(tenant, weekly, 8);
    const plans = [3_000, 4_000, 9_900].map((price) => subs.billing.product(price, 'BILLING_CYCLE_WEEKLY').id);
    const always = ({ subscriptionId }: { readonly subscriptionId: string }) =>
      subscriptionId === id ? ('DECLINE' as const) : ('PAY' as const);
    await change(tenant, id, plans[0]!, 2);
    subs.billing.behave = always;
    await subs.runTo(later(startedAt, 15));
    // What is left out is what the cycle before it will have cost.
    await change(tenant, id, plans[1]!);
    subs.clock.advance(1);
    await change(tenant, id, plans[2]!);
    expect(await statusesOf(id)).toEqual(['APPLIED', 'CANCELLED', 'PENDING']);
    subs.billing.behave = () => 'PAY';
    await repairCard(tenant, id);
    await subs.runTo(later(startedAt, 21));
    expect(amountsOf(id)).toEqual([2_500, 6_000, 19_800]);
    expect(await statusesOf(id)).toEqual(['APPLIED', 'CANCELLED', 'APPLIED']);
  });

  it('ends with a subscription that is cancelled before', async () => {
    const tenant = aTenant();
    const { id } = await inArrears(tenant, weekly, 8);
    await change(tenant, id, subs.billing.product(3_000, 'BILLING_CYCLE_WEEKLY').id);
    await subs.client.cancelSubscription({ tenant, id }, call());
    expect(await statusesOf(id)).toEqual(['CANCELLED']);
    await subs.collect();
    expect(amountsOf(id)).toEqual([]);
  });
});

describe('usage that is recorded while cycles are unpaid', () => {
  it('belongs to the first cycle that falls due after it', async () => {
    const tenant = aTenant();
    const { id, startedAt } = await inArrears(tenant, weekly, 15);
    const { id: api } = subs.billing.product(10);
    const use = { tenant, id, product: api, units: 30, action: 'USAGE_ACTION_ADD' } as const;
    expect((await subs.client.recordUsage(use, call())).usage?.installmentNumber).toBe(4);
    await repairCard(tenant, id);
    await subs.runTo(later(startedAt, 21));
    expect(amountsOf(id)).toEqual([2_500, 2_500, 2_800]);
  });

  it('keeps what it has when a cycle before it is too small to be charged', async () => {
    const tenant = aTenant();
    const free = {
      code: 'TUDO',
      discountKind: 'DISCOUNT_KIND_PERCENTAGE',
      discount: 10_000,
      duration: 'COUPON_DURATION_FOREVER',
    } as const;
    const startedAt = subs.clock.real();
    const id = await subs.start(tenant, { ...weekly, coupons: [free] });
    const use = (units: number) =>
      subs.client.recordUsage({ tenant, id, product: api, units, action: 'USAGE_ACTION_ADD' }, call());
    const { id: api } = subs.billing.product(10);
    await use(7);
    subs.clock.advanceTo(later(startedAt, 8));
    await use(5);
    await subs.runTo(later(startedAt, 14));
    expect(amountsOf(id)).toEqual([0, 120]);
  });
});
