import type { Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aTenant, startBeforeAll, testClock, waitFor, webhookReceiver } from '@pitanga/testing';
import { queuedOf, startHarness } from '../../test/harness';
import { insertErasure } from '../erasures/erasure-repository';
import { sendMissingEvents } from './send-missing-events';
import { toggleWebhook } from './toggle-webhook';
import { replayDeliveries } from './resend-deliveries';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));
const minuteMs = 60_000;

afterEach(() => harness.stopDispatchers());

describe('a replay', () => {
  it('sends every delivery of the endpoint that was created in the window once more, and no other', async () => {
    const receiver = await webhookReceiver();
    const other = await webhookReceiver();
    const tenant = aTenant();
    const { id: webhookId } = await harness.register(tenant, receiver.url);
    await harness.register(tenant, other.url);
    await harness.pay(tenant, 2);
    clock.advance(minuteMs);
    const createdFrom = clock.real();
    await harness.pay(tenant, 3);
    clock.advance(minuteMs);
    const createdTo = clock.real();
    await harness.pay(tenant, 2);
    harness.dispatch();
    await waitFor('all deliveries', () => Promise.resolve(receiver.seen.length === 7 && other.seen.length === 7));
    expect(
      await transact(harness.deps, (tx) => replayDeliveries(tx, tenant, { webhookId, createdFrom, createdTo })),
    ).toBe(3);
    harness.dispatch();
    await waitFor(
      'the replay',
      async () => receiver.seen.length === 10 && (await queuedOf(harness, tenant)).length === 0,
    );
    const ids = receiver.seen.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids.slice(7))).toEqual(new Set(ids.slice(2, 5)));
    expect(other.seen).toHaveLength(7);
    const status = 'FAILED';
    expect(
      await transact(harness.deps, (tx) => replayDeliveries(tx, tenant, { webhookId, createdFrom, createdTo, status })),
    ).toBe(0);
    await receiver.close();
    await other.close();
  });

  it('queues more than one batch, oldest first, in one transaction', async () => {
    const tenant = aTenant();
    const { id: webhookId } = await harness.register(tenant, 'http://127.0.0.1:9/');
    const createdFrom = clock.real();
    await harness.pay(tenant, 2_300);
    const createdTo = new Date(createdFrom.getTime() + minuteMs);
    expect(
      await transact(harness.deps, (tx) => replayDeliveries(tx, tenant, { webhookId, createdFrom, createdTo })),
    ).toBe(2_300);
    const queued = harness.database.db('delivery_queue').where({ webhook_id: webhookId });
    expect(await queued.clone().where({ resend: 1 }).count()).toEqual([{ count: 2_300 }]);
    expect(await queued.clone().where({ resend: 0 }).count()).toEqual([{ count: 2_300 }]);
  });

  it('is refused beyond seven days or ten thousand deliveries, and for a webhook that is not active', async () => {
    const tenant = aTenant();
    const { id: webhookId } = await harness.register(tenant, 'http://127.0.0.1:9/');
    const [createdFrom, createdTo] = [clock.real(), new Date(clock.real().getTime() + minuteMs)];
    const window = { webhookId, createdFrom, createdTo };
    const replay = (more: Partial<typeof window>) =>
      transact(harness.deps, (tx) => replayDeliveries(tx, tenant, { ...window, ...more }));
    const weekLater = new Date(createdFrom.getTime() + 7 * 86_400_000 + 1);
    await expect(replay({ createdTo: weekLater })).rejects.toThrow(/^Properties 'from' and 'to' .* 7 days apart$/);
    await expect(replay({ createdTo: createdFrom })).rejects.toThrow(/^Property 'from' should be before 'to'$/);
    await expect(replay({ webhookId: 'webh_none' })).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    await expect(transact(harness.deps, (tx) => replayDeliveries(tx, aTenant(), window))).rejects.toMatchObject({
      kind: 'NOT_FOUND',
    });
    await harness.pay(tenant);
    await copyDeliveries(tenant, 10_000);
    await expect(replay({})).rejects.toThrow('A replay sends at most 10,000 deliveries');
    await transact(harness.deps, (tx) => toggleWebhook(tx, tenant, webhookId));
    await expect(replay({})).rejects.toMatchObject({ reason: 'WEBHOOK_NOT_ACTIVE' });
  });

  it('sends the events of its window that have no delivery, each once, however often it is repeated', async () => {
    const receiver = await webhookReceiver();
    const tenant = aTenant();
    const { id: webhookId } = await harness.register(tenant, receiver.url);
    await harness.register(aTenant(), 'http://127.0.0.1:9/');
    const createdFrom = clock.real();
    const [sent] = await harness.pay(tenant);
    await transact(harness.deps, (tx) => toggleWebhook(tx, tenant, webhookId));
    clock.advance(1);
    const missed = await harness.pay(tenant, 3);
    const createdTo = new Date(clock.real().getTime() + 1);
    clock.advance(minuteMs);
    await harness.pay(tenant);
    await harness.pay(aTenant());
    await transact(harness.deps, (tx) => toggleWebhook(tx, tenant, webhookId));
    const replay = (more: object = {}) =>
      transact(harness.deps, (tx) => replayDeliveries(tx, tenant, { webhookId, createdFrom, createdTo, ...more }));
    expect(await replay()).toBe(1);
    expect(await replay({ includeMissing: true })).toBe(4);
    expect(await replay({ includeMissing: true, status: 'FAILED' })).toBe(0);
    const deliveries = await harness.database
      .db('deliveries')
      .where({ webhook_id: webhookId })
      .select('id', 'event_id');
    expect(deliveries.map(({ event_id: id }) => String(id)).sort()).toEqual(
      [sent, ...missed].map((event) => event?.id).sort(),
    );
    harness.dispatch();
    await waitFor('the events', () => Promise.resolve(new Set(receiver.seen.map(idOf)).size === 4));
    for (const request of receiver.seen) {
      expect(JSON.parse(request.body)).toMatchObject({
        id: idOf(request),
        event: 'transparent.completed',
        apiVersion: 2,
      });
    }
    await receiver.close();
  });

  it('leaves out missing events about erased persons, and refuses a v1 webhook and more than its limit', async () => {
    const tenant = aTenant();
    const createdFrom = clock.real();
    await harness.pay(tenant, 2);
    const createdTo = new Date(clock.real().getTime() + 1);
    const { id: webhookId } = await harness.register(tenant, 'http://127.0.0.1:9/');
    const window = { webhookId, createdFrom, createdTo, includeMissing: true };
    const replay = (more: object = {}) =>
      transact(harness.deps, (tx) => replayDeliveries(tx, tenant, { ...window, ...more }));
    const { id: v1 } = await harness.register(tenant, 'http://127.0.0.1:9/', { v2: false, events: ['billing.paid'] });
    await expect(replay({ webhookId: v1 })).rejects.toThrow(/^Property 'includeMissing' is for webhooks of version 2/);
    const missing = { webhookId, events: ['transparent.completed'], from: createdFrom, to: createdTo };
    expect(await transact(harness.deps, (tx) => sendMissingEvents(tx, tenant, missing, 1))).toBeUndefined();
    const [event] = await harness.database.db('events').where({ store_id: tenant.storeId }).orderBy('id').limit(1);
    const person = `cust_${'0'.repeat(24)}`;
    await harness.database.db('event_records').insert({
      ...{ store_id: tenant.storeId, dev_mode: tenant.devMode, record_id: person, type: event.type, id: event.id },
      created_at: event.created_at,
    });
    clock.advance(minuteMs);
    await transact(harness.deps, (tx) => insertErasure(tx.db, tenant, person, clock.real()));
    expect(await replay()).toBe(1);
    expect(await replay()).toBe(0);
  });

  const idOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['webhook-id']);

  /** More of a store's one delivery, ended long ago. */
  async function copyDeliveries({ storeId }: Tenant, count: number): Promise<void> {
    await harness.database.db.raw(
      `insert into deliveries (id, store_id, dev_mode, webhook_id, event_id, event, status, created_at, finished_at)
       select left(id, 20) || lpad(n::text, 8, '0'), store_id, dev_mode, webhook_id, event_id || n, event, 'FAILED',
         created_at, created_at
       from deliveries, generate_series(1, ?::int) n where store_id = ?`,
      [count, storeId],
    );
  }
});
