import { everyTenant, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { applyEvents } from '../src/api/consumed-events';
import { findLastPayment } from '../src/payments/payment-repository';
import { sweepErasures } from '../src/subscribing/erase-person';
import { aCharge } from './billing-messages';
import { anAgreement, factsOf, inbound, later, noon, startSubscriptions } from './subscriptions-harness';

const subs = startBeforeAll(startSubscriptions);
afterEach(() => subs.finishTest());

const ref = 'payer_9aB3xK2mQw7Lr5Tz0Yc8VnHd';
const payer = { name: 'Zeca', maskedTaxId: '987.***.***-**', isSameAsCustomer: false, ref };
const namesZeca = /Zeca|987\.|payer_/;

/** A subscription whose first charge somebody else has paid, as the event says. */
const paidByZeca = (tenant: Tenant, paidAt: Date) => {
  const data = anAgreement(tenant, { charge: aCharge({ payer, paidAt }) });
  return { id: data.subscriptionId, event: inbound('agreement.started', data.subscriptionId, data) };
};
const erased = (tenant: Tenant, erasedAt: Date) =>
  inbound('payer.erased', ref, { tenant, payerRef: ref, erasedAt }, erasedAt);
const kept = async (tenant: Tenant, id: string) => JSON.stringify(await findLastPayment(subs.db, tenant, id));

describe('a payer who was erased', () => {
  it('does not come back by an event that is late, and its customer stays', async () => {
    const tenant = aTenant();
    const [before, late] = [paidByZeca(tenant, noon), paidByZeca(tenant, noon)];
    await applyEvents(subs.deps, [before.event]);
    expect(await kept(tenant, before.id)).toMatch(namesZeca);
    await applyEvents(subs.deps, [erased(tenant, later(noon, 1)), late.event]);
    for (const { id } of [before, late]) {
      expect(await kept(tenant, id)).not.toMatch(namesZeca);
      expect(await kept(tenant, id)).toContain('Ana');
    }
    const told = (await factsOf(subs.db, late.id)).map(({ payload }) => payload).join();
    expect(told).toContain('Ana');
    expect(told).not.toMatch(namesZeca);
  });

  it('is a payer like any other when they pay again, until the next erasure', async () => {
    const tenant = aTenant();
    const again = paidByZeca(tenant, later(noon, 2));
    const first = erased(tenant, later(noon, 1));
    await applyEvents(subs.deps, [first, again.event, first]);
    expect(await kept(tenant, again.id)).toMatch(namesZeca);
    await applyEvents(subs.deps, [erased(tenant, later(noon, 3)), first]);
    expect(await kept(tenant, again.id)).not.toMatch(namesZeca);
    const late = paidByZeca(tenant, later(noon, 2));
    await applyEvents(subs.deps, [late.event]);
    expect(await kept(tenant, late.id)).not.toMatch(namesZeca);
  });

  it('is erased in its own store and environment alone', async () => {
    const [tenant, other] = [aTenant(), aTenant()];
    const theirs = paidByZeca(other, noon);
    await applyEvents(subs.deps, [erased(tenant, later(noon, 1)), theirs.event]);
    expect(await kept(other, theirs.id)).toMatch(namesZeca);
  });

  it('leaves no payment that was being written at that moment', async () => {
    const tenant = aTenant();
    const paid = paidByZeca(tenant, noon);
    await applyEvents(subs.deps, [paid.event]);
    const row = () => subs.db('last_payments').where({ store_id: tenant.storeId, subscription_id: paid.id });
    const written = (await row().first('payment')) as { payment: string };
    await applyEvents(subs.deps, [erased(tenant, later(noon, 1))]);
    // As committed by a transaction that had looked for the erasure before it was there.
    await row().update(written);
    subs.clock.advance(300_001);
    await sweepErasures(subs.deps, everyTenant);
    expect(await kept(tenant, paid.id)).not.toMatch(namesZeca);
  });
});

it('an erased customer does not come back by an event that is late', async () => {
  const tenant = aTenant();
  const { event, id } = paidByZeca(tenant, noon);
  const { customer } = (event as unknown as { data: ReturnType<typeof anAgreement> }).data;
  const customerId = customer?.id ?? '';
  const gone = inbound('customer.erased', customerId, { tenant, customerId, erasedAt: later(noon, 1) });
  await applyEvents(subs.deps, [gone, event]);
  expect(await kept(tenant, id)).not.toMatch(/Ana|Zeca/);
});
