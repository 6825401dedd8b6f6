import { setImmediate as turn } from 'node:timers/promises';
import type { InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aTenant, startBeforeAll, testClock, waitFor, webhookReceiver } from '@pitanga/testing';
import { aCharge, aCheckout, aCustomer, anEvent, chargePaid } from '../../test/domain-events';
import { deliveriesOf, startHarness } from '../../test/harness';
import { insertMatches, matchEvents } from './match-events';
import { toNotification } from './notification';
import { findErasedPersons } from '../erasures/erasure-repository';
import { erasePersons } from './erase-persons';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));
const endpoint = 'http://127.0.0.1:9/hook';

afterEach(() => harness.stopDispatchers());

const erased = (tenant: Tenant, customerId = 'cust_1'): InboundEvent =>
  anEvent('customer.erased', tenant, clock.real(), { customerId, erasedAt: clock.real() });

async function rawBodies(tenant: Tenant): Promise<string[]> {
  const rows = (await harness.database
    .db('deliveries')
    .join('delivery_bodies', 'delivery_id', 'id')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode })
    .orderBy('id')) as { body: string }[];
  return rows.map(({ body }) => body);
}

const namesAna = (body: string): boolean => /Ana|ana@|123\./.test(body);

/** One domain event of each shape with personal data, for webhooks of both versions. */
function eventsOf(tenant: Tenant): InboundEvent[] {
  const checkout = aCheckout();
  const charge = aCharge({ origin: 'CHARGE_ORIGIN_CHECKOUT', checkoutId: checkout.id });
  return [
    chargePaid(tenant, clock.real()),
    anEvent('checkout.paid', tenant, clock.real(), { checkout, charge }),
    anEvent('charge.disputed', tenant, clock.real(), { checkout, charge }),
  ];
}

async function registerBoth(tenant: Tenant): Promise<void> {
  const events = ['transparent.completed', 'checkout.completed', 'checkout.disputed'];
  await harness.register(tenant, endpoint, { events });
  await harness.register(tenant, endpoint, { v2: false, events: ['billing.paid'] });
}

describe('an erased customer', () => {
  it('is blank in every body, delivered or not, under the same log ids; others stay', async () => {
    const receiver = await webhookReceiver();
    const tenant = aTenant();
    await registerBoth(tenant);
    await harness.register(tenant, receiver.url, { events: ['transparent.completed'] });
    await matchEvents(harness.deps, eventsOf(tenant));
    harness.dispatch();
    await waitFor('a delivery', async () =>
      (await deliveriesOf(harness, tenant)).some(({ status }) => status === 'DELIVERED'),
    );
    await harness.stopDispatchers();
    const other = { ...aCustomer, id: 'cust_2' };
    const charge = aCharge({ customerId: 'cust_2' });
    await matchEvents(harness.deps, [anEvent('charge.paid', tenant, clock.real(), { charge, customer: other })]);
    const before = await rawBodies(tenant);
    await erasePersons(harness.deps, [erased(tenant)]);
    const after = await rawBodies(tenant);
    expect(after.map((body) => (JSON.parse(body) as { id: string }).id)).toEqual(
      (await deliveriesOf(harness, tenant)).map(({ id }) => id),
    );
    expect(before.filter(namesAna)).toHaveLength(9);
    expect(after.filter(namesAna).every((body) => body.includes('"cust_2"'))).toBe(true);
    expect(after.filter(namesAna)).toHaveLength(3);
    await receiver.close();
  });

  it('is redacted in later events, with the same bytes as an erasure afterwards leaves', async () => {
    const tenant = aTenant();
    await registerBoth(tenant);
    const paid = eventsOf(tenant);
    await matchEvents(harness.deps, paid);
    await erasePersons(harness.deps, [erased(tenant)]);
    const swept = await rawBodies(tenant);
    await harness.database.db('deliveries').where({ store_id: tenant.storeId }).del();
    await harness.database
      .db('inbox')
      .whereIn(
        'event_id',
        paid.map(({ id }) => id),
      )
      .del();
    await matchEvents(harness.deps, paid);
    const withoutLogIds = (bodies: string[]): string[] =>
      bodies.map((body) => body.replace(/log_[0-9A-Za-z]{24}/, '')).sort();
    expect(swept).toHaveLength(5);
    expect(withoutLogIds(await rawBodies(tenant))).toEqual(withoutLogIds(swept));
    expect(swept.filter(namesAna)).toEqual([]);
  });

  it('is sent blank by the next attempt', async () => {
    const receiver = await webhookReceiver();
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    await erasePersons(harness.deps, [erased(tenant)]);
    harness.dispatch();
    const seen = await waitFor('the call', () => Promise.resolve(receiver.seen[0]));
    expect(JSON.parse(seen.body)).toMatchObject({
      data: { customer: { id: 'cust_1', name: '', email: '', taxId: '' } },
    });
    await receiver.close();
  });

  it('of one store and environment is not erased in the others', async () => {
    const tenant = aTenant();
    const others = [aTenant(), { ...tenant, devMode: false }];
    for (const other of others) {
      await harness.register(other, other.devMode ? endpoint : 'https://8.8.8.8/hook');
      await harness.pay(other);
    }
    await erasePersons(harness.deps, [erased(tenant)]);
    for (const other of others) {
      await harness.pay(other);
      expect((await rawBodies(other)).filter(namesAna)).toHaveLength(2);
    }
  });
});

