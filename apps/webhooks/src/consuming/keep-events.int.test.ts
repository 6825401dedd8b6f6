import { everyTenant, type PageRequest, type Tenant } from '@pitanga/core';
import { inTransaction, openTransaction } from '@pitanga/database';
import { aTenant, startBeforeAll, testClock, testIds, waitFor } from '@pitanga/testing';
import { aCharge, aCheckout, aCustomer, anEvent, chargePaid } from '../../test/domain-events';
import { bodiesOf, startHarness } from '../../test/harness';
import { eventHandlers } from '../api/event-rpc';
import { v2Events } from '../endpoints/event-names';
import type { EventFilter, NewEvent, StoredEvent } from '../events/event';
import { findEvent, findEventsAfter, findLastPosition, insertEvents, listEvents } from '../events/event-repository';
import { finishErasures } from '../jobs/finish-erasures';
import { createPartitions, deleteLateEvents, dropPartitions } from '../retention/retention-repository';
import { erasePersons } from './erase-persons';
import { matchEvents } from './match-events';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));

const kept = async (
  tenant: Tenant,
  filter: EventFilter = {},
  page: PageRequest = { limit: 100 },
): Promise<readonly StoredEvent[]> => (await listEvents(harness.deps.db, tenant, page, filter)).items;

const idsOf = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);
const parsed = (body: string) => JSON.parse(body) as Record<string, unknown>;

function checkoutPaid(tenant: Tenant) {
  const checkout = aCheckout();
  const charge = aCharge({ origin: 'CHARGE_ORIGIN_CHECKOUT', checkoutId: checkout.id });
  return anEvent('checkout.paid', tenant, clock.real(), { checkout, charge });
}

describe('events', () => {
  it('are kept for a store without a webhook, under the id and the time of the domain event', async () => {
    const tenant = aTenant();
    const charge = aCharge();
    const movedTo = new Date(clock.real().getTime() + 30 * 24 * 3_600_000);
    const event = { ...chargePaid(tenant, clock.real(), charge), occurredAt: movedTo, requestId: 'req_1' };
    expect(await matchEvents(harness.deps, [event])).toBe(0);
    const [only, ...others] = await kept(tenant);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ id: event.id, type: 'transparent.completed', createdAt: movedTo, requestId: 'req_1' });
    expect(parsed(only?.body ?? '')).toMatchObject({ id: event.id, data: { transparent: { id: charge.id } } });
    expect(await findEvent(harness.deps.db, tenant, event.id)).toEqual(only);
  });

  it('have the body of the delivery to the last byte, but for its id', async () => {
    const tenant = aTenant();
    await harness.register(tenant, 'http://127.0.0.1:9/hook', { events: [...v2Events] });
    const events = [chargePaid(tenant, clock.real()), checkoutPaid(tenant)];
    await matchEvents(harness.deps, events);
    const sent = await harness.database.db('delivery_bodies').join('deliveries', 'id', 'delivery_id');
    const bodies = sent as { id: string; event_id: string; store_id: string; body: string }[];
    const own = bodies.filter(({ store_id }) => store_id === tenant.storeId);
    expect(own).toHaveLength(2);
    for (const { id, event_id, body } of own) {
      const event = await findEvent(harness.deps.db, tenant, event_id);
      expect(event?.body).toBe(body.replace(id, event_id));
    }
    // The body is checked against the published schema.
    expect(await bodiesOf(harness, tenant)).toHaveLength(2);
  });

  it('that Kafka brings again, also after its inbox was purged, are kept once', async () => {
    const tenant = aTenant();
    const event = chargePaid(tenant, clock.real());
    await matchEvents(harness.deps, [event, event]);
    await matchEvents(harness.deps, [event]);
    await harness.database.db('inbox').where({ event_id: event.id }).delete();
    await matchEvents(harness.deps, [event]);
    expect(idsOf(await kept(tenant))).toEqual([event.id]);
  });

  it('of v1 alone keep nothing of their own, and no domain event without a webhook event does', async () => {
    const tenant = aTenant();
    const charge = aCharge({ origin: 'CHARGE_ORIGIN_SUBSCRIPTION' });
    await matchEvents(harness.deps, [chargePaid(tenant, clock.real(), charge)]);
    expect(await kept(tenant)).toEqual([]);
    expect(await findLastPosition(harness.deps.db, tenant)).toBe(0);
  });

  it('are listed newest first by every filter, page by page, and by each record they are about', async () => {
    const tenant = aTenant();
    const events = [];
    for (let round = 0; round < 6; round += 1) {
      clock.advance(1);
      events.push(round % 2 === 0 ? chargePaid(tenant, clock.real()) : checkoutPaid(tenant));
    }
    await matchEvents(harness.deps, events);
    const newest = idsOf(events).reverse();
    expect(idsOf(await kept(tenant))).toEqual(newest);
    expect(idsOf(await kept(tenant, {}, { limit: 2, after: newest[1] }))).toEqual(newest.slice(2, 4));
    const completed = newest.filter((_id, index) => index % 2 === 1);
    expect(idsOf(await kept(tenant, { type: 'transparent.completed' }))).toEqual(completed);
    expect(idsOf(await kept(tenant, { recordId: aCustomer.id }))).toEqual(newest);
    expect(idsOf(await kept(tenant, { recordId: aCustomer.id }, { limit: 2, after: newest[1] }))).toEqual(
      newest.slice(2, 4),
    );
    expect(idsOf(await kept(tenant, { recordId: aCustomer.id, type: 'transparent.completed' }))).toEqual(completed);
    const [, paid] = events;
    const { checkout, charge } = paid?.data as { checkout: { id: string }; charge: { id: string } };
    for (const recordId of [checkout.id, charge.id]) {
      expect(idsOf(await kept(tenant, { recordId }))).toEqual([paid?.id]);
    }
    expect(await kept(tenant, { recordId: 'cust_2' })).toEqual([]);
  });

  it('of another store or environment are as if they were not there', async () => {
    const tenant = aTenant();
    const event = chargePaid(tenant, clock.real());
    await matchEvents(harness.deps, [event]);
    const { listEventsAfter } = eventHandlers(harness.deps);
    for (const other of [aTenant(), { ...tenant, devMode: !tenant.devMode }]) {
      expect(await kept(other)).toEqual([]);
      expect(await kept(other, { recordId: aCustomer.id })).toEqual([]);
      expect(await findEvent(harness.deps.db, other, event.id)).toBeUndefined();
      await expect(kept(other, {}, { limit: 5, after: event.id })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
      const request = { tenant: other, afterId: event.id, afterPosition: undefined, limit: 10 };
      await expect(listEventsAfter(request, { tenant: other } as never)).rejects.toMatchObject({
        reason: 'EVENT_NOT_KEPT',
      });
      const all = await listEventsAfter({ ...request, afterId: undefined, afterPosition: 0 }, {
        tenant: other,
      } as never);
      expect(all).toMatchObject({ events: [], position: 0, isLast: true });
    }
  });
});

