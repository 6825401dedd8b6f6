import type { OutboundEvent } from '@pitanga/contracts';
import { inTransaction, appendEvents } from '@pitanga/database';
import { ensureTopics, startConsumer, startRelay, type Messaging, type Relay } from '@pitanga/messaging';
import { createLifecycle, type Lifecycle } from '@pitanga/runtime';
import type { TenantCall } from '@pitanga/rpc';
import { aTenant, silentLog, testDatabase, testIds, testMessaging, waitFor, type TestDatabase } from '@pitanga/testing';
import { systemClock, type Tenant } from '@pitanga/core';
import {
  createAppliedEvents,
  createStoreClock,
  recordClockEvents,
  noClockedWork,
  testClockHandlers,
  type StoreClock,
} from '../src';
import { insertClockEvents, drainClockEvents } from '../src/clock-repository';

const callOf = (tenant: Tenant) => ({ tenant }) as TenantCall;
const at = new Date('2030-01-01T00:00:00.000Z');
let database: TestDatabase;
let messaging: Messaging;
let clock: StoreClock;
let relay: Relay;
let lifecycle: Lifecycle;
let handlers: ReturnType<typeof testClockHandlers>;
/** Holds up the consumer. */
let hold: Promise<unknown> = Promise.resolve();
const consumed: string[] = [];

beforeAll(async () => {
  database = await testDatabase('payouts');
  // Drains what billing publishes.
  messaging = { ...testMessaging('store-clock'), clientId: 'billing' };
  await ensureTopics(messaging, { partitions: 3 });
  lifecycle = createLifecycle(silentLog);
  const { db } = database;
  clock = createStoreClock({ db, base: systemClock });
  const beforePublish: Parameters<typeof startRelay>[0]['beforePublish'] = (tx, rows) =>
    recordClockEvents(tx, clock, rows);
  relay = await startRelay({ db, messaging, log: silentLog, lingerMs: 120_000, beforePublish });
  lifecycle.defer('relay', () => relay.stop());
  const consumer = await startConsumer({
    messaging,
    group: 'ledger',
    types: ['customer.erased'],
    handle: async (events) => {
      await hold;
      consumed.push(...events.map(({ key }) => key));
    },
    log: silentLog,
  });
  lifecycle.defer('consumer', () => consumer.stop());
  const applied = createAppliedEvents();
  handlers = testClockHandlers({ db, clock, work: noClockedWork, messaging, relay, lifecycle, applied });
  // A group that nobody has joined yet is not waited for.
  await publish(aTenant(), 'first');
  relay.flush();
  await waitFor('the first fact', () => Promise.resolve(consumed.includes('first')));
  consumed.length = 0;
});
afterAll(async () => {
  await lifecycle.stop();
  await database.close();
});

const erased = (tenant: Tenant, key: string): OutboundEvent => ({
  type: 'customer.erased',
  id: testIds.next('event', at),
  key,
  occurredAt: at,
  data: { tenant, customerId: key, erasedAt: at },
});
const publish = (tenant: Tenant, ...keys: string[]) =>
  inTransaction(database.db, (tx) =>
    appendEvents(
      tx,
      keys.map((key) => erased(tenant, key)),
      at,
    ),
  );
const advance = (tenant: Tenant, advancing: boolean) =>
  handlers.setOffset({ tenant, offsetMs: 60_000, advancing }, callOf(tenant));

describe('the test clock of a service', () => {
  it('drains: every fact is published at once and seen by every group, and those of the store are told once', async () => {
    const [tenant, other] = [aTenant(), aTenant()];
    await advance(tenant, true);
    await handlers.drain({ tenant }, callOf(tenant));
    await publish(tenant, 'a', 'b');
    await publish(other, 'c');
    await publish({ ...tenant, devMode: false }, 'd');
    // The relay by itself would linger for longer than a drain waits.
    const { happenings } = await handlers.drain({ tenant }, callOf(tenant));
    expect([...new Set(consumed)].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(happenings).toEqual([
      { at, type: 'customer.erased', id: 'a' },
      { at, type: 'customer.erased', id: 'b' },
    ]);
    expect(await handlers.drain({ tenant }, callOf(tenant))).toEqual({ happenings: [] });
  });

  it('waits for a group that is behind', async () => {
    const tenant = aTenant();
    const release = Promise.withResolvers<undefined>();
    hold = release.promise;
    await publish(tenant, 'held');
    let isDrained = false;
    const drained = handlers.drain({ tenant }, callOf(tenant)).then(() => (isDrained = true));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isDrained).toBe(false);
    release.resolve(undefined);
    await drained;
    expect(consumed).toContain('held');
  });

  it('answers within a moment when there is nothing to wait for', async () => {
    const tenant = aTenant();
    await handlers.drain({ tenant }, callOf(tenant));
    const tookMs: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const startedMs = performance.now();
      await handlers.drain({ tenant }, callOf(tenant));
      tookMs.push(performance.now() - startedMs);
    }
    // The quickest: the machine may stand still during any of them.
    const quickestMs = Math.min(...tookMs);
    process.stdout.write(`an idle drain takes ${quickestMs.toFixed(1)} ms\n`);
    expect(quickestMs).toBeLessThan(200);
  });

  it('keeps what happens only while the clock is being advanced, and of 1,300 facts of one step every one', async () => {
    const tenant = aTenant();
    await publish(tenant, 'before');
    await handlers.drain({ tenant }, callOf(tenant));
    await advance(tenant, true);
    const ids = Array.from({ length: 1_300 }, (_, index) => String(index));
    await publish(tenant, ...ids);
    const { happenings } = await handlers.drain({ tenant }, callOf(tenant));
    expect(happenings.map(({ id }) => id)).toEqual(ids);
    await advance(tenant, false);
    await publish(tenant, 'after');
    expect(await handlers.drain({ tenant }, callOf(tenant))).toEqual({ happenings: [] });
  });

  it('keeps as many facts of a store as an advance answers, the newest', async () => {
    const [tenant, other] = [aTenant(), aTenant()];
    const type = 'charge.paid';
    const happening = ({ storeId }: Tenant, id: number) => ({ storeId, at, type, subjectId: String(id) });
    await insertClockEvents(database.db, [happening(other, 0)]);
    for (let first = 0; first < 10_300; first += 1_030) {
      const batch = Array.from({ length: 1_030 }, (_, index) => happening(tenant, first + index));
      await insertClockEvents(database.db, batch);
    }
    const kept = await drainClockEvents(database.db, tenant);
    expect([kept.length, kept[0]?.subjectId, kept.at(-1)?.subjectId]).toEqual([10_000, '300', '10299']);
    expect(await drainClockEvents(database.db, other)).toEqual([happening(other, 0)]);
  });

  it('answers the offset of a dev environment, and none for production', async () => {
    const tenant = aTenant();
    await advance(tenant, false);
    expect(await handlers.getOffset({ tenant }, callOf(tenant))).toEqual({ offsetMs: 60_000 });
    const production = { ...tenant, devMode: false };
    expect(await handlers.getOffset({ tenant: production }, callOf(production))).toEqual({ offsetMs: 0 });
  });
});
