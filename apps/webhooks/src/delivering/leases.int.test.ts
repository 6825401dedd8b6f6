import { aTenant, testClock, waitFor, webhookReceiver, type WebhookReceiver } from '@pitanga/testing';
import { dispatchSteps, type DispatchSteps } from '../../test/dispatch-steps';
import { deliveriesOf, queuedOf, startHarness, type Harness } from '../../test/harness';
import type { ClaimedDelivery } from '../deliveries/delivery';
import { extendLeases } from '../queue/lease-repository';
import { dispatchLimits } from './dispatch-limits';

const clock = testClock(new Date());
let harness: Harness;
let receiver: WebhookReceiver;
let steps: DispatchSteps;

beforeAll(async () => {
  harness = await startHarness(clock);
  steps = dispatchSteps(harness);
});
beforeEach(async () => {
  receiver = await webhookReceiver();
});
afterEach(async () => {
  await harness.stopDispatchers();
  await receiver.close();
  await harness.database.db('delivery_queue').delete();
});
afterAll(() => harness.stop());

describe('leases', () => {
  it('expire when their process dies: the delivery is made again with the same id and uses up no retry', async () => {
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [lost] = await steps.claim();
    await steps.send(lost);
    await steps.ageLeases(dispatchLimits.leaseMs);
    harness.dispatch();
    await waitFor('the delivery', async () => (await deliveriesOf(harness, tenant))[0]?.status === 'DELIVERED');
    expect(receiver.seen.map(({ headers }) => headers['webhook-id'])).toEqual([lost?.id, lost?.id]);
    const attempts: unknown = await harness.database.db('attempts').where({ store_id: tenant.storeId }).orderBy('no');
    expect(attempts).toMatchObject([
      { no: 1, error_class: 'interrupted' },
      { no: 2, error_class: null },
    ]);
  });

  it('that are lost let their process log its attempt and change nothing else', async () => {
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [stale] = await steps.claim();
    const staleResult = await steps.send(stale);
    await steps.ageLeases(dispatchLimits.leaseMs);
    const promotion = await steps.promote();
    expect(promotion).toEqual({ promoted: 0, reclaimed: 1, isReady: true, nextDueAt: null });
    const [owner] = await steps.claim();
    expect(owner?.attemptNo).toBe(2);
    expect((await steps.record(staleResult)).finished).toEqual([]);
    expect(await deliveriesOf(harness, tenant)).toMatchObject([{ status: 'PENDING', attempts: 1 }]);
    expect(await queuedOf(harness, tenant)).toMatchObject([{ state: 'LEASED' }]);
    const [logged] = await harness.database.db('attempts').where({ store_id: tenant.storeId });
    expect(logged).toMatchObject({ no: 1, status_code: 200, error_class: null });
    expect((await steps.record(await steps.send(owner))).finished).toHaveLength(1);
  });

  it('are extended by a heartbeat, and only by the owner', async () => {
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    const [owner] = await steps.claim();
    await steps.ageLeases(10_000);
    // Much longer than a pause of the machine: leases use the clock of the database.
    await extendLeases(harness.deps.db, [owner!], 600_000);
    await steps.ageLeases(400_000);
    expect((await steps.promote()).reclaimed).toBe(0);
    const stranger = { ...owner!, leaseToken: 'other' };
    await extendLeases(harness.deps.db, [stranger], 600_000);
    await steps.ageLeases(200_000);
    expect((await steps.promote()).reclaimed).toBe(1);
  });

  it('are not reclaimed by a process whose clock is an hour ahead', async () => {
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    expect(await steps.claim()).toHaveLength(1);
    expect((await steps.promote(3_600_000)).reclaimed).toBe(0);
  });

  it('are released at a stop, so that another process delivers at once', async () => {
    const hanging = await webhookReceiver((_request, index) => ({ status: 200, delayMs: index === 0 ? 60_000 : 0 }));
    const tenant = aTenant();
    await harness.register(tenant, hanging.url);
    await harness.pay(tenant);
    const dispatcher = harness.dispatch();
    await waitFor('the call', () => Promise.resolve(hanging.seen.length === 1));
    await dispatcher.stop(50);
    expect(await queuedOf(harness, tenant)).toMatchObject([{ state: 'READY' }]);
    harness.dispatch();
    await waitFor('the delivery', async () => (await deliveriesOf(harness, tenant))[0]?.status === 'DELIVERED');
    await hanging.close();
  });
});