const aNewEvent = (tenant: Tenant, at = clock.real()): NewEvent => {
  const id = testIds.next('event', at);
  return {
    tenant,
    id,
    type: 'transfer.completed',
    body: '{}',
    recordIds: ['tran_1'],
    requestId: undefined,
    createdAt: at,
  };
};

describe('positions', () => {
  it('are given out in the order of commits: no event is ever added before one that was read', async () => {
    const tenant = aTenant();
    const { db } = harness.deps;
    const [slow, fast] = [aNewEvent(tenant), aNewEvent(tenant)];
    const first = await openTransaction(db);
    await insertEvents(first, [slow]);
    let isFastDone = false;
    const second = inTransaction(db, (tx) => insertEvents(tx, [fast])).then(() => (isFastDone = true));
    try {
      await waitFor('the second transaction to wait for the first, or to end', async () => {
        const { rows } = await harness.database.db.raw<{ rows: object[] }>(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%event_positions%'
           and datname = current_database()`,
        );
        return isFastDone || rows.length > 0;
      });
      // What a stream has read so far: nothing that the slow one could slip behind.
      expect([isFastDone, await findEventsAfter(db, tenant, 0, 10)]).toEqual([false, []]);
    } finally {
      await first.commit();
    }
    await second;
    const read = await findEventsAfter(db, tenant, 0, 10);
    expect(read.map(({ id, position }) => [id, position])).toEqual([
      [slow.id, 1],
      [fast.id, 2],
    ]);
  });

  it('of a transaction that is rolled back are given out again, and other stores do not wait for it', async () => {
    const tenant = aTenant();
    const other = aTenant();
    const { db } = harness.deps;
    const lost = await openTransaction(db);
    await insertEvents(lost, [aNewEvent(tenant), aNewEvent(tenant)]);
    await inTransaction(db, (tx) => insertEvents(tx, [aNewEvent(other)]));
    expect(await findLastPosition(db, other)).toBe(1);
    await lost.rollback();
    await inTransaction(db, (tx) => insertEvents(tx, [aNewEvent(tenant)]));
    expect(await findLastPosition(db, tenant)).toBe(1);
  });

  it('keep every event of concurrent batches once and without a gap for a reader that follows', async () => {
    const [tenant, other] = [aTenant(), aTenant()];
    const { db } = harness.deps;
    const batches = Array.from({ length: 12 }, () => [other, tenant, tenant].map((one) => aNewEvent(one)));
    const seen: string[] = [];
    let position = 0;
    const writers = { areDone: false };
    const reading = (async () => {
      for (;;) {
        const isOver = writers.areDone;
        const events = await findEventsAfter(db, tenant, position, 3);
        seen.push(...idsOf(events));
        position = events.at(-1)?.position ?? position;
        if (isOver && events.length === 0) return;
      }
    })();
    await Promise.all(batches.map((batch) => inTransaction(db, (tx) => insertEvents(tx, batch))));
    writers.areDone = true;
    await reading;
    const written = batches.flat().filter((event) => event.tenant === tenant);
    expect([...seen].sort()).toEqual(idsOf(written).sort());
    expect(seen).toEqual(idsOf(await findEventsAfter(db, tenant, 0, 100)));
    expect(position).toBe(24);
  });
});

describe('the events of an erased customer', () => {
  const namesAna = ({ body }: StoredEvent): boolean => /Ana|ana@|123\./.test(body);
  const erased = (tenant: Tenant) =>
    anEvent('customer.erased', tenant, clock.real(), { customerId: aCustomer.id, erasedAt: clock.real() });

  async function eventsOfTwoCustomers(tenant: Tenant): Promise<void> {
    const customer = { ...aCustomer, id: 'cust_2' };
    await matchEvents(harness.deps, [
      ...Array.from({ length: 5 }, () => chargePaid(tenant, clock.real())),
      checkoutPaid(tenant),
      anEvent('charge.paid', tenant, clock.real(), { charge: aCharge({ customerId: 'cust_2' }), customer }),
    ]);
    expect((await kept(tenant)).filter(namesAna)).toHaveLength(7);
  }

  it('are redacted in batches, and later ones are kept redacted; those of others stay', async () => {
    const tenant = aTenant();
    await eventsOfTwoCustomers(tenant);
    await erasePersons(harness.deps, [erased(tenant)], 2);
    await matchEvents(harness.deps, [chargePaid(tenant, clock.real())]);
    const events = await kept(tenant);
    expect(events).toHaveLength(8);
    expect(events.filter(namesAna).map(({ body }) => body.includes('"cust_2"'))).toEqual([true]);
    expect(await kept(tenant, { recordId: aCustomer.id })).toHaveLength(7);
  });

  it('are redacted behind records whose events were dropped with their month', async () => {
    const tenant = aTenant();
    await eventsOfTwoCustomers(tenant);
    // The month of the events is dropped before that of their records. These stand first in the order of the sweep.
    const ids = (await kept(tenant, { recordId: aCustomer.id, type: 'checkout.completed' })).map(({ id }) => id);
    const gone = (await kept(tenant, { recordId: aCustomer.id, type: 'transparent.completed' })).slice(-2);
    await harness.database
      .db('events')
      .whereIn('id', [...ids, ...idsOf(gone)])
      .delete();
    await erasePersons(harness.deps, [erased(tenant)], 2);
    expect((await kept(tenant)).filter(namesAna).map(({ body }) => body.includes('"cust_2"'))).toEqual([true]);
  });

  it('are redacted by the purge when a crash left them', async () => {
    const tenant = aTenant();
    await eventsOfTwoCustomers(tenant);
    await harness.database.db('erased_customers').insert({
      store_id: tenant.storeId,
      dev_mode: tenant.devMode,
      customer_id: aCustomer.id,
      erased_at: clock.real(),
    });
    await finishErasures(harness.deps);
    expect((await kept(tenant)).filter(namesAna)).toHaveLength(1);
    const left = await harness.database.db('erased_customers').whereNull('events_redacted_at');
    expect(left).toEqual([]);
  });
});

describe('retention', () => {
  it('drops whole months of events with their records, and deletes what is recorded after its month was dropped', async () => {
    const tenant = aTenant();
    const { db } = harness.deps;
    await createPartitions(harness.database.db, everyTenant, new Date('2030-06-15'));
    const of = (day: string): NewEvent => aNewEvent(tenant, new Date(day));
    const [old, recent] = [of('2030-03-31T23:59:59.999Z'), of('2030-04-01T00:00:00.000Z')];
    await inTransaction(db, (tx) => insertEvents(tx, [old, recent]));
    const before = new Date('2030-04-01T00:00:00Z');
    for (const parent of ['events', 'event_records'] as const) {
      expect(await dropPartitions(harness.database.db, everyTenant, parent, before)).toBeGreaterThan(0);
    }
    expect(idsOf(await kept(tenant))).toEqual([recent.id]);
    const late = of('2030-02-01');
    await inTransaction(db, (tx) => insertEvents(tx, [late]));
    expect(await deleteLateEvents(db, everyTenant, before, 500)).toBe(1);
    expect(idsOf(await kept(tenant, { recordId: 'tran_1' }))).toEqual([recent.id]);
  });
});
