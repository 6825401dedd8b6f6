import { everyTenant, type Tenant } from '@pitanga/core';
import { moveClock } from '@pitanga/store-clock';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { clockedCycles } from '../src/jobs/clocked-cycles';
import { announceRenewals } from '../src/subscribing/announce-renewals';
import { call, factsOfType, later, noon, startSubscriptions, subscriptionCalls, weekly } from './subscriptions-harness';

const subs = startBeforeAll(startSubscriptions);
beforeEach(() => (subs.billing.behave = () => 'PAY'));
afterEach(() => subs.finishTest());

const { pause, resume, decline } = subscriptionCalls(() => subs);
const announce = (deps = subs.deps) => announceRenewals(deps, everyTenant);
const announced = (id: string) => factsOfType(subs.db, id, 'subscription.renewal_upcoming');

/** A subscription in production, whose time is real, and when it is charged next. */
async function aSubscription(over: object = {}): Promise<{ tenant: Tenant; id: string; due: Date }> {
  const tenant = aTenant(false);
  const id = await subs.start(tenant, over);
  return { tenant, id, due: await dueOf(tenant, id) };
}

async function dueOf(tenant: Tenant, id: string): Promise<Date> {
  const { nextChargeAt } = await subs.get(tenant, id);
  if (!nextChargeAt) throw new Error('nothing is due');
  return nextChargeAt;
}

/** Lets time pass to `days` before an instant, and a moment more or less. */
function passTo(due: Date, days: number, moreMs = 0): void {
  subs.clock.advanceTo(new Date(later(due, -days).getTime() + moreMs));
}

