import { everyTenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testClock } from '@pitanga/testing';
import { startHarness } from '../../test/harness';
import { countFailingWebhooks } from '../endpoints/endpoint-health-repository';
import { findQueueDepth } from './queue-repository';

const now = new Date('2026-11-20T15:00:00.000Z');
const harness = startBeforeAll(() => startHarness(testClock(now)));

describe('the measurements of the queue', () => {
  it('are the deliveries in each state and the oldest ready one, over all stores', async () => {
    expect((await findQueueDepth(harness.deps.db, everyTenant)).map(({ count }) => count)).toEqual([0, 0, 0]);
    const queue = harness.database.db('delivery_queue');
    const [late, waiting] = [aTenant(), aTenant()];
    for (const tenant of [aTenant(), late, waiting]) {
      await harness.register(tenant, 'http://127.0.0.1:9/');
      await harness.pay(tenant, 2);
    }
    const before = new Date(now.getTime() - 60_000);
    await queue.clone().where({ store_id: late.storeId }).update({ due_at: before });
    await queue.clone().where({ store_id: waiting.storeId }).update({ state: 'WAITING' });
    expect(await findQueueDepth(harness.deps.db, everyTenant)).toEqual([
      { state: 'WAITING', count: 2, oldestDueAt: undefined },
      { state: 'READY', count: 4, oldestDueAt: before },
      { state: 'LEASED', count: 0, oldestDueAt: undefined },
    ]);
  });

  it('are the active endpoints that failed for an hour or more', async () => {
    const tenant = aTenant();
    const [failing, recent, disabled] = [
      await harness.register(tenant, 'http://127.0.0.1:9/'),
      await harness.register(tenant, 'http://127.0.0.1:9/'),
      await harness.register(tenant, 'http://127.0.0.1:9/'),
    ];
    const { db } = harness.database;
    const row = { since: now, attempts: 9 };
    await db('failing_webhooks').insert([
      { ...row, webhook_id: failing.id, told_at: now },
      { ...row, webhook_id: recent.id, told_at: null },
      { ...row, webhook_id: disabled.id, told_at: now },
    ]);
    await db('webhooks').where({ id: disabled.id }).update({ status: 'DISABLED' });
    expect(await countFailingWebhooks(harness.deps.db, everyTenant)).toBe(1);
  });
});