describe('a claim', () => {
  it('finds what another process left ready, without being woken', async () => {
    harness.dispatch();
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    // Inserted without a wake, as by a process that dies before its first claim.
    await harness.pay(tenant);
    await waitFor('the delivery', async () => (await deliveriesOf(harness, tenant))[0]?.status === 'DELIVERED');
  });

  it('allows an endpoint a few calls, and one more for each success', async () => {
    const tenant = aTenant();
    const { id: webhookId } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant, 30);
    const limits = { ...dispatchLimits, perWebhookFirst: 4 };
    expect(await steps.claim({ limits })).toHaveLength(4);
    const calls = { webhookId, open: 2, unrecorded: 2, openMax: 6, isSlow: false };
    expect(await steps.claim({ limits, inFlight: [calls] })).toHaveLength(4);
  });

  it('counts a webhook with slow calls as throttled', async () => {
    const tenant = aTenant();
    const { id: webhookId } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant, 30);
    const inFlight = [{ webhookId, open: 0, unrecorded: 0, openMax: 10, isSlow: true }];
    expect(await steps.claim({ inFlight, throttledFree: 3 })).toHaveLength(3);
  });

  it('never leases the same delivery to two processes', async () => {
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant, 40);
    const limits = { ...dispatchLimits, perWebhookDev: 40, perWebhookFirst: 40 };
    const claims = await Promise.all(Array.from({ length: 5 }, () => steps.claim({ limits, free: 20 })));
    const ids = claims.flat().map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(20);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('stays within the caps of the webhook, the store and the process', async () => {
    const tenant = aTenant();
    await harness.register(tenant, `${receiver.url}/a`);
    await harness.register(tenant, `${receiver.url}/b`);
    await harness.pay(tenant, 30);
    const other = aTenant();
    await harness.register(other, receiver.url);
    await harness.pay(other, 30);
    const limits = { ...dispatchLimits, perWebhookDev: 8, perWebhookFirst: 8, perStore: 10 };
    const of = (claimed: readonly ClaimedDelivery[], { storeId }: { storeId: string }) =>
      claimed.filter((delivery) => delivery.tenant.storeId === storeId);
    const first = await steps.claim({ limits, free: 15 });
    expect(first).toHaveLength(15);
    const second = await steps.claim({ limits });
    const both = [...first, ...second];
    expect(of(both, tenant)).toHaveLength(10);
    expect(of(both, other)).toHaveLength(8);
    const webhooks = Map.groupBy(of(both, tenant), ({ webhookId }) => webhookId);
    expect(Math.max(...[...webhooks.values()].map(({ length }) => length))).toBeLessThanOrEqual(8);
    expect(await steps.claim({ limits })).toEqual([]);
  });

  it('makes room for the next calls while results are being recorded, and never exceeds the cap', async () => {
    const tenant = aTenant();
    const { id: webhookId } = await harness.register(tenant, receiver.url);
    await harness.pay(tenant, 30);
    const limits = { ...dispatchLimits, perWebhookDev: 8, perWebhookFirst: 8 };
    const calls = { webhookId, openMax: 8, isSlow: false };
    expect(await steps.claim({ limits })).toHaveLength(8);
    expect(await steps.claim({ limits, inFlight: [{ ...calls, open: 8, unrecorded: 0 }] })).toHaveLength(0);
    expect(await steps.claim({ limits, inFlight: [{ ...calls, open: 5, unrecorded: 3 }] })).toHaveLength(3);
    // Recorded since: only the open calls count.
    await harness.database.db('delivery_queue').where({ store_id: tenant.storeId, state: 'LEASED' }).delete();
    expect(await steps.claim({ limits, inFlight: [{ ...calls, open: 6, unrecorded: 5 }] })).toHaveLength(2);
  });

  it('serves the webhooks in turn and goes on where it stopped', async () => {
    const served = new Set<string>();
    for (let index = 0; index < 6; index += 1) {
      const tenant = aTenant();
      await harness.register(tenant, receiver.url);
      await harness.pay(tenant, 5);
    }
    let afterWebhookId = '';
    for (let round = 0; round < 3; round += 1) {
      const room = { free: 2, throttledFree: 2, retryFree: 2, limits: dispatchLimits };
      const { deliveries, nextWebhookId } = await steps.claimAfter(afterWebhookId, room);
      for (const { webhookId } of deliveries) served.add(webhookId);
      afterWebhookId = nextWebhookId;
    }
    expect(served.size).toBe(6);
  });

  it('reserves places for first attempts, which retries and throttled webhooks do not get', async () => {
    const [retrying, throttled, fresh] = [aTenant(), aTenant(), aTenant()];
    for (const tenant of [retrying, throttled, fresh]) {
      await harness.register(tenant, receiver.url);
      await harness.pay(tenant, 3);
    }
    const queue = harness.database.db('delivery_queue');
    await queue.clone().where({ store_id: retrying.storeId }).update({ failures: 1 });
    const [row] = await queue.clone().where({ store_id: throttled.storeId });
    await harness.database.db('webhook_paces').insert({ webhook_id: row.webhook_id, in_flight_max: 1 });
    const claimed = await steps.claim({ retryFree: 1, throttledFree: 0 });
    expect(claimed.map(({ tenant }) => tenant.storeId).sort()).toEqual(
      [retrying.storeId, fresh.storeId, fresh.storeId, fresh.storeId].sort(),
    );
    expect((await steps.claim({ retryFree: 0 })).map(({ isThrottled }) => isThrottled)).toEqual([true]);
  });
});