describe('a charge that is some days ahead', () => {
  it.each([
    ['BILLING_CYCLE_MONTHLY', 3],
    ['BILLING_CYCLE_QUARTERLY', 3],
    ['BILLING_CYCLE_SEMIANNUALLY', 7],
    ['BILLING_CYCLE_ANNUALLY', 7],
  ] as const)('of %s is announced %d days before, with its amount and customer', async (cycle, days) => {
    const { id, due } = await aSubscription({ cycle });
    passTo(due, days, -1);
    await announce();
    expect(await announced(id)).toEqual([]);
    passTo(due, days);
    await announce();
    expect(await announced(id)).toMatchObject([
      {
        subscription: { id },
        customer: { email: 'ana@example.com' },
        cycleNumber: 1,
        dueAt: due,
        amountCents: 4_990,
        endsTrial: false,
      },
    ]);
  });

  it('is announced once for each cycle, whatever repeats, and by however many processes', async () => {
    const { tenant, id, due } = await aSubscription();
    const others = await Promise.all([subs.replica('one'), subs.replica('two')]);
    passTo(due, 2);
    await Promise.all([announce(), ...others.map(({ deps }) => announce(deps)), announce()]);
    await announce();
    expect(await announced(id)).toHaveLength(1);
    await subs.runTo(due);
    const next = await dueOf(tenant, id);
    expect(next.getTime()).toBeGreaterThan(due.getTime());
    await announce();
    passTo(next, 3);
    await Promise.all(others.map(({ deps }) => announce(deps)));
    expect((await announced(id)).map(({ cycleNumber }) => cycleNumber)).toEqual([1, 2]);
    await Promise.all(others.map((other) => other.stop()));
  });

  it('is announced after a crash between the note and its event, which keeps neither', async () => {
    const { id, due } = await aSubscription();
    passTo(due, 3);
    await subs.db.raw('alter table outbox add constraint crash check (false) not valid');
    await announce();
    await subs.db.raw('alter table outbox drop constraint crash');
    expect(await announced(id)).toEqual([]);
    await announce();
    expect(await announced(id)).toHaveLength(1);
  });

  it('is announced with the others that are ahead, whose amounts are asked for in one call', async () => {
    const ahead = [await aSubscription(), await aSubscription(), await aSubscription()];
    passTo(ahead[2]?.due ?? noon, 3);
    subs.billing.rangesAsked.length = 0;
    await announce();
    const ids = ahead.map(({ id }) => id);
    expect(subs.billing.rangesAsked).toEqual([expect.arrayContaining(ids)]);
    for (const id of ids) expect(await announced(id)).toHaveLength(1);
  });

  it('is announced though others before it cannot be', async () => {
    const [broken, { id, due }] = [await aSubscription(), await aSubscription()];
    await subs.db('plan_changes').insert({
      store_id: broken.tenant.storeId,
      dev_mode: false,
      id: 'subu_broken',
      subscription_id: broken.id,
      status: 'PENDING',
      product_id: 'prod_1',
      quantity: 10_000,
      unit_price_cents: '9007199254740991',
      cycle: 'MONTHLY',
      requested_at: noon,
      updated_at: noon,
    });
    passTo(due, 3);
    await announce();
    expect([await announced(broken.id), (await announced(id)).length]).toEqual([[], 1]);
    await subs.db('plan_changes').where({ id: 'subu_broken' }).delete();
  });

  it('at the end of a trial is announced three days before, whatever the cycle, and at once in a shorter trial', async () => {
    const { id, due } = await aSubscription({ ...weekly, trialDays: 10 });
    const annual = await aSubscription({ cycle: 'BILLING_CYCLE_ANNUALLY', trialDays: 10 });
    passTo(due, 3, -1);
    await announce();
    expect([await announced(id), await announced(annual.id)]).toEqual([[], []]);
    passTo(due, 3);
    await announce();
    expect(await announced(id)).toMatchObject([{ endsTrial: true, dueAt: due, amountCents: 4_990 }]);
    expect(await announced(annual.id)).toHaveLength(1);
    const short = await aSubscription({ trialDays: 1 });
    await announce();
    expect(await announced(short.id)).toMatchObject([{ endsTrial: true }]);
    await subs.runTo(due);
    await announce();
    expect(await announced(id)).toHaveLength(1);
  });

  it('that the payer’s bank has in advance is announced with the amount that it has', async () => {
    subs.billing.behave = () => 'PEND';
    subs.billing.askAgainAt = () => later(subs.clock.real(), 1);
    const { id, due } = await aSubscription({ method: 'PAYMENT_METHOD_PIX', leadDays: 7 });
    await subs.runTo(later(due, -4));
    await announce();
    expect(await announced(id)).toEqual([]);
    await subs.runTo(later(due, -3));
    await announce();
    expect(await announced(id)).toMatchObject([{ cycleNumber: 1, dueAt: due, amountCents: 4_990 }]);
  });

  it.each([
    ['of a week', (): Promise<unknown> => Promise.resolve(), weekly],
    ['in a pause', (tenant: Tenant, id: string): Promise<unknown> => pause(tenant, id), {}],
    [
      'of a subscription that is cancelled',
      (tenant: Tenant, id: string): Promise<unknown> => subs.client.cancelSubscription({ tenant, id }, call()),
      {},
    ],
    [
      'of a subscription that ends first',
      (tenant: Tenant, id: string): Promise<unknown> =>
        subs.client.cancelSubscription({ tenant, id, atPeriodEnd: true }, call()),
      {},
    ],
    [
      'that coupons take whole',
      (): Promise<unknown> => Promise.resolve(),
      {
        coupons: [
          {
            code: 'TUDO',
            discountKind: 'DISCOUNT_KIND_PERCENTAGE',
            discount: 10_000,
            duration: 'COUPON_DURATION_FOREVER',
          },
        ],
      },
    ],
  ])('%s is not announced', async (_name, change, over) => {
    const { tenant, id, due } = await aSubscription(over);
    await change(tenant, id);
    passTo(due, 1);
    await announce();
    expect(await announced(id)).toEqual([]);
  });

  it('is not announced while it is tried again, and is once a pause has ended', async () => {
    const { tenant, id, due } = await aSubscription();
    decline(id);
    await subs.runTo(later(due, 0));
    await announce();
    expect(await announced(id)).toEqual([]);
    const paused = await aSubscription();
    await pause(paused.tenant, paused.id);
    passTo(paused.due, 2);
    await announce();
    expect(await announced(paused.id)).toEqual([]);
    await resume(paused.tenant, paused.id);
    await announce();
    expect(await announced(paused.id)).toHaveLength(1);
    expect((await subs.get(tenant, id)).attempts).toBe(1);
  });

  it('stops a test clock that is advanced, and follows one that was moved, at the store’s time', async () => {
    const tenant = aTenant();
    const [id, other] = [await subs.start(tenant), await subs.start(aTenant())];
    const [due, work] = [await dueOf(tenant, id), clockedCycles(subs.deps)];
    const told = later(due, -3);
    expect(await work.nextDue(tenant, due)).toEqual(told);
    const move = async (at: Date, isAdvancing: boolean): Promise<void> => {
      const offsetMs = at.getTime() - subs.clock.real().getTime();
      const { db, clock } = subs.deps;
      await moveClock({ db, clock }, tenant, { offsetMs, isAdvancing }, (tx, delta) => work.shift(tx, tenant, delta));
    };
    await move(told, true);
    await announce();
    expect(await announced(id)).toEqual([]);
    expect(await work.runDue(tenant)).toBe(1);
    expect(await announced(id)).toHaveLength(1);
    const [fact] = (await subs.db('outbox').where({ key: id, type: 'subscription.renewal_upcoming' })) as {
      occurred_at: Date;
    }[];
    expect(fact?.occurred_at).toEqual(told);
    expect(await work.nextDue(tenant, due)).toEqual(due);
    await move(told, false);
    const newer = await subs.start(tenant, { startedAt: later(told, -29) });
    await announce();
    expect([(await announced(newer)).length, (await announced(other)).length]).toEqual([1, 0]);
  });
});
