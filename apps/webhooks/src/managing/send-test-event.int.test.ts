import { transact } from '@pitanga/database';
import { aTenant, startBeforeAll, testClock, waitFor, webhookReceiver } from '@pitanga/testing';
import { bodiesOf, startHarness } from '../../test/harness';
import { findDelivery } from '../delivery-log/delivery-log-repository';
import { v1Events, v2Events } from '../endpoints/event-names';
import { sendTestEvent } from './send-test-event';
import { toggleWebhook } from './toggle-webhook';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));

afterEach(() => harness.stopDispatchers());

describe('a test event', () => {
  it('is delivered, signed and logged like any other, and marked in its body and in the log', async () => {
    const receiver = await webhookReceiver();
    const tenant = aTenant();
    const webhook = await harness.register(tenant, receiver.url, { events: ['payout.failed', 'refund.failed'] });
    const queued = await transact(harness.deps, (tx) => sendTestEvent(tx, tenant, webhook.id, undefined));
    expect(queued).toMatchObject({ event: 'payout.failed', status: 'PENDING', isTest: true, webhookId: webhook.id });
    harness.dispatch();
    const { body, headers } = await waitFor('the webhook', () => Promise.resolve(receiver.seen[0]));
    expect(headers).toMatchObject({ 'webhook-id': queued.id, 'webhook-signature': expect.stringMatching(/^v1,/) });
    expect(JSON.parse(body)).toMatchObject({
      id: queued.id,
      event: 'payout.failed',
      apiVersion: 2,
      devMode: true,
      test: true,
      data: { withdraw: { status: 'FAILED', devMode: true } },
    });
    await waitFor('the log', async () => {
      const delivery = await findDelivery(harness.deps.db, tenant, queued.id);
      return delivery?.status === 'DELIVERED' && delivery.isTest && delivery.attemptCount === 1;
    });
    await receiver.close();
  });

  it('can be any event of the webhook, each time as a new delivery', async () => {
    const tenant = aTenant();
    const v2 = await harness.register(tenant, 'http://127.0.0.1:9/', { events: [...v2Events] });
    for (const event of v2Events) await transact(harness.deps, (tx) => sendTestEvent(tx, tenant, v2.id, event));
    await transact(harness.deps, (tx) => sendTestEvent(tx, tenant, v2.id, 'refund.failed'));
    const events = (await bodiesOf(harness, tenant)).map(({ event }) => event as string);
    expect(events.sort()).toEqual([...v2Events, 'refund.failed'].sort());
  });

  it('of a v1 webhook has the v1 shape', async () => {
    const tenant = aTenant();
    const v1 = await harness.register(tenant, 'http://127.0.0.1:9/', { events: [...v1Events], v2: false });
    for (const event of v1Events) await transact(harness.deps, (tx) => sendTestEvent(tx, tenant, v1.id, event));
    const bodies = await bodiesOf(harness, tenant);
    expect(bodies).toHaveLength(3);
    for (const body of bodies) expect(Object.keys(body)).toEqual(['id', 'event', 'devMode', 'test', 'data']);
  });

  it('is refused for another event, for a disabled webhook and for one of another store', async () => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, 'http://127.0.0.1:9/', { events: ['refund.failed'] });
    await expect(transact(harness.deps, (tx) => sendTestEvent(tx, tenant, id, 'payout.failed'))).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      message: "Property 'event' should be one that the webhook takes: refund.failed",
    });
    await expect(transact(harness.deps, (tx) => sendTestEvent(tx, aTenant(), id, undefined))).rejects.toMatchObject({
      kind: 'NOT_FOUND',
    });
    await transact(harness.deps, (tx) => toggleWebhook(tx, tenant, id));
    await expect(transact(harness.deps, (tx) => sendTestEvent(tx, tenant, id, undefined))).rejects.toMatchObject({
      reason: 'WEBHOOK_NOT_ACTIVE',
    });
  });
});