describe('an erased payer', () => {
  const ref = 'payer_9aB3xK2mQw7Lr5Tz0Yc8VnHd';
  const payer = { name: 'Zeca', maskedTaxId: '987.***.***-**', isSameAsCustomer: false, ref };
  const namesZeca = (body: string): boolean => /Zeca|987\./.test(body);
  const payerErased = (tenant: Tenant, erasedAt = clock.real()): InboundEvent =>
    anEvent('payer.erased', tenant, erasedAt, { payerRef: ref, erasedAt });

  it('leaves a body whose customer stays, and later ones of events before the erasure', async () => {
    const tenant = aTenant();
    await registerBoth(tenant);
    const paid = [
      chargePaid(tenant, clock.real(), aCharge({ payer })),
      anEvent('charge.paid', tenant, clock.real(), { charge: aCharge({ payer, customerId: undefined }) }),
    ];
    await matchEvents(harness.deps, paid.slice(0, 1));
    expect((await rawBodies(tenant)).filter(namesZeca)).toHaveLength(1);
    await erasePersons(harness.deps, [payerErased(tenant), payerErased(tenant)]);
    await matchEvents(harness.deps, paid);
    const bodies = await rawBodies(tenant);
    expect(bodies.filter(namesZeca)).toEqual([]);
    expect(bodies.some(namesAna)).toBe(true);
  });

  it('who pays again is named again, until the next erasure', async () => {
    const tenant = aTenant();
    await harness.register(tenant, endpoint);
    await erasePersons(harness.deps, [payerErased(tenant, new Date(clock.real().getTime() - 1_000))]);
    await matchEvents(harness.deps, [chargePaid(tenant, clock.real(), aCharge({ payer }))]);
    expect((await rawBodies(tenant)).filter(namesZeca)).toHaveLength(1);
    await erasePersons(harness.deps, [payerErased(tenant)]);
    expect((await rawBodies(tenant)).filter(namesZeca)).toEqual([]);
  });
});

describe('an erasure', () => {
  it('goes through all bodies in batches, and comes again without writing anything', async () => {
    const tenant = aTenant();
    await harness.register(tenant, endpoint);
    await harness.pay(tenant, 6);
    await erasePersons(harness.deps, [erased(tenant)], 3);
    const versions = (): Promise<unknown> =>
      harness.database
        .db('delivery_bodies')
        .select(harness.database.db.raw('delivery_bodies.xmin::text'), 'body')
        .join('deliveries', 'id', 'delivery_id')
        .where({ store_id: tenant.storeId })
        .orderBy('id');
    const before = await versions();
    expect((await rawBodies(tenant)).filter(namesAna)).toEqual([]);
    await erasePersons(harness.deps, [erased(tenant), erased(tenant)], 3);
    expect(await versions()).toEqual(before);
  });

  it('that was interrupted goes on when its event is repeated', async () => {
    const tenant = aTenant();
    await harness.register(tenant, endpoint);
    await harness.pay(tenant, 4);
    const [, , third] = await deliveriesOf(harness, tenant);
    const bodies = harness.database.db('delivery_bodies');
    const sound = (await bodies.clone().where({ delivery_id: third!.id }).first()) as { body: string };
    await bodies.clone().where({ delivery_id: third!.id }).update({ body: 'broken' });
    await expect(erasePersons(harness.deps, [erased(tenant)], 2)).rejects.toThrow(SyntaxError);
    expect((await rawBodies(tenant)).filter(namesAna)).toHaveLength(1);
    await bodies.clone().where({ delivery_id: third!.id }).update(sound);
    await erasePersons(harness.deps, [erased(tenant)], 2);
    expect((await rawBodies(tenant)).filter(namesAna)).toEqual([]);
  });

  it('waits for events that are being matched, and redacts their deliveries too', async () => {
    const tenant = aTenant();
    await harness.register(tenant, endpoint);
    let erasing: Promise<void> | undefined;
    let isDone = false;
    await transact(harness.deps, async (tx) => {
      // In the middle of matching: no customer is erased, and the delivery is not inserted.
      expect(await findErasedPersons(tx.db, [{ tenant, id: 'cust_1' }])).toEqual([]);
      erasing = erasePersons(harness.deps, [erased(tenant)]).then(() => {
        isDone = true;
      });
      await waitFor('the erasure to wait', async () => {
        const { rows } = await harness.database.db.raw<{ rows: { count: string }[] }>(
          `select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
           where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
        );
        return Number(rows[0]?.count) > 0;
      });
      await insertMatches(tx, [toNotification(chargePaid(tenant, clock.real()))!]);
      await turn();
      expect(isDone).toBe(false);
    });
    await erasing;
    const bodies = await rawBodies(tenant);
    expect(bodies).toHaveLength(1);
    expect(bodies.filter(namesAna)).toEqual([]);
  });
});
