import type { Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aTenant, startBeforeAll, testClock, waitFor, webhookReceiver } from '@pitanga/testing';
import { queuedOf, startHarness } from '../../test/harness';
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
