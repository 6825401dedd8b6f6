import { startBeforeAll } from '@pitanga/testing';
import type { Tenant } from '@pitanga/core';
import { setClock, startBilling } from './billing-harness';
import { pageSubscriptions, subscriptionRequests } from './subscription-requests';

const billing = startBeforeAll(startBilling);
const { aPlan, byCard, started } = pageSubscriptions(() => billing);
const { subscribe } = subscriptionRequests(() => billing);
const methods = ['PAYMENT_METHOD_CARD' as const];

describe('a subscription checkout with the day of its first charge', () => {
  beforeEach(() => setClock(billing, '2026-12-01T12:00:00Z'));

  const trialsOf = async (tenant: Tenant) => (await started(tenant)).map(({ trialDays }) => trialDays);

  test('charges nothing before that day, whenever its customer subscribes, and whatever trial the product has', async () => {
    for (const trial of [{}, { trialDays: 7 }]) {
      const tenant = await billing.configuredStore();
      const plan = await aPlan(tenant, { methods, dueDate: '2027-11-30', ...trial });
      expect(plan).toMatchObject({ dueDate: '2027-11-30', trialDays: 364 });
      // What a release before this reads.
      expect(await billing.db('checkouts').where({ id: plan.id }).pluck('trial_days')).toEqual([90]);
      const { charge, subscriptionId } = await byCard(tenant, plan.id);
      expect([charge, typeof subscriptionId]).toEqual([undefined, 'string']);
      // The days are counted from the start, in São Paulo: there it is still the 10th.
      setClock(billing, '2026-12-11T02:00:00Z');
      await subscribe(tenant, plan.id);
      expect(await trialsOf(tenant)).toEqual([364, 355]);
      expect(await billing.db('charges').where({ store_id: tenant.storeId })).toEqual([]);
      setClock(billing, '2026-12-01T12:00:00Z');
    }
  });

  test('takes nobody from that day on, also where others have subscribed', async () => {
    const tenant = await billing.configuredStore();
    const [taken, open] = [
      await aPlan(tenant, { methods, dueDate: '2026-12-15' }),
      await aPlan(tenant, { methods, dueDate: '2026-12-15', externalId: 'moved' }),
    ];
    await byCard(tenant, taken.id);
    setClock(billing, '2026-12-15T02:59:00Z');
    await byCard(tenant, taken.id);
    expect(await trialsOf(tenant)).toEqual([14, 1]);
    setClock(billing, '2026-12-15T03:00:00Z');
    for (const { id } of [taken, open])
      await expect(byCard(tenant, id)).rejects.toMatchObject({ reason: 'CHARGE_EXPIRED' });
    // An offer that was not taken gives its name to one of a later day.
    const next = await aPlan(tenant, { methods, dueDate: '2027-01-15', externalId: 'moved' });
    expect([next.id === open.id, next.trialDays]).toEqual([false, 31]);
  });

  test('is another than one of the same name with another day', async () => {
    const tenant = await billing.configuredStore();
    const { id, items } = await aPlan(tenant, { methods, dueDate: '2026-12-15', externalId: 'moved' });
    const again = {
      methods,
      items: [{ product: items[0]?.productExternalId ?? '', quantity: 1 }],
      externalId: 'moved',
    };
    expect((await aPlan(tenant, { ...again, dueDate: '2026-12-15' })).id).toBe(id);
    await expect(aPlan(tenant, { ...again, dueDate: '2026-12-16' })).rejects.toMatchObject({ kind: 'ALREADY_EXISTS' });
  });

  test.each(['2026-12-01', '2026-11-30', '2027-12-03', '2026-02-30'])('is refused with %s', async (dueDate) => {
    const tenant = await billing.configuredStore();
    await expect(aPlan(tenant, { methods, dueDate })).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      message: expect.stringContaining("'firstChargeDate'"),
    });
  });
});
